import type { FieldView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { isObject, readRelate } from './record-value.ts';

const known = new WeakMap<FieldView, readonly FieldView[]>();
const NONE: readonly FieldView[] = [];

/** The columns of a field's entry schema as fields, with the rights of the field; empty if it has none. */
export function entryColumnsOf(field: FieldView): readonly FieldView[] {
  if (field.entry === undefined) return NONE;
  let columns = known.get(field);
  if (columns === undefined) {
    columns = field.entry.columns.map(({ ref, ...column }) => ({
      ...column,
      id: `${field.id}.${column.fieldName}`,
      refs: ref === undefined ? [] : [ref],
      system: false,
      rights: field.rights,
      sortable: false,
      filterable: false,
    }));
    known.set(field, columns);
  }
  return columns;
}

/** The columns of a field's entry schema that people see. */
export function shownColumnsOf(field: FieldView): readonly FieldView[] {
  return entryColumnsOf(field).filter(({ hidden, identifier }) => hidden !== true && identifier !== true);
}

/** The entries of a value: those of a list, or an object itself. */
export function readEntries(value: JsonValue | undefined): readonly JsonObject[] {
  return [value ?? null].flat().filter((entry): entry is JsonObject => isObject(entry));
}

/** Ids of the records that the entries of these values refer to, by module. */
export function listEntryLinks(field: FieldView, values: readonly (JsonValue | undefined)[]): ReadonlyMap<string, readonly string[]> {
  const links = new Map<string, string[]>();
  for (const column of entryColumnsOf(field)) {
    const [module] = column.refs;
    if (module === undefined) continue;
    const ids = values.flatMap(readEntries).flatMap((entry) => [entry[column.fieldName]].flat().map((value) => readRelate(value)?._id));
    links.set(module, [...(links.get(module) ?? []), ...ids.filter((id) => id !== undefined)]);
  }
  return links;
}

/** The same value with names in place of the ids that are in `names`. */
export function nameEntryLinks(field: FieldView, value: JsonValue | undefined, names: ReadonlyMap<string, string>): JsonValue | undefined {
  const relates = entryColumnsOf(field).filter(({ refs }) => refs.length > 0);
  const nameLink = (link: JsonValue): JsonValue => {
    const _id = readRelate(link)?._id ?? '';
    const name = names.get(_id);
    if (name !== undefined) return { _id, name };
    return typeof link === 'string' ? { _id, hidden: true } : link;
  };
  if (value === undefined || relates.length === 0) return value;
  const nameEntry = (entry: JsonValue): JsonValue => {
    if (!isObject(entry)) return entry;
    const named = relates.flatMap(({ fieldName }): [string, JsonValue][] => {
      const links = entry[fieldName];
      if (links === undefined) return [];
      return [[fieldName, Array.isArray(links) ? (links as readonly JsonValue[]).map(nameLink) : nameLink(links)]];
    });
    return { ...entry, ...Object.fromEntries(named) };
  };
  return Array.isArray(value) ? (value as readonly JsonValue[]).map(nameEntry) : nameEntry(value);
}
