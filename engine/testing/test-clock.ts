/** A span of time; absent parts are 0, negative ones go back. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** A wall clock that only a test moves. */
export interface TestClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly advance: (duration: Duration) => void;
  /** Sets the time to an ISO time, such as '2027-03-01T15:00:00Z'. */
  readonly set: (time: string) => void;
  /** Sets the time to that of the start. */
  readonly reset: () => void;
}

/** Creates a clock whose first time is `start`, an ISO time. */
export function createTestClock(start: string): TestClock {
  let now = Date.parse(start);
  return {
    now: () => now,
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    },
    set: (time) => {
      now = Date.parse(time);
    },
    reset: () => {
      now = Date.parse(start);
    },
  };
}
