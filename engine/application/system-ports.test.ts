import { describe, expect, it } from 'vitest';
import { createIds } from './system-ports.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('Generated ids', () => {
  it('are UUIDs of version 7 that contain the time', () => {
    const id = createIds({ now: () => 0x0190_0000_0001 }).next();
    expect(id).toMatch(UUID_V7);
    expect(id.slice(0, 13)).toBe('01900000-0001');
  });

  it('increase strictly within a millisecond, across its end, and when the clock goes back', () => {
    let now = 1_800_000_000_000;
    const ids = createIds({ now: () => now });
    const made: string[] = [];
    for (let turn = 0; turn < 10_000; turn += 1) {
      if (turn === 5_000) now -= 60_000;
      if (turn === 8_000) now += 120_000;
      made.push(ids.next());
    }
    expect(made).toEqual([...made].sort());
    expect(new Set(made).size).toBe(made.length);
    for (const id of made) expect(id).toMatch(UUID_V7);
  });

  it('of two processes do not collide', () => {
    const clock = { now: () => 1_800_000_000_000 };
    const [a, b] = [createIds(clock), createIds(clock)];
    const all = Array.from({ length: 5_000 }, () => [a.next(), b.next()]).flat();
    expect(new Set(all).size).toBe(all.length);
  });
});
