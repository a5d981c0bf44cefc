import { FORMULA_INPUT_TYPES, listFormulaVariables } from '#engine/model/calculations';
import { isCalculated, type FieldDefinition, type Formula, type InputType } from '#engine/model/definitions';
import { applyMask, maskSlots } from '#engine/model/field-types';
import type { ResolvedModule } from '../compile/resolve-fields.ts';
import { checkFormula } from './check-calculation.ts';
import type { CheckContext, Report } from './check-context.ts';

/** Types that get no default: the product numbers them, or their values consist of records and messages of their own. */
const WITHOUT_DEFAULT = new Set<InputType>(['AutoIncrement', 'File', 'MessageListField']);

/** Checks the defaults that depend on the day or on other fields, and the form of texts and running numbers. */
export function checkDefaults(field: FieldDefinition, module: ResolvedModule, context: CheckContext, report: Report): void {
  checkForms(field, report);
  checkDate(field, report);
  if (field.defaultFormula !== undefined) checkFormulaDefault(field, field.defaultFormula, module, context, report);
}

function checkForms({ inputType, mask, numberFormat, firstNumber, default: initial }: FieldDefinition, report: Report): void {
  if (mask !== undefined) {
    if (inputType !== 'TextField') report('/mask', `A ${inputType} has no mask.`);
    else if (maskSlots(mask) === 0) report('/mask', 'A mask has at least one place that is typed: 0, A or *.');
    else if (typeof initial === 'string' && !applyMask(mask, initial).isComplete)
      report('/default', `${initial} does not have the form ${mask}.`);
  }
  for (const [property, value] of Object.entries({ numberFormat, firstNumber }))
    if (value !== undefined && inputType !== 'AutoIncrement') report(`/${property}`, `A ${inputType} is not numbered.`);
}

function checkDate({ inputType, defaultDate, default: initial }: FieldDefinition, report: Report): void {
  if (defaultDate === undefined) return;
  if (inputType !== 'Date' && inputType !== 'DateTime') report('/defaultDate', `The default of a ${inputType} cannot be a day.`);
  if (initial !== undefined) report('/defaultDate', 'A field has one default: a value, or a day.');
}

function checkFormulaDefault(
  field: FieldDefinition,
  formula: Formula,
  module: ResolvedModule,
  context: CheckContext,
  report: Report,
): void {
  const { inputType } = field;
  if (WITHOUT_DEFAULT.has(inputType)) return report('/defaultFormula', `A ${inputType} has no default.`);
  if (field.default !== undefined || field.defaultDate !== undefined || field.defaultSetting !== undefined)
    return report('/defaultFormula', 'A field has one default: a value, a day, a setting or a formula.');
  const at: Report = (path, cause) => report(path.replace(/^\/formula/, '/defaultFormula'), cause);
  const source = findCopied(formula, module);
  if (FORMULA_INPUT_TYPES.includes(inputType)) checkFormula(field, formula, module, context, at);
  else if (source === undefined)
    report('/defaultFormula', `The default of a ${inputType} can only be a copy of a field of the same type: { "var": "record.<field>" }.`);
  else if (!isSameKind(source, field))
    report('/defaultFormula', `${source.fieldName} has other values: only a field of the same type can be copied.`);
  else if (source.sensitive === true || source.internal === true)
    report('/defaultFormula', `${source.fieldName} is sensitive or internal: a copy would reveal its value.`);
  for (const { relate, field: name, path } of listFormulaVariables(formula)) {
    const cause = relate === undefined ? explainLate(name, module) : 'A default reads fields of the record alone: record.<field>.';
    if (cause !== undefined) at(`/${path}`, cause);
  }
  if (readsItself(field, module)) report('/defaultFormula', 'Its default depends on itself.');
}

/** The field that a formula copies; undefined: it does more than that, or there is no such field. */
function findCopied(formula: Formula, module: ResolvedModule): FieldDefinition | undefined {
  const { var: name } = formula;
  const [source, field, ...parts] = typeof name === 'string' ? name.split('.') : [];
  return source === 'record' && parts.length === 0 ? findField(module, field ?? '') : undefined;
}

/** Whether each value of one field is a value of the other. */
function isSameKind(one: FieldDefinition, other: FieldDefinition): boolean {
  return (
    one.inputType === other.inputType &&
    one.dropdown === other.dropdown &&
    JSON.stringify(one.ref) === JSON.stringify(other.ref) &&
    JSON.stringify(one.entry) === JSON.stringify(other.entry)
  );
}

/** Why a default cannot read a field whose value comes later; undefined: it can. */
function explainLate(name: string, module: ResolvedModule): string | undefined {
  const field = findField(module, name);
  if (field === undefined) return undefined;
  if (isCalculated(field)) return `${name} is calculated, after the defaults are set.`;
  return field.inputType === 'AutoIncrement' ? `${name} is numbered, after the defaults are set.` : undefined;
}

function readsItself(field: FieldDefinition, module: ResolvedModule): boolean {
  const seen = new Set<string>();
  const open = [field];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    const { defaultFormula } = current;
    for (const { field: name } of defaultFormula === undefined ? [] : listFormulaVariables(defaultFormula)) {
      if (name === field.fieldName) return true;
      const read = seen.has(name) ? undefined : findField(module, name);
      seen.add(name);
      if (read !== undefined) open.push(read);
    }
  }
  return false;
}

function findField({ fields }: ResolvedModule, name: string): FieldDefinition | undefined {
  return fields.find(({ definition }) => definition.fieldName === name)?.definition;
}
