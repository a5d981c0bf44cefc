import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../../errors/index.ts';

const MAX_PROGRESS_BYTES = 4 * 1024;

/** Stores the progress of one run. */
export interface ProgressWriter {
  readonly write: (value: number | JsonObject) => Promise<void>;
  /** Resolves when nothing is being written. */
  readonly flush: () => Promise<void>;
}

/** Creates a writer with at most one write in progress: of the values that are reported meanwhile only the last is written. */
export function createProgressWriter(store: (value: number | JsonObject) => Promise<void>): ProgressWriter {
  let latest: number | JsonObject | undefined;
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    while (latest !== undefined) {
      const value = latest;
      latest = undefined;
      // The progress is for people only: the run continues without it.
      await store(value).catch(() => undefined);
    }
    writing = undefined;
  };
  return {
    write: async (value) => {
      if (typeof value === 'object' && Buffer.byteLength(JSON.stringify(value)) > MAX_PROGRESS_BYTES)
        throw new MusterError('job_invalid', { values: { reason: 'its progress is larger than 4 KiB' } });
      latest = value;
      writing ??= writeAll();
      await writing;
    },
    flush: async () => {
      await writing;
    },
  };
}
