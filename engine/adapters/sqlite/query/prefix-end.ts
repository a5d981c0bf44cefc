const LAST = 0x10ffff;

/**
 * The smallest text after all texts with this prefix, in the order of code points; undefined when there is none (the
 * prefix contains only the last code point).
 */
export function prefixEnd(prefix: string): string | undefined {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0);
  while (points.length > 0) {
    const last = points.pop() ?? LAST;
    if (last === LAST) continue;
    // Surrogates are not code points: the one after U+D7FF is U+E000.
    return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
}
