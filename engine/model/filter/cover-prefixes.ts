/**
 * Returns at most `max` prefixes that cover the given texts (all of one length): the texts, shortened as little as
 * possible. A value that starts with one of the texts starts with one of the prefixes; the reverse is only true if nothing
 * was shortened.
 */
export function coverPrefixes(texts: readonly string[], max: number): readonly string[] {
  const longest = texts[0]?.length ?? 0;
  for (let length = longest; length > 1; length -= 1) {
    const prefixes = [...new Set(texts.map((text) => text.slice(0, length)))];
    if (prefixes.length <= max) return prefixes;
  }
  return [...new Set(texts.map((text) => text.slice(0, 1)))];
}
