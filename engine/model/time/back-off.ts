/** Delays between retries of a task that fails repeatedly. Times in milliseconds. */
export interface BackOff {
  /** Whether the task may run now. */
  isDue(now: number): boolean;
  /** Records a failure; returns the delay until the next try. */
  recordFailure(now: number): number;
  /** Records a success: the task may run again immediately. */
  recordSuccess(): void;
}

/** Creates a back-off whose delays start with `initialDelay` and double up to `maxDelay`. */
export function createBackOff({ initialDelay, maxDelay }: { readonly initialDelay: number; readonly maxDelay: number }): BackOff {
  let pause = 0;
  let until = Number.NEGATIVE_INFINITY;
  return {
    isDue: (now) => now >= until,
    recordFailure: (now) => {
      pause = pause === 0 ? initialDelay : Math.min(pause * 2, maxDelay);
      until = now + pause;
      return pause;
    },
    recordSuccess: () => {
      pause = 0;
      until = Number.NEGATIVE_INFINITY;
    },
  };
}

/**
 * Starts a task unless it must still wait. When it fails, `onFailure` is called with the seconds until the next try, once
 * for all tasks that ran at the same time.
 */
export function runWithBackOff(
  backOff: BackOff,
  task: () => Promise<unknown>,
  onFailure: (error: Error, nextInSeconds: number) => void,
): void {
  if (!backOff.isDue(performance.now())) return;
  task().then(
    () => backOff.recordSuccess(),
    (error: Error) => {
      if (backOff.isDue(performance.now())) onFailure(error, backOff.recordFailure(performance.now()) / 1000);
    },
  );
}
