import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

describe('yielding to the event loop', () => {
  // Later than any slice that other work of this process has begun.
  let now = 1_000_000_000;
  let turns = 0;
  beforeEach(() => {
    now += 1_000_000;
    turns = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void vi.restoreAllMocks());

  /** Runs parts that take this long, and counts the turns of the event loop in between. */
  async function work(parts: number, milliseconds: number): Promise<void> {
    await yieldToEventLoop();
    turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for (let part = 0; part < parts; part += 1) {
      now += milliseconds;
      await yieldToEventLoop();
    }
    clearImmediate(next);
  }

  it('lets other work run whenever a slice has taken its time', async () => {
    await work(100, 5);
    expect(turns).toBeGreaterThanOrEqual(49);
  });

  it('does not interrupt short work', async () => {
    await work(9, 1);
    expect(turns).toBe(0);
  });
});
