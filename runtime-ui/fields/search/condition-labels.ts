import type { JsonValue } from '#engine/model/values';
import type { ModuleView, UserVariableView } from '#engine/model/wire';
import { formatValue, nameOfId, optionLabel, textOf } from '../values/format-value.ts';
import { findOperatorChoice, isObject, isRelating, type FilterCondition, type LayoutItem, type LoadedNames } from '../../headless/index.ts';
import { t, type TextKey } from '../../kit/index.ts';

const DATES: ReadonlySet<string> = new Set(['Date', 'DateTime']);
const BY_DATE: ReadonlySet<string> = new Set(['gte', 'lte', 'gt', 'lt']);

/** The operator of a condition as text: "is", "is on or after". */
export function describeCondition(test: FilterCondition, item: LayoutItem | undefined): string {
  const choice = findOperatorChoice(test);
  return choice === undefined
    ? `${test.negated ? `${t('saved.none').toLowerCase()}: ` : ''}${test.operator}`
    : operatorLabel(choice.id, item);
}

export function operatorLabel(id: string, item: LayoutItem | undefined): string {
  const isDate = item?.part === undefined && DATES.has(item?.field?.inputType ?? '');
  return t(`saved.op.${isDate && BY_DATE.has(id) ? `${id}Date` : id}` as TextKey);
}

const VARIABLES: { readonly [name: string]: TextKey } = {
  me: 'saved.me',
  my_teams: 'saved.myTeams',
  my_roles: 'saved.myRoles',
  today: 'saved.today',
  now: 'saved.now',
};

/** The name of a variable: "Me", or the label of one that a module declares. */
export function variableLabel(name: string, declared: readonly UserVariableView[]): string {
  const key = VARIABLES[name];
  return key === undefined ? (declared.find((variable) => variable.name === name)?.label ?? name) : t(key);
}

/** A variable as text: "Me", "7 days ago". */
function formatVariable(operand: JsonValue, declared: readonly UserVariableView[]): string | undefined {
  if (!isObject(operand) || typeof operand['$'] !== 'string') return undefined;
  const days = typeof operand['days'] === 'number' ? operand['days'] : 0;
  if (days !== 0) return t(days < 0 ? 'saved.ago' : 'saved.ahead', { days: Math.abs(days) });
  return variableLabel(operand['$'], declared);
}

/** One operand as text; `loaded` are the names of related records, `declared` the variables of the shell. */
export function formatOperand(
  module: ModuleView,
  item: LayoutItem | undefined,
  operand: JsonValue,
  loaded: LoadedNames,
  declared: readonly UserVariableView[],
): string {
  const variable = formatVariable(operand, declared);
  if (variable !== undefined) return variable;
  const field = item?.field;
  if (isObject(operand) && typeof operand['id'] === 'string') return nameOfId(loaded, operand['id']);
  if (field === undefined || item?.part !== undefined) return isObject(operand) ? JSON.stringify(operand) : textOf(operand);
  if (isRelating(field)) return nameOfId(loaded, textOf(operand));
  if (field.inputType === 'Checkbox') return operand === true ? t('views.fields.yes') : t('views.fields.no');
  if (field.inputType === 'MultiSelect') return optionLabel(module, field, operand);
  if (field.inputType === 'DateTime' && /^\d{4}-\d\d-\d\d$/.test(textOf(operand)))
    return formatValue(module, { ...field, inputType: 'Date' }, operand);
  return typeof operand === 'object'
    ? JSON.stringify(operand)
    : typeof operand === 'string' && ['Phone', 'EmailAddress', 'ListField', 'MessageListField'].includes(field.inputType)
      ? operand
      : formatValue(module, field, operand);
}

/** The operands of a condition as a list: members of a list, bounds of a range. */
export function listOperands({ operator, operand }: FilterCondition): readonly JsonValue[] {
  if (operand === undefined || operator === 'exists' || operator === 'related') return [];
  if (operator === 'between' && isObject(operand)) return Object.values(operand).filter((bound) => bound !== undefined);
  return operator === 'in' && Array.isArray(operand) ? (operand as readonly JsonValue[]) : [operand];
}

/** The module of the records among the operands of a condition: that of a FlexRelate's operand, else the one of the field. */
export function findOperandModule({ field }: LayoutItem, operands: readonly JsonValue[]): string | undefined {
  if (field === undefined || !isRelating(field)) return undefined;
  const named = operands.find((operand) => isObject(operand) && typeof operand['module'] === 'string');
  return isObject(named) ? textOf(named['module']) : field.refs[0];
}

/** Record ids among the operands of a condition, for loading their names. */
export function collectRecordIds(operands: readonly JsonValue[]): string[] {
  return operands.flatMap((operand) =>
    typeof operand === 'string' ? [operand] : isObject(operand) && typeof operand['id'] === 'string' ? [operand['id']] : [],
  );
}
