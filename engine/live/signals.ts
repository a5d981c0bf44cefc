import type { CollectionSchema } from '#engine/model';
import type { IdsPort, LogPort, PubSubPort, StoreFeed, StorePort } from '../ports/index.ts';
import { removeInRounds } from '../records/index.ts';

/** Short-lived messages between processes that have no Redis: each a document, removed after a minute or so. */
export const SIGNALS_COLLECTION: CollectionSchema = { name: '_signals', keys: [], indexes: [], contains: [] };

/** What one process tells the others. */
export type Signal =
  /** Something was committed. */
  | { readonly kind: 'wake' }
  | { readonly kind: 'update' }
  /** Who has which records open at the sender: the ones named, with nobody where it ended. */
  | { readonly kind: 'presence'; readonly records: { readonly [record: string]: readonly { readonly user: string; readonly name: string; readonly field: string | null }[] } }
  /** A process that just began to listen asks who is where. */
  | { readonly kind: 'who' };

export interface SignalServices {
  readonly store: StorePort;
  readonly pubSub: PubSubPort | undefined;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

const RETENTION = 60_000;

/** Messages between the processes of an installation: over Redis while it answers, else through the store. */
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

  /** Others may be without Redis when this process is not, so that the store is always listened to. */
  async start(): Promise<void> {
    const { store, pubSub } = this.#services;
    this.#stopListening = pubSub?.subscribe((text) => this.#receive(text));
    this.#feed = await store.watchInserts(SIGNALS_COLLECTION.name, {
      onInserts: (inserted) => inserted.forEach(({ document }) => this.#receive(document['text'])),
      // What is told here is told again within seconds, or of no use any more.
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

  /** Tells the other processes. One that cannot be told now is not waited for; the store being away is logged. */
  async send(signal: Signal): Promise<void> {
    const text = JSON.stringify({ node: this.#node, ...signal });
    if ((await this.#services.pubSub?.publish(text)) === true) return;
    if (signal.kind === 'wake') return;
    const { store, ids, log } = this.#services;
    const _id = ids.next();
    try {
      await store.commit({ writes: [{ kind: 'insert', collection: SIGNALS_COLLECTION.name, document: { _id, _version: 1, text }, keys: {}, definitionVersion: 0 }] });
      await this.#clean(_id);
    } catch (error) {
      log.warn({ error: (error as Error).name, signal: signal.kind }, 'a live signal could not be sent to other processes');
    }
  }

  /** The newest stays, so that the places of what follows never begin anew. */
  async #clean(newest: string): Promise<void> {
    if (Date.now() - this.#cleanedAt < RETENTION) return;
    this.#cleanedAt = Date.now();
    const bound = minIdAt(Date.now() - RETENTION);
    await removeInRounds(this.#services.store, { collection: SIGNALS_COLLECTION.name, filter: { kind: 'idRange', lt: bound < newest ? bound : newest }, keysOf: () => ({}), round: 200, maxRounds: 50 });
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

/** No id that was given at a moment or later comes before this. */
export function minIdAt(moment: number): string {
  const time = Math.max(0, moment).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-`;
}
