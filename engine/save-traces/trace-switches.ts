import type { CollectionSchema } from '#engine/model/compiled';
import { MATCH_ALL } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { ClockPort, IdsPort, StorePort } from '../ports/index.ts';
import {
  auditResourceChange,
  commitUnitWithRetry,
  createDocumentRemoval,
  createDocumentWrite,
  readStoredDocument,
} from '../records/index.ts';

const HOUR = 3_600_000;
/** Users whose saves are traced at the same time. */
const MAX_USERS = 50;

/** The users whose saves are traced: few, by their id. */
export const SWITCHES_COLLECTION: CollectionSchema = { name: '_trace_switches', keys: [], indexes: [], contains: [] };

/** A user whose saves are traced until a time in epoch milliseconds. */
export interface TraceSwitch {
  readonly user: string;
  readonly until: number;
}

interface SwitchServices {
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
}

/**
 * Whose saves are traced, in the memory of each process. A change raises the version of rights, which every request compares with the store,
 * so that all processes see it with the next save. A switch ends by its time.
 */
export class TraceSwitches {
  readonly #services: SwitchServices;
  #loadedVersion = -1;
  #until: ReadonlyMap<string, number> = new Map();

  constructor(services: SwitchServices) {
    this.#services = services;
  }

  isOn(user: string | undefined): boolean {
    if (this.#until.size === 0 || user === undefined) return false;
    return (this.#until.get(user) ?? 0) > this.#services.clock.now();
  }

  /** Loads them if they may have changed. Undefined: they are up to date. */
  refreshTo(version: number): Promise<void> | undefined {
    return version <= this.#loadedVersion ? undefined : this.#load(version);
  }

  /** Those that have not ended. */
  async list(): Promise<readonly TraceSwitch[]> {
    const { store, clock } = this.#services;
    const found = await store.find({ collection: SWITCHES_COLLECTION.name, filter: MATCH_ALL, sort: [], limit: MAX_USERS });
    return found.map(({ document }) => readSwitch(document)).filter(({ until }) => until > clock.now());
  }

  /** Switches it on for an hour. Errors: `save_trace_users_exceeded`. */
  async switchOn(actor: Actor, user: string, name: string): Promise<TraceSwitch> {
    const active = await this.#removeEnded();
    if (active.length >= MAX_USERS && !active.some((one) => one.user === user))
      throw new MusterError('save_trace_users_exceeded', { values: { limit: MAX_USERS } });
    const until = this.#services.clock.now() + HOUR;
    await this.#change(actor, { user, name, until });
    return { user, until };
  }

  async switchOff(actor: Actor, user: string, name: string): Promise<void> {
    await this.#change(actor, { user, name, until: null });
  }

  async #load(version: number): Promise<void> {
    const found = await this.list();
    // A later load has already finished.
    if (version < this.#loadedVersion) return;
    this.#loadedVersion = version;
    this.#until = new Map(found.map(({ user, until }) => [user, until]));
  }

  async #removeEnded(): Promise<readonly TraceSwitch[]> {
    const { store, clock } = this.#services;
    const found = await store.find({ collection: SWITCHES_COLLECTION.name, filter: MATCH_ALL, sort: [], limit: MAX_USERS });
    const ended = found.filter(({ document }) => readSwitch(document).until <= clock.now());
    // Lost if somebody switches it on again at the same time: then it has not ended.
    if (ended.length > 0) await store.commit({ writes: ended.map(({ document }) => createDocumentRemoval(SWITCHES_COLLECTION, document)) });
    return found.map(({ document }) => readSwitch(document)).filter(({ until }) => until > clock.now());
  }

  async #change(actor: Actor, { user, name, until }: { user: string; name: string; until: number | null }): Promise<void> {
    const { store, clock } = this.#services;
    const isoOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
    await commitUnitWithRetry(store, async () => {
      const before = await readStoredDocument(store, SWITCHES_COLLECTION, user);
      const was = before === undefined ? undefined : readSwitch(before).until;
      const earlier = was === undefined || was <= clock.now() ? null : was;
      if (until === null && before === undefined) return { unit: undefined, result: undefined };
      const write =
        until === null && before !== undefined
          ? createDocumentRemoval(SWITCHES_COLLECTION, before)
          : createDocumentWrite(SWITCHES_COLLECTION, user, before, { until });
      const changes = [{ field: 'traced_until', before: isoOf(earlier), after: isoOf(until) }];
      const audit = auditResourceChange(this.#services, actor, { resource: 'saveTraces', id: user, name, changes });
      return { unit: { writes: [write, ...audit], bumps: ['rights' as const] }, result: undefined };
    });
  }
}

function readSwitch(document: RecordDocument): TraceSwitch {
  return { user: document._id, until: document['until'] as number };
}
