import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { createCondition, isObject, operatorsOfItem, resolveItem, type FilterCondition, type LayoutItem } from '../../headless/index.ts';

/** The columns of an entry that is a condition of a filter. */
type ConditionColumns = NonNullable<FieldView['operandOf']>;

/** The condition that an entry of a field with `operandOf` is. */
export interface EntryCondition {
  readonly module: ModuleView;
  readonly item: LayoutItem;
  readonly test: FilterCondition;
}

const DAY = /^today(?:\s*([+-])\s*(\d{1,4}))?$/;

/** Replaces the short forms of days, 'today' and 'today-7', by the variable of the filter grammar. */
function readDays(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => readDays(one) ?? null);
  if (isObject(value) && value['$'] === undefined)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, readDays(one) ?? null]));
  const [found, sign, days] = typeof value === 'string' ? (DAY.exec(value.trim()) ?? []) : [];
  if (found === undefined) return value;
  return days === undefined ? { $: 'today' } : { $: 'today', days: Number(`${sign ?? '+'}${days}`) };
}

const isDay = ({ field, part }: LayoutItem): boolean =>
  part === undefined && (field?.inputType === 'Date' || field?.inputType === 'DateTime');

/** The operators by which a field can be compared in an entry. */
export function listEntryOperators(item: LayoutItem): readonly string[] {
  return operatorsOfItem(item).filter((operator) => operator !== 'related');
}

/** Reads the condition; undefined: its field is unknown, or cannot be compared in this way. */
export function readEntryCondition(
  module: ModuleView,
  columns: ConditionColumns,
  entry: JsonObject,
  operand: JsonValue | undefined,
): EntryCondition | undefined {
  const [name, operator] = [entry[columns.field], entry[columns.operator]];
  const item = typeof name === 'string' ? resolveItem(module, { fieldName: name }) : undefined;
  if (item === undefined || typeof operator !== 'string' || !listEntryOperators(item).includes(operator)) return undefined;
  const value = isDay(item) ? readDays(operand) : operand;
  return { module, item, test: createCondition(item.fieldName, operator === 'range' ? 'between' : operator, value) };
}

/** The value after a change of the operator: it is kept where it is still one. */
export function convertOperand(before: JsonValue | undefined, operator: string, value: JsonValue | undefined): JsonValue | undefined {
  if (operator === before) return value;
  if (operator === 'exists') return true;
  if (operator === 'range' || before === 'range' || before === 'exists' || value === undefined) return undefined;
  if (operator === 'in') return [value].flat();
  return Array.isArray(value) ? (value as readonly JsonValue[])[0] : value;
}
