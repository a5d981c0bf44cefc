import type { FieldView, JsonValue, ModuleView } from '#engine/model';
import { isEmptyValue, isObject, isSameValue, isWritable, layoutItems, toWireValue } from '../../headless/index.ts';
import { valueIn, type MergeColumn } from './merge-columns.ts';

/** One line of the table: a field, or the parts of a name that only make sense together. */
export interface MergeRow {
  readonly id: string;
  readonly label: string;
  readonly fields: readonly FieldView[];
  /** Lists that add up rather than replace each other. */
  readonly isAdditive: boolean;
}

/** Rows by id to the key of the column whose value was clicked. */
export type MergeChoices = Readonly<Record<string, string>>;

const NAME_PARTS = ['first_name', 'last_name'];

/** The rows of a module: what the user may write, in the order of its form. */
export function buildMergeRows(module: ModuleView, nameLabel: string): MergeRow[] {
  const writable = (field: FieldView | undefined): field is FieldView => field !== undefined && field.deleted !== true && isWritable(field, true);
  const ordered = [...new Set([...layoutItems(module, 'edit').map((item) => item.field), ...module.fields])].filter(writable);
  const parts = ordered.filter((field) => NAME_PARTS.includes(field.fieldName));
  const combinesName = parts.length === NAME_PARTS.length;
  const whole = ordered.find((field) => field.fieldName === module.nameField);
  const rows = ordered
    .filter((field) => !combinesName || !(NAME_PARTS.includes(field.fieldName) || field === whole))
    .map((field): MergeRow => ({ id: field.fieldName, label: field.label, fields: [field], isAdditive: field.inputType === 'EmailAddress' }));
  return combinesName ? [{ id: 'name', label: nameLabel, fields: parts, isAdditive: false }, ...rows] : rows;
}

/** Whether a column holds nothing in the row. */
export function isEmptyIn(row: MergeRow, column: MergeColumn): boolean {
  return row.fields.every((field) => isEmptyValue(toWireValue(field, valueIn(column, field.fieldName))) || (field.inputType === 'Checkbox' && valueIn(column, field.fieldName) !== true));
}

function isSameIn(row: MergeRow, one: MergeColumn, two: MergeColumn): boolean {
  return row.fields.every((field) => isSameValue(field, valueIn(one, field.fieldName), valueIn(two, field.fieldName)));
}

/** Rows in which the columns differ, and those in which they hold the same; rows that hold nothing anywhere are left out. */
export function splitRows(rows: readonly MergeRow[], columns: readonly MergeColumn[]): { readonly differing: readonly MergeRow[]; readonly same: readonly MergeRow[] } {
  const [first] = columns;
  const filledRows = rows.filter((row) => columns.some((column) => !isEmptyIn(row, column)));
  const isSame = (row: MergeRow) => first === undefined || columns.every((column) => isSameIn(row, first, column));
  return { differing: filledRows.filter((row) => !isSame(row)), same: filledRows.filter(isSame) };
}

/** The column whose value the row keeps: the one clicked, else the primary's, else the first that holds something. */
export function chosenColumn(row: MergeRow, columns: readonly MergeColumn[], primaryKey: string, choices: MergeChoices): MergeColumn | undefined {
  const clicked = columns.find((column) => column.key === choices[row.id]);
  if (clicked) return clicked;
  const primary = columns.find((column) => column.key === primaryKey);
  if (primary && !isEmptyIn(row, primary)) return primary;
  return columns.find((column) => !isEmptyIn(row, column)) ?? primary;
}

const addressesOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? (value as readonly JsonValue[]) : []);
const addressOf = (entry: JsonValue): string => (isObject(entry) && typeof entry.email_address === 'string' ? entry.email_address.trim().toLowerCase() : '');

/** The primary's addresses, then those of the others that it lacks; it keeps its own main one. */
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

/** The addresses of a column in a row, as they are compared. */
export function addressesIn(row: MergeRow, column: MergeColumn | undefined): readonly string[] {
  return column === undefined ? [] : row.fields.flatMap((field) => addressesOf(valueIn(column, field.fieldName))).map(addressOf);
}

/** The addresses of a column that the primary lacks. */
export function addressesToAdd(row: MergeRow, column: MergeColumn, primary: MergeColumn | undefined): readonly string[] {
  const own = new Set(addressesIn(row, primary));
  return addressesIn(row, column).filter((address) => !own.has(address));
}

/** What is sent as the primary's values: only what differs from what is stored of it. */
export function mergedFields(rows: readonly MergeRow[], columns: readonly MergeColumn[], primaryKey: string, choices: MergeChoices): Record<string, JsonValue> {
  const primary = columns.find((column) => column.key === primaryKey);
  const fields: Record<string, JsonValue> = {};
  for (const row of rows) {
    const from = chosenColumn(row, columns, primaryKey, choices);
    for (const field of row.fields) {
      const rest = columns.filter((column) => column !== primary).map((column) => valueIn(column, field.fieldName));
      const value = row.isAdditive ? mergeAddresses([primary && valueIn(primary, field.fieldName), ...rest]) : from && valueIn(from, field.fieldName);
      // An empty value that was clicked is sent as such, or it would be filled up from the duplicates.
      const isEmptied = choices[row.id] !== undefined && isEmptyValue(toWireValue(field, value));
      if (isEmptied || !isSameValue(field, primary?.stored?.[field.fieldName], value)) fields[field.fieldName] = toWireValue(field, value);
    }
  }
  return fields;
}

/** How many values come from other columns than the primary's. */
export function countTaken(rows: readonly MergeRow[], columns: readonly MergeColumn[], primaryKey: string, choices: MergeChoices): number {
  const primary = columns.find((column) => column.key === primaryKey);
  return rows.filter((row) => {
    if (row.isAdditive) return columns.some((column) => column !== primary && addressesToAdd(row, column, primary).length > 0);
    const from = chosenColumn(row, columns, primaryKey, choices);
    return from !== undefined && primary !== undefined && from !== primary && !isSameIn(row, from, primary);
  }).length;
}
