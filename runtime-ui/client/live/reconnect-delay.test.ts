import { expect, it } from 'vitest';
import { reconnectDelay } from './reconnect-delay.ts';

it('waits longer with each try, within bounds, and with random jitter', () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 8, 20].map((tries) => reconnectDelay(tries, 1));
  expect(longest).toEqual([800, 1_600, 3_200, 6_400, 12_800, 20_000, 20_000, 20_000, 20_000]);
  expect(reconnectDelay(20, 0)).toBe(10_000);
  expect(reconnectDelay(3, 0.5)).toBe(2_400);
});
