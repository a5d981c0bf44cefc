import type { JsonObject } from '#engine/model/values';
import type { FilterNode } from '#engine/model/filter';
import type { StorePort } from '../../ports/index.ts';
import { changeKeysOf, CHANGES_COLLECTION, CHANGE_KEYS, type ChangeEntry } from '../../records/index.ts';

/** The state of the effects of one save, stored in its entry. */
export interface EffectState {
  /** Hooks that completed, as 'plugin/name'; they are not run again. */
  readonly done: readonly string[];
  /** Number of failed attempts. */
  readonly attempts: number;
  /** The last failure. */
  readonly failure: EffectFailure | undefined;
  /** The running hook, as 'plugin/name', and how many of its runs were interrupted by the end of their process. */
  readonly running?: { readonly hook: string; readonly interruptions: number } | undefined;
  /** It is not retried automatically. */
  readonly isDead?: boolean | undefined;
}

export interface EffectFailure {
  readonly plugin: string;
  readonly hook: string;
  readonly code: string;
  readonly text: string;
  readonly at: string;
}

/** Milliseconds for which a process leases an entry; afterwards another process may take it. Renewed before and while a hook runs. */
export const LEASE = 15_000;
/** Due time of a dead effect: never, but it stays among the pending entries, for an admin. */
export const NEVER = 8_640_000_000_000_000;
/** Interrupted runs after which the hook is considered the cause. */
const MAX_INTERRUPTED_RUNS = 3;

const MIN_PAUSE = 1000;
const MAX_PAUSE = 3_600_000;

/** Reads the state of an entry; a new one has none. */
export function readEffectState(entry: ChangeEntry): EffectState {
  const stored = (entry.effects ?? {}) as unknown as Partial<EffectState>;
  return {
    done: stored.done ?? [],
    attempts: stored.attempts ?? 0,
    failure: stored.failure,
    running: stored.running,
    isDead: stored.isDead,
  };
}

/** The state in the form that the entry stores. */
function toEffects(state: EffectState): JsonObject {
  return {
    done: [...state.done],
    attempts: state.attempts,
    ...(state.failure ? { failure: { ...state.failure } } : {}),
    ...(state.running ? { running: { ...state.running } } : {}),
    ...(state.isDead === true ? { isDead: true } : {}),
  };
}

/** Milliseconds until the next attempt: doubles from one second to an hour, plus up to a fifth, so that retries are spread out. */
export function retryDelay(attempts: number, random: number): number {
  const pause = Math.min(MIN_PAUSE * 2 ** Math.min(attempts - 1, 30), MAX_PAUSE);
  return Math.round(pause * (1 + random / 5));
}

/** The state while a hook runs. If it was running already, that run was interrupted: its process ended or blocked. */
export function beginRun(state: EffectState, hook: string): EffectState {
  const interruptions = state.running?.hook === hook ? state.running.interruptions + 1 : 0;
  return { ...state, running: { hook, interruptions } };
}

/** Whether the runs of a hook were interrupted so often that it must not run again automatically. */
export function isInterruptedTooOften(state: EffectState): boolean {
  return (state.running?.interruptions ?? 0) >= MAX_INTERRUPTED_RUNS;
}

const COLLECTION = CHANGES_COLLECTION.name;
const IN_ORDER = [{ kind: 'key', key: CHANGE_KEYS.pending, descending: false }] as const;

/**
 * The outbox in `_changes`. The key `pending` is the time when an entry is due: 1 when it was just written, the time of the next attempt
 * after a failure, the end of the lease while a process runs it, missing once all is done.
 */
export interface EffectEntries {
  /** Due entries, longest waiting first. */
  findDue(now: number, limit: number): Promise<readonly ChangeEntry[]>;
  /** Pending entries, due or not. */
  findWaiting(limit: number): Promise<readonly ChangeEntry[]>;
  get(id: string): Promise<ChangeEntry | undefined>;
  /** Makes the entry due at a time, with a new state. Undefined when another process changed it first. */
  postpone(entry: ChangeEntry, until: number, state: EffectState): Promise<ChangeEntry | undefined>;
  /** Marks the entry's effects as done. False when another process changed the entry first. */
  finish(entry: ChangeEntry): Promise<boolean>;
}

/** The outbox entries of a store. */
export function createEffectEntries(store: StorePort): EffectEntries {
  const find = async (filter: FilterNode, limit: number): Promise<readonly ChangeEntry[]> => {
    const found = await store.find({ collection: COLLECTION, filter, sort: IN_ORDER, limit });
    return found.map((record) => record.document as unknown as ChangeEntry);
  };
  const update = async (entry: ChangeEntry, next: Omit<ChangeEntry, '_version'>): Promise<ChangeEntry | undefined> => {
    const document = { ...next, _version: entry._version + 1 } as ChangeEntry;
    const result = await store.commit({
      writes: [
        {
          kind: 'update',
          collection: COLLECTION,
          document: document as never,
          keys: changeKeysOf(document),
          previousKeys: changeKeysOf(entry),
          expectedVersion: entry._version,
          definitionVersion: 0,
        },
      ],
    });
    return result.committed ? document : undefined;
  };
  return {
    findDue: (now, limit) => find({ kind: 'range', key: CHANGE_KEYS.pending, lte: now }, limit),
    findWaiting: (limit) => find({ kind: 'exists', keys: [CHANGE_KEYS.pending] }, limit),
    get: async (id) => (await store.get(COLLECTION, [id]))[0]?.document as unknown as ChangeEntry | undefined,
    postpone: (entry, until, state) => update(entry, { ...entry, pending: until, effects: toEffects(state) }),
    finish: async (entry) => {
      const { pending: _pending, effects: _effects, before_record: before, ...rest } = entry;
      // A removal keeps the image of the record for the undo; for other changes the images of the changed fields suffice.
      return (await update(entry, entry.kind === 'remove' && before ? { ...rest, before_record: before } : rest)) !== undefined;
    },
  };
}
