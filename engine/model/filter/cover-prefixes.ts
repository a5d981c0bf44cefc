/**
 * Few beginnings for many: those that are given (all of one length), cut as short as it takes for there to be at most
 * `most`. Whatever begins with one of the texts begins with one of these; the reverse holds only where none was cut.
 */
export function coverPrefixes(texts: readonly string[], max: number): readonly string[] {
  const longest = texts[0]?.length ?? 0;
  for (let length = longest; length > 1; length -= 1) {
    const prefixes = [...new Set(texts.map((text) => text.slice(0, length)))];
    if (prefixes.length <= max) return prefixes;
  }
  return [...new Set(texts.map((text) => text.slice(0, 1)))];
}
