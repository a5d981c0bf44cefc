import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { invalidateRecords } from '../../client/index.ts';
import { createBulkRun, shownCount, type BulkProgress, type BulkRun, type BulkRunInput } from './bulk-run.ts';

export interface BulkRunHandle {
  /** Undefined before the first start. */
  readonly progress: BulkProgress | undefined;
  /** The count that the progress bar shows. */
  readonly shown: number;
  readonly start: (ids: readonly string[], send: BulkRunInput['send']) => Promise<BulkOutcome>;
  /** Resumes with the remaining ids. */
  readonly resume: () => Promise<BulkOutcome>;
  readonly stop: () => void;
  /** The batch of the run; '' before the first start. */
  readonly batchId: () => string;
  /** Resets to the state before the first start. */
  readonly reset: () => void;
}

export interface BulkOutcome {
  readonly progress: BulkProgress;
  readonly batchId: string;
}

function useShown(progress: BulkProgress | undefined): number {
  const [shown, setShown] = useState(0);
  const settled = progress?.settled ?? 0;
  const inFlight = progress?.inFlight ?? 0;
  useEffect(() => {
    setShown(settled);
    if (inFlight === 0) return;
    const began = Date.now();
    const timer = setInterval(() => setShown(shownCount({ settled, inFlight }, Date.now() - began)), 500);
    return () => clearInterval(timer);
  }, [settled, inFlight]);
  return Math.max(shown, settled);
}

/** Runs a bulk operation on the records of a module, with progress; the module's queries are invalidated when it ends. */
export function useBulkRun(module: ModuleView): BulkRunHandle {
  const client = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress | undefined>(undefined);
  const run = useRef<BulkRun | undefined>(undefined);
  const shown = useShown(progress);
  const go = useCallback(
    async (one: BulkRun): Promise<BulkOutcome> => {
      const ended = await one.start();
      void invalidateRecords(client, [module.name]);
      return { progress: ended, batchId: one.batchId() };
    },
    [client, module.name],
  );
  const start = useCallback(
    (ids: readonly string[], send: BulkRunInput['send']) => {
      run.current = createBulkRun({ ids, send, onProgress: setProgress });
      return go(run.current);
    },
    [go],
  );
  const resume = useCallback(() => {
    if (run.current === undefined) throw new TypeError('Nothing was begun.');
    return go(run.current);
  }, [go]);
  const stop = useCallback(() => run.current?.stop(), []);
  const batchId = useCallback(() => run.current?.batchId() ?? '', []);
  const reset = useCallback(() => setProgress(undefined), []);
  return { progress, shown, start, resume, stop, batchId, reset };
}
