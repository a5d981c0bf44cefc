import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSignInQueue } from './sign-in-queue.ts';

describe('The sign-in queue', () => {
  it('runs one attempt per e-mail and eight per address at a time, and all of them in the end', async () => {
    const runInQueue = createSignInQueue();
    const running = new Map<string, number>();
    const most = new Map<string, number>();
    const note = (key: string, change: number): void => {
      running.set(key, (running.get(key) ?? 0) + change);
      most.set(key, Math.max(most.get(key) ?? 0, running.get(key) ?? 0));
    };
    const attempts = Array.from({ length: 60 }, (_, number) =>
      runInQueue({ exclusiveKey: `e${number % 20}`, limitedKey: 'a' }, async () => {
        note(`e${number % 20}`, 1);
        note('a', 1);
        // Every attempt that may start has started by the next turn of the event loop.
        await turn();
        note(`e${number % 20}`, -1);
        note('a', -1);
        return number;
      }),
    );
    expect(await Promise.all(attempts)).toEqual(Array.from({ length: 60 }, (_, number) => number));
    expect(most.get('a')).toBe(8);
    expect(most.get('e3')).toBe(1);
  });

  it('runs the next attempt after a failure', async () => {
    const runInQueue = createSignInQueue();
    const keys = { exclusiveKey: 'e', limitedKey: 'a' };
    await expect(runInQueue(keys, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await runInQueue(keys, async () => 'in')).toBe('in');
  });
});
