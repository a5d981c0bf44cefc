import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { isEmptyValue, isObject, isSameValue, isWritable, layoutItems, toWireValue } from '../../headless/index.ts';
import { valueIn, type MergeColumn } from './merge-columns.ts';

/** One row of the table: a field, or the name parts, which are merged together. */
export interface MergeRow {
  readonly id: string;
  readonly label: string;
  readonly fields: readonly FieldView[];
  /** Lists whose values are combined instead of replaced. */
  readonly isAdditive: boolean;
}

/** Row id to the key of the column whose value was chosen. */
export type MergeChoices = Readonly<Record<string, string>>;

const NAME_PARTS = ['first_name', 'last_name'];

/** The rows of a module: the writable fields, in the order of the form. */
export function buildMergeRows(module: ModuleView, nameLabel: string): MergeRow[] {
  const writable = (field: FieldView | undefined): field is FieldView =>
    field !== undefined && field.deleted !== true && isWritable(field, true);
  const ordered = [...new Set([...layoutItems(module, 'edit').map((item) => item.field), ...module.fields])].filter(writable);
  const parts = ordered.filter((field) => NAME_PARTS.includes(field.fieldName));
  const combinesName = parts.length === NAME_PARTS.length;
  const whole = ordered.find((field) => field.fieldName === module.nameField);
  const rows = ordered
    .filter((field) => !combinesName || !(NAME_PARTS.includes(field.fieldName) || field === whole))
    .map(
      (field): MergeRow => ({ id: field.fieldName, label: field.label, fields: [field], isAdditive: field.inputType === 'EmailAddress' }),
    );
  return combinesName ? [{ id: 'name', label: nameLabel, fields: parts, isAdditive: false }, ...rows] : rows;
}

/** Whether a column has no value in the row. */
export function isEmptyIn(row: MergeRow, column: MergeColumn): boolean {
  return row.fields.every(
    (field) =>
      isEmptyValue(toWireValue(field, valueIn(column, field.fieldName))) ||
      (field.inputType === 'Checkbox' && valueIn(column, field.fieldName) !== true),
  );
}

function isSameIn(row: MergeRow, one: MergeColumn, two: MergeColumn): boolean {
  return row.fields.every((field) => isSameValue(field, valueIn(one, field.fieldName), valueIn(two, field.fieldName)));
}

/** Splits the rows into those with different values and those with the same; rows without any value are omitted. */
export function splitRows(
  rows: readonly MergeRow[],
  columns: readonly MergeColumn[],
): { readonly differing: readonly MergeRow[]; readonly same: readonly MergeRow[] } {
  const [first] = columns;
  const filledRows = rows.filter((row) => columns.some((column) => !isEmptyIn(row, column)));
  const isSame = (row: MergeRow) => first === undefined || columns.every((column) => isSameIn(row, first, column));
  return { differing: filledRows.filter((row) => !isSame(row)), same: filledRows.filter(isSame) };
}

/** Rows that only one column fills, and that use its value. */
export interface FilledRows {
  readonly column: MergeColumn;
  readonly rows: readonly MergeRow[];
}

/**
 * Splits the differing rows into those with a choice between values, and those that one column alone fills, by column. A row
 * whose value was chosen to be another one, such as none, is a choice.
 */
export function splitFilled(
  rows: readonly MergeRow[],
  columns: readonly MergeColumn[],
  chosen: (row: MergeRow) => MergeColumn | undefined,
): { readonly choices: readonly MergeRow[]; readonly filled: readonly FilledRows[] } {
  const sourceOf = (row: MergeRow): MergeColumn | undefined => {
    const [only, ...others] = columns.filter((column) => !isEmptyIn(row, column));
    return others.length === 0 && (row.isAdditive || chosen(row) === only) ? only : undefined;
  };
  const filled = columns
    .map((column) => ({ column, rows: rows.filter((row) => sourceOf(row) === column) }))
    .filter((group) => group.rows.length > 0);
  return { choices: rows.filter((row) => sourceOf(row) === undefined), filled };
}

