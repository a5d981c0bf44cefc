type Version = readonly [number, number, number];

/** A version of three numbers, or undefined when it is not one. */
export function parseVersion(text: string): Version | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/**
 * Whether a version is in a range: '*', '1.x', '1.2.x', '1.2.3', '^1.2.3', '~1.2.3', '>=1.2.3', or several of these separated by spaces,
 * all of which must match. Undefined when the range cannot be parsed.
 */
export function satisfiesRange(version: string, range: string): boolean | undefined {
  const found = parseVersion(version);
  const parts = range
    .trim()
    .split(/\s+/)
    .map((part) => (found ? satisfiesPart(found, part) : undefined));
  return parts.includes(undefined) ? undefined : parts.every(Boolean);
}

function satisfiesPart(version: Version, part: string): boolean | undefined {
  if (part === '*' || part === 'x') return true;
  const wild = /^(\d+)(?:\.(\d+))?(?:\.[x*])$/.exec(part);
  if (wild) return version[0] === Number(wild[1]) && (wild[2] === undefined || version[1] === Number(wild[2]));
  const match = /^(\^|~|>=|<=|>|<)?(.+)$/.exec(part);
  const bound = parseVersion(match?.[2] ?? '');
  if (!bound) return undefined;
  const order = compareVersions(version, bound);
  switch (match?.[1]) {
    case '^':
      return order >= 0 && isBeforeBreak(version, bound);
    case '~':
      return order >= 0 && version[0] === bound[0] && version[1] === bound[1];
    case '>=':
      return order >= 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '<':
      return order < 0;
    default:
      return order === 0;
  }
}

/** `^` allows all versions with the same leftmost non-zero number. */
function isBeforeBreak(version: Version, bound: Version): boolean {
  const place = bound.findIndex((number) => number !== 0);
  return bound.slice(0, (place < 0 ? 2 : place) + 1).every((number, index) => version[index] === number);
}

function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
