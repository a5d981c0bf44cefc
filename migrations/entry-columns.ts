import type { JsonObject, JsonValue } from '#engine/model/values';
import type { Migration } from './migration.ts';
import { DEFINITION_COLLECTIONS, replaceDocument, rewriteDocuments } from './rewrite-documents.ts';

/** The input types of the columns by their earlier kinds. */
const INPUT_TYPES: ReadonlyMap<unknown, string> = new Map([
  ['text', 'TextField'],
  ['number', 'Number'],
  ['checkbox', 'Checkbox'],
]);

/** The names that a column of an entry schema can have. */
const NAME = /^(_id|[a-z][A-Za-z0-9_-]*)$/;

/**
 * Replaces the property `entryColumns` of fields, in published definitions and the last valid ones, by an entry schema with the
 * same columns. A field with a column whose name an entry schema does not allow becomes a list of any JSON.
 */
export const ENTRY_COLUMNS_MIGRATION: Migration = {
  number: 7,
  name: 'entry-columns',
  async run({ store }) {
    await store.applySchemas(DEFINITION_COLLECTIONS);
    for (const { name } of DEFINITION_COLLECTIONS)
      await rewriteDocuments(store, name, (record) => replaceDocument(name, record, replaceColumns(record.document)));
  },
};

/** The same definition, or change-set with definitions, with entry schemas in place of entry columns. */
function replaceColumns(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(replaceColumns);
  if (!isObject(value)) return value;
  const { entryColumns, ...others } = value;
  const replaced = Object.fromEntries(Object.entries(others).map(([name, member]) => [name, replaceColumns(member)]));
  if (entryColumns === undefined || typeof value['inputType'] !== 'string') return entryColumns === undefined ? replaced : value;
  const columns = convertColumns(entryColumns);
  return columns === undefined || Object.hasOwn(value, 'entry') ? replaced : { ...replaced, entry: { columns } };
}

function convertColumns(entryColumns: JsonValue): readonly JsonObject[] | undefined {
  const known = Array.isArray(entryColumns) ? entryColumns.filter(isObject) : [];
  const byName = new Map(
    known.map(({ name, kind }) => {
      const fieldName = typeof name === 'string' ? name : '';
      return [fieldName, { fieldName, label: labelOf(fieldName), inputType: INPUT_TYPES.get(kind) ?? 'TextField' }];
    }),
  );
  const isAllowed = [...byName.keys()].every((name) => NAME.test(name) && !(name in Object.prototype));
  return byName.size > 0 && isAllowed ? [...byName.values()] : undefined;
}

/** 'hoursPerDay' and 'hours_per_day' as a label: 'Hours per day'. */
function labelOf(name: string): string {
  const words = name
    .replace(/^_+/, '')
    .replaceAll('_', ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
