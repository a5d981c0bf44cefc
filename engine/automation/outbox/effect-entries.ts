import type { FilterNode, RecordKeys } from '#engine/model';
import type { StorePort } from '../../ports/index.ts';
import { CHANGES_COLLECTION, CHANGE_KEYS, type ChangeEntry } from '../../records/index.ts';
import { toEffects, type EffectState } from './effect-state.ts';

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
  /** Marks the entry's effects as done. */
  finish(entry: ChangeEntry): Promise<void>;
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
          keys: keysOf(document),
          previousKeys: keysOf(entry),
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
      await update(entry, entry.kind === 'remove' && before ? { ...rest, before_record: before } : rest);
    },
  };
}

function keysOf(entry: ChangeEntry): RecordKeys {
  return { batch: entry.batch_id, pending: entry.pending };
}
