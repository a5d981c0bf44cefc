/**
 * Compares two texts by code point, which is the order of their UTF-8 bytes: negative, 0 or positive. JavaScript's own
 * order is different: it compares UTF-16 units and so puts astral characters before U+E000 to U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rankUnit(left) - rankUnit(right);
  }
  return a.length - b.length;
}

/** Ranks surrogates after all other units, so that astral characters sort last. */
function rankUnit(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
