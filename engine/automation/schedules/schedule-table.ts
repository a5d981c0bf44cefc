import type { CollectionSchema } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import type { StorePort } from '../../ports/index.ts';

/** The next run of each scheduled job. */
export const SCHEDULES_COLLECTION: CollectionSchema = { name: '_schedules', keys: [], indexes: [], contains: [] };

/** The stored state of a schedule. */
export interface ScheduleState {
  readonly version: number;
  /** The expression and the time zone that `nextAt` was computed with; null: unknown. */
  readonly schedule: string | null;
  /** Epoch milliseconds; null: never again. */
  readonly nextAt: number | null;
}

/** The schedules in a store, shared by all processes. */
export interface ScheduleTable {
  /** The states by the name of their queue; those that are not stored are missing. */
  get(queues: readonly string[]): Promise<ReadonlyMap<string, ScheduleState>>;
  /** Stores a state. False when another process changed it since `before` was read. */
  put(queue: string, before: ScheduleState | undefined, after: Omit<ScheduleState, 'version'>): Promise<boolean>;
}

/** Opens the schedules of a store, whose collection exists. */
export function createScheduleTable(store: StorePort): ScheduleTable {
  return {
    get: async (queues) => {
      const found = queues.length === 0 ? [] : await store.get(SCHEDULES_COLLECTION.name, queues);
      return new Map(found.flatMap((stored) => (stored === undefined ? [] : [[stored.document._id, readState(stored.document)] as const])));
    },
    put: async (queue, before, after) => {
      const document: RecordDocument = { ...after, _id: queue, _version: (before?.version ?? 0) + 1 };
      const write = { collection: SCHEDULES_COLLECTION.name, document, keys: {}, definitionVersion: 0 };
      const { committed } = await store.commit({
        writes: [before ? { kind: 'update', ...write, previousKeys: {}, expectedVersion: before.version } : { kind: 'insert', ...write }],
      });
      return committed;
    },
  };
}

function readState({ _version: version, schedule, nextAt }: RecordDocument): ScheduleState {
  return { version, schedule: schedule as string | null, nextAt: nextAt as number | null };
}
