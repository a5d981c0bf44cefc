import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatchReader } from './batch-reader.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('A batch reader', () => {
  it('reads what is requested at the same time with one call, each key once, at most a hundred', async () => {
    const calls: (readonly string[])[] = [];
    const read = createBatchReader((keys) => {
      calls.push(keys);
      return Promise.resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()])));
    });
    const values = Promise.all([read('a'), read('b'), read('a'), read('none')]);
    await vi.runAllTimersAsync();
    expect(await values).toEqual(['A', 'B', 'A', undefined]);
    const many = Promise.all(Array.from({ length: 130 }, (_, at) => read(`k${at}`)));
    await vi.runAllTimersAsync();
    expect((await many).at(-1)).toBe('K129');
    expect(calls.map((keys) => keys.length)).toEqual([3, 100, 30]);
  });

  it('passes an error on to all of its keys, and reads again afterwards', async () => {
    let isBroken = true;
    const read = createBatchReader((keys) =>
      isBroken ? Promise.reject(new Error('unavailable')) : Promise.resolve(new Map(keys.map((key) => [key, 1]))),
    );
    const refused = Promise.allSettled([read('a'), read('b')]);
    await vi.runAllTimersAsync();
    expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    const value = read('a');
    await vi.runAllTimersAsync();
    expect(await value).toBe(1);
  });
});
