const FIRST = 400;
const LONGEST = 20_000;

/** Milliseconds before a try to connect again: doubling, and anywhere in the later half, so that a crowd does not come back as one. */
export function pauseBefore(tries: number, chance: number): number {
  const longest = Math.min(FIRST * 2 ** Math.min(tries, 10), LONGEST);
  return Math.round(longest / 2 + (longest / 2) * chance);
}
