/** Identifying properties of list elements; the first one that all elements have is used. */
const ELEMENT_KEYS = ['id', 'fieldName', 'value', 'path'] as const;

/** The property that identifies the elements of a list in a merge or a comparison; undefined: there is none. */
export function findElementKey(elements: readonly unknown[]): string | undefined {
  return ELEMENT_KEYS.find((key) => elements.every((element) => isPlain(element) && typeof element[key] === 'string'));
}

/** Whether a value is an object and no list. */
export function isPlain(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