/** The column whose value is used for the row: the chosen one, else the primary, else the first with a value. */
export function chosenColumn(
  row: MergeRow,
  columns: readonly MergeColumn[],
  primaryKey: string,
  choices: MergeChoices,
): MergeColumn | undefined {
  const clicked = columns.find((column) => column.key === choices[row.id]);
  if (clicked) return clicked;
  const primary = columns.find((column) => column.key === primaryKey);
  if (primary && !isEmptyIn(row, primary)) return primary;
  return columns.find((column) => !isEmptyIn(row, column)) ?? primary;
}

const addressesOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? (value as readonly JsonValue[]) : []);
const addressOf = (entry: JsonValue): string =>
  isObject(entry) && typeof entry.email_address === 'string' ? entry.email_address.trim().toLowerCase() : '';

/** The addresses of the primary record, then the missing ones of the others; the primary address stays the same. */
export function mergeAddresses(lists: readonly (JsonValue | undefined)[]): JsonValue[] {
  const joined: JsonValue[] = [];
  const known = new Set<string>();
  for (const entry of lists.flatMap(addressesOf)) {
    const address = addressOf(entry);
    if (address === '' || known.has(address)) continue;
    known.add(address);
    const hasMain = joined.some((one) => isObject(one) && one.primary === true);
    joined.push(isObject(entry) ? { ...entry, primary: entry.primary === true && !hasMain } : entry);
  }
  return joined;
}

/** The normalized addresses of a column in a row. */
export function addressesIn(row: MergeRow, column: MergeColumn | undefined): readonly string[] {
  return column === undefined ? [] : row.fields.flatMap((field) => addressesOf(valueIn(column, field.fieldName))).map(addressOf);
}

/** The addresses of a column that the primary record lacks. */
export function addressesToAdd(row: MergeRow, column: MergeColumn, primary: MergeColumn | undefined): readonly string[] {
  const own = new Set(addressesIn(row, primary));
  return addressesIn(row, column).filter((address) => !own.has(address));
}

/** The values to send for the primary record: only those that differ from the stored ones. */
export function mergedFields(
  rows: readonly MergeRow[],
  columns: readonly MergeColumn[],
  primaryKey: string,
  choices: MergeChoices,
): Record<string, JsonValue> {
  const primary = columns.find((column) => column.key === primaryKey);
  const fields: Record<string, JsonValue> = {};
  for (const row of rows) {
    const from = chosenColumn(row, columns, primaryKey, choices);
    for (const field of row.fields) {
      const rest = columns.filter((column) => column !== primary).map((column) => valueIn(column, field.fieldName));
      const value = row.isAdditive
        ? mergeAddresses([primary && valueIn(primary, field.fieldName), ...rest])
        : from && valueIn(from, field.fieldName);
      // A chosen empty value is sent explicitly; otherwise it would be filled in from the duplicates.
      const isEmptied = choices[row.id] !== undefined && isEmptyValue(toWireValue(field, value));
      if (isEmptied || !isSameValue(field, primary?.stored?.[field.fieldName], value)) fields[field.fieldName] = toWireValue(field, value);
    }
  }
  return fields;
}

/** Number of values that are taken from other columns than the primary. */
export function countTaken(rows: readonly MergeRow[], columns: readonly MergeColumn[], primaryKey: string, choices: MergeChoices): number {
  const primary = columns.find((column) => column.key === primaryKey);
  return rows.filter((row) => {
    if (row.isAdditive) return columns.some((column) => column !== primary && addressesToAdd(row, column, primary).length > 0);
    const from = chosenColumn(row, columns, primaryKey, choices);
    return from !== undefined && primary !== undefined && from !== primary && !isSameIn(row, from, primary);
  }).length;
}
