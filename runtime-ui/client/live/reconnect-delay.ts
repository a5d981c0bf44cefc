const BASE_DELAY_MILLISECONDS = 400;
const MAX_DELAY_MILLISECONDS = 20_000;

/** Milliseconds before a try to connect again: doubling, and anywhere in the later half, so that a crowd does not come back as one. */
export function reconnectDelay(tries: number, chance: number): number {
  const longest = Math.min(BASE_DELAY_MILLISECONDS * 2 ** Math.min(tries, 10), MAX_DELAY_MILLISECONDS);
  return Math.round(longest / 2 + (longest / 2) * chance);
}
