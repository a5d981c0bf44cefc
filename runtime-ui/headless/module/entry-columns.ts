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

/** The entries of a value: those of a list, or an object itself. */
export function readEntries(value: JsonValue | undefined): readonly JsonObject[] {
  return [value ?? null].flat().filter((entry): entry is JsonObject => isObject(entry));
}

/** Ids of the records that the entries of these values refer to, by module. */
export function listEntryLinks(field: FieldView, values: readonly (JsonValue | undefined)[]): ReadonlyMap<string, readonly string[]> {
  const links = new Map<string, string[]>();
  for (const column of entryColumnsOf(field)) {
    const [module] = column.refs;
    if (column.inputType !== 'Relate' || module === undefined) continue;
    const ids = values.flatMap(readEntries).map((entry) => readRelate(entry[column.fieldName])?._id);
    links.set(module, [...(links.get(module) ?? []), ...ids.filter((id) => id !== undefined)]);
  }
  return links;
}

/** The same value with names in place of the ids that are in `names`. */
export function nameEntryLinks(field: FieldView, value: JsonValue | undefined, names: ReadonlyMap<string, string>): JsonValue | undefined {
  const relates = entryColumnsOf(field).filter(({ inputType }) => inputType === 'Relate');
  if (value === undefined || relates.length === 0) return value;
  const nameEntry = (entry: JsonValue): JsonValue => {
    if (!isObject(entry)) return entry;
    const named = relates.flatMap(({ fieldName }) => {
      const id = readRelate(entry[fieldName])?._id ?? '';
      const name = names.get(id);
      return name === undefined ? [] : [[fieldName, { _id: id, name }] as const];
    });
    return { ...entry, ...Object.fromEntries(named) };
  };
  return Array.isArray(value) ? (value as readonly JsonValue[]).map(nameEntry) : nameEntry(value);
}
