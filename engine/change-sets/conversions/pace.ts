import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Rounds of a new conversion that do not wait for long, so that a small module is converted at once. A process with requests has none. */
const FAST_ROUNDS = 10;
/** How long a fast round waits: long enough to notice requests. */
const GLANCE = 20;
/** How long any other round rests, as a multiple of the time that it took: a process with requests loses less than 5 % of its time. */
const REST = 20;
/** The same while the process has little else to do. */
const IDLE_REST = 4;
/** Share of a rest in which the process worked, up to which it counts as idle. */
const IDLE_SHARE = 0.3;
const MAX_REST = 10_000;
/** Milliseconds between two writes of the progress. */
const SAVE_EVERY = 1_000;

/** What a pace measures and waits with. */
export interface PaceClock {
  /** Milliseconds since any moment. */
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Begins to measure; the result returns the share of the time since then in which the process worked, from 0 to 1. */
  readonly measureLoad: () => () => number;
}

const PROCESS_CLOCK: PaceClock = {
  now: () => performance.now(),
  pause,
  measureLoad: () => {
    const before = performance.eventLoopUtilization();
    return () => performance.eventLoopUtilization(before).utilization;
  },
};

/** Leaves most of the time to others, and says when the progress is to be written. */
export interface Pace {
  /** Before the first round: looks whether the process is busy. */
  readonly begin: () => Promise<void>;
  /** Whether the progress is to be written after this round. */
  readonly isDue: () => boolean;
  /** After each round. */
  readonly rest: () => Promise<void>;
}

/** Creates the pace of one run. `isNew`: no earlier run has worked on the conversion. */
export function createPace(isNew: boolean, clock: PaceClock = PROCESS_CLOCK): Pace {
  let [since, savedAt] = [clock.now(), clock.now()];
  let fastRounds = isNew ? FAST_ROUNDS : 0;
  let isIdle = false;
  const wait = async (milliseconds: number): Promise<void> => {
    const readLoad = clock.measureLoad();
    await clock.pause(milliseconds);
    isIdle = readLoad() <= IDLE_SHARE;
    if (!isIdle) fastRounds = 0;
    since = clock.now();
  };
  return {
    begin: () => wait(GLANCE),
    isDue: () => {
      const isDue = clock.now() - savedAt >= SAVE_EVERY;
      if (isDue) savedAt = clock.now();
      return isDue;
    },
    rest: async () => {
      if (fastRounds === 0) return wait(Math.min(MAX_REST, (clock.now() - since) * (isIdle ? IDLE_REST : REST)));
      fastRounds -= 1;
      return wait(GLANCE);
    },
  };
}
