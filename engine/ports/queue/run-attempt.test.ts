import { describe, expect, it } from 'vitest';
import { getRetryDelay } from './run-attempt.ts';

const EXPONENTIAL = { kind: 'exponential', delay: 1_000, maxDelay: 60_000, jitter: 0.2 } as const;

describe('getRetryDelay', () => {
  it('doubles up to the maximum', () => {
    const delays = [1, 2, 3, 6, 7, 8, 100].map((attempts) => getRetryDelay(EXPONENTIAL, attempts, 0));
    expect(delays).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('stays the same when fixed', () => {
    const delays = [1, 2, 50].map((attempts) => getRetryDelay({ ...EXPONENTIAL, kind: 'fixed' }, attempts, 0));
    expect(delays).toEqual([1_000, 1_000, 1_000]);
  });

  it('adds a random share of the jitter, to the maximum too', () => {
    expect(getRetryDelay(EXPONENTIAL, 1, 0.5)).toBe(1_100);
    expect(getRetryDelay(EXPONENTIAL, 20, 1)).toBe(72_000);
    expect(getRetryDelay({ ...EXPONENTIAL, delay: 0 }, 3, 1)).toBe(0);
  });
});
