const LAST = 0x10ffff;

/**
 * The least text that comes after all texts with this prefix, in the order of code points; undefined when there is
 * none (the prefix is made of the last code point alone).
 */
export function prefixEnd(prefix: string): string | undefined {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0);
  while (points.length > 0) {
    const last = points.pop() ?? LAST;
    if (last === LAST) continue;
    // Surrogates are no code points of their own: the one after U+D7FF is U+E000.
    return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
}
