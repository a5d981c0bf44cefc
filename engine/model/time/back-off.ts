/** Pauses between tries of what fails again and again. Times in milliseconds. */
export interface BackOff {
  /** Whether it may be tried now. */
  isDue(now: number): boolean;
  /** It failed: answers how long it is left alone. */
  recordFailure(now: number): number;
  /** It went well: it is due at once from now on. */
  recordSuccess(): void;
}

/** Makes pauses that begin with `first` and double up to `longest`. */
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

/** Begins a task unless it is to be left alone. Of its failure, and of those that were under way with it, `tell` is told once, with the pause in seconds that follows. */
export function runWithBackOff(backOff: BackOff, task: () => Promise<unknown>, onFailure: (error: Error, nextInSeconds: number) => void): void {
  if (!backOff.isDue(performance.now())) return;
  task().then(() => backOff.recordSuccess(), (error: Error) => {
    if (backOff.isDue(performance.now())) onFailure(error, backOff.recordFailure(performance.now()) / 1000);
  });
}
