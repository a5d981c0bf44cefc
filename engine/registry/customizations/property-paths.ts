export type Plain = { readonly [name: string]: unknown };

/** Identifying properties of list elements; the first one that all elements have is used. */
const ELEMENT_KEYS = ['id', 'fieldName', 'value', 'path'] as const;

/** The property by which the elements of a list are identified; undefined: by none. */
export function findElementKey(elements: readonly unknown[]): string | undefined {
  return ELEMENT_KEYS.find((key) => elements.every((element) => isPlain(element) && typeof element[key] === 'string'));
}

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A name as a part of a path, in which '/' separates the parts (JSON Pointer). */
export function escapePart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function splitPath(path: string): readonly string[] {
  if (path === '/') return [];
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a path of a definition, in which list elements are named by their keys; undefined: none. */
export function readProperty(definition: unknown, path: string): unknown {
  return splitPath(path).reduce(readPart, definition);
}

function readPart(value: unknown, part: string): unknown {
  if (isPlain(value)) return value[part];
  if (!Array.isArray(value)) return undefined;
  const elements: readonly unknown[] = value;
  const key = findElementKey(elements);
  return key === undefined ? undefined : (elements as readonly Plain[]).find((element) => element[key] === part);
}

/** A copy of a definition with another value at a path; undefined removes it. A new list element is added at the end. */
export function replaceProperty(definition: unknown, path: string, value: unknown): unknown {
  return replaceParts(definition, splitPath(path), value);
}

function replaceParts(current: unknown, [part, ...rest]: readonly string[], value: unknown): unknown {
  if (part === undefined) return value;
  const replaced = replaceParts(readPart(current, part), rest, value);
  if (!Array.isArray(current)) {
    const { [part]: _old, ...others } = isPlain(current) ? current : {};
    // A property that is there stays in its place.
    if (replaced === undefined) return others;
    return { ...(isPlain(current) ? current : {}), [part]: replaced };
  }
  const elements: readonly unknown[] = current;
  const key = findElementKey(elements);
  const at = elements.findIndex((element) => isPlain(element) && key !== undefined && element[key] === part);
  const added = replaced === undefined ? [] : [replaced];
  return at < 0 ? [...elements, ...added] : [...elements.slice(0, at), ...added, ...elements.slice(at + 1)];
}
