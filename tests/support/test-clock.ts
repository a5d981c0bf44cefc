/** A wall clock that only advances when a test advances it, and is reset for the next store. */
export interface TestClock {
  now: () => number;
  advance: (minutes: number) => void;
  reset: () => void;
}

export function createTestClock(start: string): TestClock {
  let now = Date.parse(start);
  return {
    now: () => now,
    advance: (minutes) => {
      now += minutes * 60_000;
    },
    reset: () => {
      now = Date.parse(start);
    },
  };
}
