import type { JsonValue, JsonObject } from '../values/json.ts';
import { PRESENCE_OPERATORS } from '../filter/operators.ts';
import {
  refuse,
  type NormalizeResult,
  isMissing,
  isObject,
  MISSING,
  ownValue,
  problem,
  refuseAll,
  type FieldColumn,
  type FieldContext,
  type FieldProblem,
  type FieldType,
} from './field-type.ts';
import { identifier } from './column-types.ts';
import { findTextProblem } from './text-types.ts';
import { normalizeEntries, listSchema } from './list-rules.ts';

/** Maximum size of an Object or Array in bytes, as JSON in UTF-8. */
const FREE_JSON_BYTES = 64 * 1024;

const MAX_DEPTH = 20;
const REFUSED_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];
const encoder = new TextEncoder();

type Finding = { readonly code: string; readonly message: string };
/** The problem of a name in JSON; undefined: it can be used. */
type NameCheck = (name: string) => Finding | undefined;

/** Accepts any JSON of at most 64 KiB whose names and texts every store can save unchanged. */
function normalizeFreeJson(value: JsonValue, findName: NameCheck = findNameProblem): NormalizeResult {
  const found = findProblem(value, 0, findName);
  if (found !== undefined) return refuse(found.code, found.message);
  return limitSize(JSON.parse(JSON.stringify(value)) as JsonValue);
}

/** Accepts a value of at most 64 KiB as JSON. */
function limitSize(value: JsonValue): NormalizeResult {
  const isTooLong = encoder.encode(JSON.stringify(value)).length > FREE_JSON_BYTES;
  return isTooLong ? refuse('too_long', 'Use at most 64 KiB.') : { ok: true, value };
}

