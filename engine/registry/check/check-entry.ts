import type { ColumnDefinition, FieldDefinition, InputType } from '#engine/model/definitions';
import type { CheckContext, Report } from './check-context.ts';

const WITH_ENTRY = new Set<InputType>(['Array', 'Object']);
const NUMBERS = new Set<InputType>(['Number', 'Currency']);

/** Checks the entry schema of a field. */
export function checkEntry(field: FieldDefinition, context: CheckContext, report: Report): void {
  const { entry, inputType } = field;
  if (entry === undefined) return;
  if (!WITH_ENTRY.has(inputType)) return report('/entry', `A ${inputType} has no entry schema.`);
  if (field.sensitive === true && entry.columns.some((column) => column.inputType === 'Relate'))
    report('/sensitive', 'A field whose entries refer to records cannot be sensitive: records are found by these references.');
  const names = new Set<string>();
  for (const [index, column] of entry.columns.entries()) {
    const at: Report = (path, cause) => report(`/entry/columns/${index}${path}`, cause);
    if (column.fieldName in Object.prototype) at('/fieldName', `${column.fieldName} is a reserved name.`);
    if (names.has(column.fieldName)) at('/fieldName', `There are two columns named ${column.fieldName}.`);
    names.add(column.fieldName);
    checkTargets(column, context, at);
    checkNumbers(column, at);
  }
}

function checkTargets({ inputType, dropdown, ref }: ColumnDefinition, { dropdowns, knownModules }: CheckContext, report: Report): void {
  if (inputType === 'Dropdown' && dropdown === undefined) report('/dropdown', 'A Dropdown names its dropdown.');
  if (inputType !== 'Dropdown' && dropdown !== undefined) report('/dropdown', `A ${inputType} has no dropdown.`);
  if (dropdown !== undefined && !dropdowns.has(dropdown)) report('/dropdown', `There is no dropdown ${dropdown}.`);
  if (inputType === 'Relate' && ref === undefined) report('/ref', 'A Relate names the one module that it points to.');
  if (inputType !== 'Relate' && ref !== undefined) report('/ref', `A ${inputType} points to no module.`);
  if (ref !== undefined && !knownModules.has(ref)) report('/ref', `There is no module ${ref}.`);
}

function checkNumbers({ inputType, minimum, maximum, ...column }: ColumnDefinition, report: Report): void {
  for (const [name, value] of [
    ['minimum', minimum],
    ['maximum', maximum],
  ] as const)
    if (value !== undefined && !NUMBERS.has(inputType)) report(`/${name}`, `A ${inputType} has no ${name}.`);
  for (const name of ['integer', 'grouped', 'clock'] as const)
    if (column[name] !== undefined && inputType !== 'Number') report(`/${name}`, `A ${inputType} is not a Number.`);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) report('/minimum', 'The minimum is above the maximum.');
}
