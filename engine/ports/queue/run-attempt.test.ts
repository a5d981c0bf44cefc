import { describe, expect, it } from 'vitest';
import type { QueueJob } from '../queue.ts';
import { getRetryDelay, sortChildren } from './run-attempt.ts';

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

describe('sortChildren', () => {
  const sorted = (ids: readonly string[]): readonly string[] =>
    sortChildren(ids.map((id) => ({ id, addedAt: 7 }) as QueueJob)).map(({ id }) => id);

  it('compares the numbers at the end of ids, and everything before them as text', () => {
    expect(sorted(['import.10', 'import.2', 'import.1'])).toEqual(['import.1', 'import.2', 'import.10']);
    const made = ['0199-7009-b', '0199-700a-a', '0199-7010-c'];
    expect(sorted([...made].reverse())).toEqual(made);
    expect(sorted(['0199-7009.0', '0199-700a-a', '0199-7009.1'])).toEqual(['0199-7009.0', '0199-7009.1', '0199-700a-a']);
  });
});