function findProblem(value: JsonValue, depth: number, findName: NameCheck): Finding | undefined {
  if (depth > MAX_DEPTH) return { code: 'too_deep', message: `Nest at most ${MAX_DEPTH} levels.` };
  if (typeof value === 'string') return findTextProblem(value, { max: FREE_JSON_BYTES, lines: true });
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : { code: 'not_a_number', message: 'Use numbers that are not infinite.' };
  if (value === null || typeof value !== 'object')
    return typeof value === 'boolean' || value === null ? undefined : { code: 'wrong_type', message: 'Send JSON.' };
  for (const [name, inner] of Object.entries(value as { readonly [name: string]: JsonValue })) {
    const found = findName(name) ?? findProblem(inner, depth + 1, findName);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findNameProblem(name: string): Finding | undefined {
  const refused = name === '' || name.startsWith('$') || name.includes('.') || REFUSED_NAMES.includes(name);
  if (refused) return { code: 'refused_name', message: 'Use names that are not empty, have no dot and do not start with $.' };
  return findTextProblem(name, { max: 200 });
}

/** Names in a filter: `$` of a variable, and parts of fields, such as 'home_address.city'. */
function findFilterNameProblem(name: string): Finding | undefined {
  return name === '$' ? undefined : findNameProblem(name.replaceAll('.', ''));
}

/** Whether the field has an entry schema. */
function hasColumns({ columns = [] }: FieldContext): boolean {
  return columns.length > 0;
}

/** A list of entries with the columns of the field, each value normalized by the type of its column. */
function normalizeRows(value: JsonValue, context: FieldContext): NormalizeResult {
  const stored = collectStored(context);
  const result = normalizeEntries(value, (row) => normalizeCells(row, context, stored));
  return result.ok && result.value !== undefined ? limitSize(result.value) : result;
}

/** One entry with the columns of the field. */
function normalizeRow(value: JsonValue, context: FieldContext): NormalizeResult {
  const result = normalizeCells(value, context, collectStored(context));
  return result.ok && result.value !== undefined ? limitSize(result.value) : result;
}

/** Texts that identify the stored entries, each stored value of a property that is no column, and the stored values by column. */
interface StoredEntries {
  readonly rows: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  readonly cells: ReadonlyMap<string, readonly JsonValue[]>;
}

function collectStored({ stored = [], columns = [] }: FieldContext): StoredEntries {
  const rows = new Set<string>();
  const others = new Set<string>();
  const cells = new Map<string, JsonValue[]>(columns.map(({ field }) => [field.fieldName, []]));
  for (const row of stored.flat().filter(isObject)) {
    rows.add(identify(row));
    for (const [name, value] of Object.entries(row)) {
      const known = cells.get(name);
      if (known === undefined) others.add(identify([name, value]));
      else known.push(value);
    }
  }
  return { rows, others, cells };
}

/**
 * An entry that is already stored is accepted as it is: it may be from before a column was added or changed. In other entries, the
 * values of removed columns are accepted if they are stored.
 */
function normalizeCells(value: JsonValue, { columns = [], field }: FieldContext, stored: StoredEntries): NormalizeResult {
  if (isMissing(value)) return MISSING;
  if (!isObject(value)) return refuse('wrong_type', 'Send an object with the values of the columns.');
  const sent = withIds(value, columns);
  if (stored.rows.size > 0 && stored.rows.has(identify(sent))) return { ok: true, value: sent };
  const names = new Set(columns.map(({ field }) => field.fieldName));
  const others = Object.entries(sent).filter(([name]) => !names.has(name));
  const problems = others
    .filter((other) => !stored.others.has(identify(other)))
    .flatMap((other) => (field.entry?.open === true ? checkOther(other) : problem('unknown_column', 'There is no such column.', other[0])));
  const missing: FieldProblem[] = [];
  const cells = new Map<string, JsonValue>();
  for (const column of columns) {
    const { fieldName } = column.field;
    const result = column.type.normalize(ownValue(sent, fieldName) ?? null, withStoredCells(column, stored));
    if (!result.ok) problems.push(...result.problems.map((found) => atColumn(found, column)));
    else if (result.value !== undefined) cells.set(fieldName, result.value);
    else if (column.field.required === true) missing.push(createMissingProblem(column));
  }
  // An entry without any value is left out, so it needs none.
  if (problems.length === 0 && cells.size === 0 && others.length === 0) return MISSING;
  if (problems.length + missing.length > 0) return refuseAll([...problems, ...missing]);
  for (const { type, field } of columns)
    if (type === identifier && !cells.has(field.fieldName)) cells.set(field.fieldName, makeIdentifier());
  return { ok: true, value: Object.fromEntries([...cells, ...others]) };
}

/** The problems of a value that has no column. */
function checkOther([name, value]: readonly [string, JsonValue]): readonly FieldProblem[] {
  const found = findNameProblem(name) ?? findProblem(value, 0, findNameProblem);
  return found === undefined ? [] : [problem(found.code, found.message, name)];
}

/** A column with columns of its own accepts the entries that are stored in it. */
function withStoredCells(column: FieldColumn, { cells }: StoredEntries): FieldColumn {
  return hasColumns(column) ? { ...column, stored: cells.get(column.field.fieldName) ?? [] } : column;
}

/** A problem of a value in a column; the path in it is of use only where it leads to another column. */
function atColumn(found: FieldProblem, column: FieldColumn): FieldProblem {
  const { fieldName } = column.field;
  return { ...found, path: hasColumns(column) && found.path !== undefined ? `${fieldName}.${found.path}` : fieldName };
}

/** An id that is unique among the entries of a value. */
function makeIdentifier(): string {
  return Array.from({ length: 12 }, () => Math.floor(Math.random() * 36).toString(36)).join('');
}

/** The same entry with ids in place of populated records, and without null. */
function withIds(row: JsonObject, columns: readonly FieldColumn[]): JsonObject {
  const relates = new Set(columns.filter(({ field }) => field.ref !== undefined).map(({ field }) => field.fieldName));
  const toId = (value: JsonValue): JsonValue => (isObject(value) ? (ownValue(value, '_id') ?? value) : value);
  const toIds = (value: JsonValue): JsonValue => (Array.isArray(value) ? value.map(toId) : toId(value));
  const cells = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(cells.map(([name, value]) => [name, relates.has(name) ? toIds(value) : value]));
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
function formatRows(value: JsonValue | undefined, { columns = [] }: FieldContext): string {
  const rows = [value].flat().filter((row) => isObject(row));
  const texts = rows.map((row) =>
    columns
      .filter(({ type }) => type !== identifier)
      .map((column) => [column, column.type.format(ownValue(row, column.field.fieldName), column)] as const)
      .filter(([, text]) => text !== '')
      .map(([column, text]) => `${column.field.label}: ${hasColumns(column) ? `(${text})` : text}`)
      .join(', '),
  );
  return texts.filter((text) => text !== '').join('; ');
}

/** JSON Schema of one entry; a value of a column that is not required may be null. */
function rowSchema({ columns = [], field }: FieldContext): JsonObject {
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
    additionalProperties: field.entry?.open === true,
  };
}

/**
 * An object of any JSON, or with the columns of its entry schema; at most 64 KiB. `exists` is its only filter operator. {} counts as a
 * value, unless it has an entry schema.
 */
export const object: FieldType = {
  name: 'Object',
  schemaType: 'Object',
  comparison: 'none',
  keyKind: 'number',
  list: false,
  operators: PRESENCE_OPERATORS,
  normalize(value, context) {
    if (hasColumns(context)) return normalizeRow(value, context);
    if (isMissing(value)) return MISSING;
    if (!isObject(value)) return refuse('wrong_type', 'Send an object.');
    return normalizeFreeJson(value, context.field.filterOf === undefined ? findNameProblem : findFilterNameProblem);
  },
  toKey: (value) => (isMissing(value) ? undefined : 1),
  format: (value, context) => (isMissing(value) ? '' : hasColumns(context) ? formatRows(value, context) : JSON.stringify(value)),
  jsonSchema: (context) => (hasColumns(context) ? rowSchema(context) : { type: 'object' }),
};

/** A list of any JSON, or of entries with the columns of its entry schema; at most 64 KiB. `exists` is its only filter operator. */
export const array: FieldType = {
  name: 'Array',
  schemaType: 'Array',
  comparison: 'none',
  keyKind: 'number',
  list: false,
  operators: PRESENCE_OPERATORS,
  normalize(value, context) {
    if (hasColumns(context)) return normalizeRows(value, context);
    if (isMissing(value)) return MISSING;
    return Array.isArray(value) ? normalizeFreeJson(value) : refuse('wrong_type', 'Send a list.');
  },
  toKey: (value) => (isMissing(value) ? undefined : 1),
  format: (value, context) => (isMissing(value) ? '' : hasColumns(context) ? formatRows(value, context) : JSON.stringify(value)),
  jsonSchema: (context) => (hasColumns(context) ? listSchema(rowSchema(context)) : { type: 'array' }),
};

/** Any JSON of at most 64 KiB: a column of an entry schema whose values have no one type. */
export const anyJson: FieldType = {
  ...object,
  normalize: (value) => (isMissing(value) ? MISSING : normalizeFreeJson(value)),
  format: (value) => (value === undefined || isMissing(value) ? '' : typeof value === 'string' ? value : JSON.stringify(value)),
  jsonSchema: () => ({}),
};
