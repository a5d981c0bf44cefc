import type { JsonValue } from '#engine/model';

type Value = JsonValue | undefined;

/** Whether two JSON values are equal; missing and null are equal. */
export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === undefined || a === null) return b === undefined || b === null;
  if (typeof a !== 'object' || typeof b !== 'object' || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((value: JsonValue, index) => sameValue(value, b[index] as Value));
  if (Array.isArray(b)) return false;
  return sameObject(a as { readonly [name: string]: JsonValue }, b as { readonly [name: string]: JsonValue });
}

function sameObject(a: { readonly [name: string]: JsonValue }, b: { readonly [name: string]: JsonValue }): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]));
}
