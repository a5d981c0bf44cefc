/** Pauses between tries of what fails again and again. Times in milliseconds. */
export interface BackOff {
  /** Whether it may be tried now. */
  isDue(now: number): boolean;
  /** It failed: answers how long it is left alone. */
  failed(now: number): number;
  /** It went well: it is due at once from now on. */
  worked(): void;
}

/** Makes pauses that begin with `first` and double up to `longest`. */
export function createBackOff({ first, longest }: { readonly first: number; readonly longest: number }): BackOff {
  let pause = 0;
  let until = Number.NEGATIVE_INFINITY;
  return {
    isDue: (now) => now >= until,
    failed: (now) => {
      pause = pause === 0 ? first : Math.min(pause * 2, longest);
      until = now + pause;
      return pause;
    },
    worked: () => {
      pause = 0;
      until = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Begins a task unless it is to be left alone. Of its failure, and of those that were under way with it, `tell` is told once, with the pause in seconds that follows. */
export function tryWhenDue(backOff: BackOff, task: () => Promise<unknown>, tell: (error: Error, nextInSeconds: number) => void): void {
  if (!backOff.isDue(performance.now())) return;
  task().then(() => backOff.worked(), (error: Error) => {
    if (backOff.isDue(performance.now())) tell(error, backOff.failed(performance.now()) / 1000);
  });
}
