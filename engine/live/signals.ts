import type { CollectionSchema } from '#engine/model/compiled';
import type { IdsPort, LiveEvent, LogPort, PubSubPort, StoreFeed, StorePort } from '../ports/index.ts';
import { removeInRounds } from '../records/index.ts';

/** Short-lived messages between processes without Redis: one document each, removed after about a minute. */
export const SIGNALS_COLLECTION: CollectionSchema = { name: '_signals', keys: [], indexes: [], contains: [] };

/** A message from one process to the others. */
export type Signal =
  /** A transaction was committed. */
  | { readonly kind: 'wake' }
  /** An event for sockets; each process checks what its receivers may see. */
  | { readonly kind: 'event'; readonly event: LiveEvent }
  /** Who has which records open at the sender; an empty list means nobody any more. */
  | {
      readonly kind: 'presence';
      readonly records: {
        readonly [record: string]: readonly { readonly user: string; readonly name: string; readonly field: string | null }[];
      };
    }
  /** The notifications of these users changed. */
  | { readonly kind: 'notifications'; readonly users: readonly string[] }
  /** Sent by a process that just started to listen, so that the others send their presence. */
  | { readonly kind: 'who' };

export interface SignalServices {
  readonly store: StorePort;
  readonly pubSub: PubSubPort | undefined;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

const RETENTION = 60_000;

/** Messages between the processes of an installation: over Redis while it is available, else through the store. */
export class Signals {
  readonly #services: SignalServices;
  readonly #node: string;
  readonly #onSignal: (signal: Signal, from: string) => void;
  #feed: StoreFeed | undefined;
  #stopListening: (() => void) | undefined;
  #cleanedAt = 0;

  constructor(services: SignalServices, take: (signal: Signal, from: string) => void) {
    this.#services = services;
    this.#node = services.ids.next();
    this.#onSignal = take;
  }

  /** Always listens to the store too, because other processes may be without Redis when this one is not. */
  async start(): Promise<void> {
    const { store, pubSub } = this.#services;
    this.#stopListening = pubSub?.subscribe((text) => this.#receive(text));
    this.#feed = await store.watchInserts(SIGNALS_COLLECTION.name, {
      onInserts: (inserted) => inserted.forEach(({ document }) => this.#receive(document['text'])),
      // Lost signals are sent again within seconds or are obsolete.
      onGap: () => undefined,
    });
  }

  async stop(): Promise<void> {
    this.#stopListening?.();
    await this.#feed?.stop();
    this.#feed = undefined;
  }

  poll(): void {
    this.#feed?.poll();
  }

  /** Sends a signal to the other processes, without waiting for those that cannot be reached; an unavailable store is logged. */
  async send(signal: Signal): Promise<void> {
    const text = JSON.stringify({ node: this.#node, ...signal });
    if ((await this.#services.pubSub?.publish(text)) === true) return;
    if (signal.kind === 'wake') return;
    const { store, ids, log } = this.#services;
    const _id = ids.next();
    try {
      await store.commit({
        writes: [
          { kind: 'insert', collection: SIGNALS_COLLECTION.name, document: { _id, _version: 1, text }, keys: {}, definitionVersion: 0 },
        ],
      });
      await this.#clean(_id);
    } catch (error) {
      log.warn({ error: (error as Error).name, signal: signal.kind }, 'a live signal could not be sent to other processes');
    }
  }

  /** Keeps the newest signal, so that the positions of later ones never start again at the beginning. */
  async #clean(newest: string): Promise<void> {
    if (Date.now() - this.#cleanedAt < RETENTION) return;
    this.#cleanedAt = Date.now();
    const bound = minIdAt(Date.now() - RETENTION);
    await removeInRounds(this.#services.store, {
      collection: SIGNALS_COLLECTION.name,
      filter: { kind: 'idRange', lt: bound < newest ? bound : newest },
      keysOf: () => ({}),
      round: 200,
      maxRounds: 50,
    });
  }

  #receive(text: unknown): void {
    const signal = typeof text === 'string' ? readSignal(text) : undefined;
    if (signal !== undefined && signal.node !== this.#node) this.#onSignal(signal, signal.node);
  }
}

function readSignal(text: string): (Signal & { readonly node: string }) | undefined {
  try {
    const signal = JSON.parse(text) as Signal & { readonly node?: unknown };
    return typeof signal.node === 'string' ? (signal as Signal & { readonly node: string }) : undefined;
  } catch {
    return undefined;
  }
}

/** The lower bound of all ids created at this time or later. */
export function minIdAt(moment: number): string {
  const time = Math.max(0, moment).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-`;
}
