import type { JsonObject, JsonValue } from '../values/json.ts';
import {
  isMissing,
  isObject,
  MISSING,
  ownValue,
  problem,
  refuse,
  refuseAll,
  type FieldColumn,
  type FieldContext,
  type FieldProblem,
  type NormalizeResult,
} from './field-type.ts';
import { limitSize } from './free-json.ts';
import { normalizeEntries } from './list-rules.ts';

/** Whether the field has an entry schema. */
export function hasColumns({ columns = [] }: FieldContext): boolean {
  return columns.length > 0;
}

/** A list of entries with the columns of the field, each value normalized by the type of its column. */
export function normalizeRows(value: JsonValue, context: FieldContext): NormalizeResult {
  const stored = collectStored(context);
  const result = normalizeEntries(value, (row) => normalizeCells(row, context, stored));
  return result.ok && result.value !== undefined ? limitSize(result.value) : result;
}

/** One entry with the columns of the field. */
export function normalizeRow(value: JsonValue, context: FieldContext): NormalizeResult {
  const result = normalizeCells(value, context, collectStored(context));
  return result.ok && result.value !== undefined ? limitSize(result.value) : result;
}

/** Texts that identify the stored entries, and each stored value of a property that is no column. */
interface StoredEntries {
  readonly rows: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

function collectStored({ stored = [], columns = [] }: FieldContext): StoredEntries {
  const rows = new Set<string>();
  const others = new Set<string>();
  const names = new Set(columns.map(({ field }) => field.fieldName));
  for (const row of stored.flat().filter(isObject)) {
    rows.add(identify(row));
    for (const [name, value] of Object.entries(row)) if (!names.has(name)) others.add(identify([name, value]));
  }
  return { rows, others };
}

/**
 * An entry that is already stored is accepted as it is: it may be from before a column was added or changed. In other entries, the
 * values of removed columns are accepted if they are stored.
 */
function normalizeCells(value: JsonValue, { columns = [] }: FieldContext, stored: StoredEntries): NormalizeResult {
  if (isMissing(value)) return MISSING;
  if (!isObject(value)) return refuse('wrong_type', 'Send an object with the values of the columns.');
  const sent = withIds(value, columns);
  if (stored.rows.size > 0 && stored.rows.has(identify(sent))) return { ok: true, value: sent };
  const names = new Set(columns.map(({ field }) => field.fieldName));
  const others = Object.entries(sent).filter(([name]) => !names.has(name));
  const problems = others
    .filter((other) => !stored.others.has(identify(other)))
    .map(([name]): FieldProblem => problem('unknown_column', 'There is no such column.', name));
  const missing: FieldProblem[] = [];
  const cells = new Map<string, JsonValue>();
  for (const column of columns) {
    const { fieldName } = column.field;
    const result = column.type.normalize(ownValue(sent, fieldName) ?? null, column);
    if (!result.ok) problems.push(...result.problems.map((found) => ({ ...found, path: fieldName })));
    else if (result.value !== undefined) cells.set(fieldName, result.value);
    else if (column.field.required === true) missing.push(createMissingProblem(column));
  }
  // An entry without any value is left out, so it needs none.
  if (problems.length === 0 && cells.size === 0 && others.length === 0) return MISSING;
  if (problems.length + missing.length > 0) return refuseAll([...problems, ...missing]);
  return { ok: true, value: Object.fromEntries([...cells, ...others]) };
}

/** The same entry with ids in place of populated records, and without null. */
function withIds(row: JsonObject, columns: readonly FieldColumn[]): JsonObject {
  const relates = new Set(columns.filter(({ type }) => type.name === 'Relate').map(({ field }) => field.fieldName));
  const cells = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(
    cells.map(([name, value]) => [name, relates.has(name) && isObject(value) ? (ownValue(value, '_id') ?? value) : value]),
  );
}

function createMissingProblem({ field }: FieldColumn): FieldProblem {
  return problem('required', field.requiredText ?? `${field.label} is required.`, field.fieldName);
}

/** A text that is equal for equal values, whatever the order of their properties. */
function identify(value: JsonValue): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** The display text of one entry or a list of entries: 'Day: 03/02/2026, Hours: 8; Day: 03/03/2026'. */
export function formatRows(value: JsonValue | undefined, { columns = [] }: FieldContext): string {
  const rows = [value].flat().filter((row) => isObject(row));
  const texts = rows.map((row) =>
    columns
      .map((column) => [column.field.label, column.type.format(ownValue(row, column.field.fieldName), column)] as const)
      .filter(([, text]) => text !== '')
      .map(([label, text]) => `${label}: ${text}`)
      .join(', '),
  );
  return texts.filter((text) => text !== '').join('; ');
}

/** JSON Schema of one entry; a value of a column that is not required may be null. */
export function rowSchema({ columns = [] }: FieldContext): JsonObject {
  const properties = columns.map((column): [string, JsonValue] => {
    const { fieldName, label, description, required } = column.field;
    const schema = column.type.jsonSchema(column);
    return [
      fieldName,
      {
        title: label,
        ...(description === undefined ? {} : { description }),
        ...(required === true ? schema : { anyOf: [schema, { type: 'null' }] }),
      },
    ];
  });
  const required = columns.filter(({ field }) => field.required === true).map(({ field }) => field.fieldName);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
