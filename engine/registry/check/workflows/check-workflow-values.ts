import type { CompiledField } from '#engine/model/compiled';
import { isCalculated, type InputType, type WorkflowValue } from '#engine/model/definitions';
import { normalizeField } from '#engine/model/keys';
import type { JsonValue } from '#engine/model/values';
import { findPath, type WorkflowCheck } from './workflow-check.ts';
import { checkVariables } from './check-workflow-messages.ts';

const DATES: readonly InputType[] = ['Date', 'DateTime'];
const NUMBERS: readonly InputType[] = ['Number', 'Currency', 'AutoIncrement'];
const TEXTS: readonly InputType[] = ['TextField', 'TextArea', 'Url', 'Phone', 'EmailAddress'];
const RELATES: readonly InputType[] = ['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate'];

/** Checks that a constant is a value of a field; what the field accepts in another form, such as a text of digits, is a value. */
export function checkWorkflowValue(field: CompiledField, value: unknown, path: string, { catalog, report }: WorkflowCheck): void {
  const single = field.type.list && !Array.isArray(value) && value !== null ? [value] : value;
  const result = normalizeField(field, single as JsonValue, (name) => catalog.modules.has(name));
  if (result.ok) return;
  const options = field.dropdown?.options.map((option) => option.value) ?? [];
  const choices = options.length === 0 || options.length > 20 ? '' : ` It is one of: ${options.join(', ')}.`;
  report(path, `${JSON.stringify(value)} is no value of ${field.name}: ${result.problems[0]?.message ?? ''}${choices}`);
}

/** Checks the value that a step writes to a field. */
export function checkWrittenValue(field: CompiledField, value: WorkflowValue, path: string, check: WorkflowCheck): void {
  const { definition } = field;
  const isFixed = field.system || definition.readOnly === true || isCalculated(definition) || definition.inputType === 'AutoIncrement';
  if (isFixed) check.report(path, `${field.name} is read-only: the product sets it.`);
  else if (definition.internal === true) check.report(path, `${field.name} is internal: workflows cannot use it.`);
  else checkSource(field, value, path, check);
}

function checkSource(field: CompiledField, value: WorkflowValue, path: string, check: WorkflowCheck): void {
  const { inputType } = field.definition;
  if ('value' in value) {
    if (value.value !== null) checkWorkflowValue(field, value.value, `${path}/value`, check);
    else if (field.definition.required === true) check.report(`${path}/value`, `${field.name} is required and cannot be cleared.`);
  } else if ('field' in value) checkCopied(field, value, path, check);
  else if ('text' in value) {
    if (!TEXTS.includes(inputType)) check.report(`${path}/text`, `${field.name} is a ${inputType}, not a text.`);
    checkVariables(value.text, `${path}/text`, check);
  } else if ('date' in value) {
    if (!DATES.includes(inputType)) check.report(`${path}/date`, `${field.name} is neither a Date nor a DateTime.`);
  } else if (!RELATES.includes(inputType) || (field.refs.length > 0 && !field.refs.includes('users')))
    check.report(`${path}/user`, `${field.name} does not relate to users.`);
}

function checkCopied(field: CompiledField, value: Extract<WorkflowValue, { field: string }>, path: string, check: WorkflowCheck): void {
  const target = findPath(value.field, `${path}/field`, check);
  if (target === undefined) return;
  const type = target.field?.definition.inputType;
  if (value.add !== undefined && (type === undefined || !DATES.includes(type)))
    check.report(`${path}/add`, `${value.field} is neither a Date nor a DateTime.`);
  if (!canCopy(target.field, target.module.name, field))
    check.report(
      `${path}/field`,
      `${field.name} (${field.definition.inputType}) cannot have the value of ${value.field} (${type ?? 'an id'}).`,
    );
}

/** Whether the values of one field can be those of another; `from` undefined: the id of a record of the module. */
function canCopy(from: CompiledField | undefined, module: string, to: CompiledField): boolean {
  const { inputType: target } = to.definition;
  if (target === 'TextField' || target === 'TextArea') return true;
  if (from === undefined) return RELATES.includes(target) && (to.refs.length === 0 || to.refs.includes(module));
  const { inputType: source } = from.definition;
  if (DATES.includes(target)) return DATES.includes(source);
  if (NUMBERS.includes(target)) return NUMBERS.includes(source);
  if (RELATES.includes(target)) return RELATES.includes(source) && shareModule(from.refs, to.refs);
  if (target === 'Dropdown' || target === 'MultiSelect') return from.dropdown !== undefined && from.dropdown.name === to.dropdown?.name;
  return source === target || (TEXTS.includes(target) && TEXTS.includes(source));
}

function shareModule(one: readonly string[], other: readonly string[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((name) => other.includes(name));
}
