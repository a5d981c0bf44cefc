import type { JsonObject, JsonValue } from '#engine/model';

/** A stored record as the plugin reads it. */
export interface Stored {
  readonly _id: string;
  readonly [field: string]: unknown;
}

/** A group of a sidebar: a heading, which may be empty, and names of modules. */
export interface SidebarGroup {
  readonly label: string;
  readonly modules: readonly string[];
}

/** A text of a record; '' if it has none. */
export function textIn(record: { readonly [field: string]: unknown } | undefined, field: string): string {
  const value = record?.[field];
  return typeof value === 'string' ? value : '';
}

/** The texts of a list in a record. */
export function textsIn(record: { readonly [field: string]: unknown }, field: string): readonly string[] {
  const value = record[field];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** An object in a record; empty if it has none. */
export function objectIn(record: { readonly [field: string]: unknown }, field: string): JsonObject {
  const value = record[field];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The objects of a list in a record. */
export function objectsIn(record: { readonly [field: string]: unknown }, field: string): readonly JsonObject[] {
  const value = record[field];
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).filter((one): one is JsonObject => typeof one === 'object' && one !== null && !Array.isArray(one));
}

/** The position of a record among others: a missing one is behind all. */
export function orderIn(holder: { readonly [field: string]: unknown }): number {
  return typeof holder['order'] === 'number' ? holder['order'] : Number.MAX_SAFE_INTEGER;
}

/** Sorted by `options.order`, then by name. */
export function sortByOptions<One extends Stored>(records: readonly One[]): readonly One[] {
  return [...records].sort(
    (one, other) =>
      orderIn(objectIn(one, 'options')) - orderIn(objectIn(other, 'options')) ||
      textIn(one, 'name').localeCompare(textIn(other, 'name'), 'en'),
  );
}

/** The groups of a sidebar template or a sidebar. */
export function groupsIn(record: { readonly [field: string]: unknown }): readonly SidebarGroup[] {
  return objectsIn(record, 'items').map((item) => ({ label: textIn(item, 'label'), modules: textsIn(item, 'modules') }));
}

/** A page of the product that a menu can open; undefined: it is none. */
export function safeRoute(route: string): string | undefined {
  const text = route.trim();
  return /^\/(?![/\\])\S*$/u.test(text) ? text : undefined;
}
