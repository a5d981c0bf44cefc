const BASE_DELAY_MILLISECONDS = 400;
const MAX_DELAY_MILLISECONDS = 20_000;

/**
 * Milliseconds before the next reconnect: doubles with each try, with random jitter in its second half, so that many clients do not
 * reconnect at the same time.
 */
export function reconnectDelay(tries: number, chance: number): number {
  const longest = Math.min(BASE_DELAY_MILLISECONDS * 2 ** Math.min(tries, 10), MAX_DELAY_MILLISECONDS);
  return Math.round(longest / 2 + (longest / 2) * chance);
}
