import type { ColumnDefinition, FieldDefinition, InputType } from '#engine/model/definitions';
import type { CheckContext, Report } from './check-context.ts';

const WITH_ENTRY = new Set<InputType>(['Array', 'Object']);
const NUMBERS = new Set<InputType>(['Number', 'Currency']);
const WITH_REF = new Set<InputType>(['Relate', 'MultiRelate']);
/** What a column of a type can say about its values, by property. */
const OF_TYPE = [
  ['integer', 'Number'],
  ['grouped', 'Number'],
  ['clock', 'Number'],
  ['timeOfDay', 'TextField'],
  ['month', 'TextField'],
  ['identifier', 'TextField'],
  ['numbers', 'ListField'],
  ['fieldsOf', 'TextField'],
  ['operandOf', 'Object'],
  ['valueFor', 'Object'],
] as const;

/** Checks the entry schema of a field. */
export function checkEntry(field: FieldDefinition, context: CheckContext, report: Report): void {
  const { entry, inputType } = field;
  if (entry === undefined) return;
  if (!WITH_ENTRY.has(inputType)) return report('/entry', `A ${inputType} has no entry schema.`);
  if (field.sensitive === true && entry.columns.some((column) => column.ref !== undefined))
    report('/sensitive', 'A field whose entries refer to records cannot be sensitive: records are found by these references.');
  checkColumns(entry.columns, context, report);
}

function checkColumns(columns: readonly ColumnDefinition[], context: CheckContext, report: Report): void {
  const names = new Set<string>();
  for (const [index, column] of columns.entries()) {
    const at: Report = (path, cause) => report(`/entry/columns/${index}${path}`, cause);
    if (column.fieldName in Object.prototype) at('/fieldName', `${column.fieldName} is a reserved name.`);
    if (names.has(column.fieldName)) at('/fieldName', `There are two columns named ${column.fieldName}.`);
    names.add(column.fieldName);
    checkTargets(column, context, at);
    checkNumbers(column, at);
    checkOperand(column, columns, at);
    checkInnerColumns(column, context, at);
  }
}

/** The columns of a column. The records that entries refer to are found by the columns of the field only. */
function checkInnerColumns(column: ColumnDefinition, context: CheckContext, report: Report): void {
  const { inputType, entry } = column;
  if (inputType === 'Array' && entry === undefined)
    report('/entry', 'An Array column has an entry schema. For a list of texts, use a ListField.');
  if (entry === undefined) return;
  if (!WITH_ENTRY.has(inputType)) report('/entry', `A ${inputType} has no entry schema.`);
  if (entry.columns.some(({ ref }) => ref !== undefined)) report('/entry', 'The columns of a column refer to no records.');
  checkColumns(entry.columns, context, report);
}

/** The columns with the field and the operator of a condition, or with the field of a value. */
function checkOperand({ operandOf, valueFor }: ColumnDefinition, columns: readonly ColumnDefinition[], report: Report): void {
  const find = (name: string) => columns.find(({ fieldName }) => fieldName === name);
  if (valueFor !== undefined && find(valueFor)?.fieldsOf === undefined)
    report('/valueFor', `There is no column ${valueFor} that names a field (fieldsOf).`);
  if (operandOf === undefined) return;
  if (find(operandOf.field)?.fieldsOf === undefined)
    report('/operandOf/field', `There is no column ${operandOf.field} that names a field (fieldsOf).`);
  if (find(operandOf.operator)?.inputType !== 'Dropdown')
    report('/operandOf/operator', `There is no Dropdown column ${operandOf.operator}.`);
}

function checkTargets({ inputType, dropdown, ref }: ColumnDefinition, { dropdowns, knownModules }: CheckContext, report: Report): void {
  if (inputType === 'Dropdown' && dropdown === undefined) report('/dropdown', 'A Dropdown names its dropdown.');
  if (inputType !== 'Dropdown' && dropdown !== undefined) report('/dropdown', `A ${inputType} has no dropdown.`);
  if (dropdown !== undefined && !dropdowns.has(dropdown)) report('/dropdown', `There is no dropdown ${dropdown}.`);
  if (WITH_REF.has(inputType) && ref === undefined) report('/ref', `A ${inputType} names the one module that it points to.`);
  if (!WITH_REF.has(inputType) && ref !== undefined) report('/ref', `A ${inputType} points to no module.`);
  if (ref !== undefined && !knownModules.has(ref)) report('/ref', `There is no module ${ref}.`);
}

function checkNumbers({ inputType, minimum, maximum, ...column }: ColumnDefinition, report: Report): void {
  for (const [name, value] of [
    ['minimum', minimum],
    ['maximum', maximum],
  ] as const)
    if (value !== undefined && !NUMBERS.has(inputType)) report(`/${name}`, `A ${inputType} has no ${name}.`);
  for (const [name, of] of OF_TYPE)
    if (column[name] !== undefined && inputType !== of) report(`/${name}`, `A ${inputType} is not a ${of}.`);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) report('/minimum', 'The minimum is above the maximum.');
}
