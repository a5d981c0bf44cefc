import type { CollectionSchema, RecordDocument } from '#engine/model';
import type { StorePort } from '../../ports/index.ts';

/** The next run of each job. */
export const JOBS_COLLECTION: CollectionSchema = { name: '_jobs', keys: [], indexes: [], contains: [] };

/** The stored state of a job; times in epoch milliseconds. */
export interface JobState {
  readonly version: number;
  readonly nextAt: number;
  /** While it runs: when the run is considered lost. */
  readonly runningUntil: number | null;
}

/** The states of jobs, shared by all processes. */
export interface JobStates {
  get(id: string): Promise<JobState | undefined>;
  /** Replaces a state. Undefined when another process changed it first. */
  put(id: string, before: JobState | undefined, after: Omit<JobState, 'version'>): Promise<JobState | undefined>;
}

/** The job states in a store. */
export function createJobStates(store: StorePort): JobStates {
  return {
    get: async (id) => {
      const [stored] = await store.get(JOBS_COLLECTION.name, [id]);
      if (!stored) return undefined;
      const { _version: version, nextAt, runningUntil } = stored.document;
      return { version, nextAt: nextAt as number, runningUntil: runningUntil as number | null };
    },
    put: async (id, before, after) => {
      const document: RecordDocument = { ...after, _id: id, _version: (before?.version ?? 0) + 1 };
      const write = { collection: JOBS_COLLECTION.name, document, keys: {}, definitionVersion: 0 };
      const result = await store.commit({
        writes: [before ? { kind: 'update', ...write, previousKeys: {}, expectedVersion: before.version } : { kind: 'insert', ...write }],
      });
      return result.committed ? { ...after, version: document._version } : undefined;
    },
  };
}
