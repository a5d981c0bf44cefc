import type { CompiledModule } from '../compiled/compiled-module.ts';
import { isObject } from '../field-types/field-type.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import type { FilterContext } from './filter-context.ts';
import { renameFilterFields, type NameReplacement } from './rename-filter-fields.ts';

/** An option of a field whose values get another option. */
export interface ReplacedOption {
  /** Stable ids of the module and of the field. */
  readonly module: string;
  readonly field: string;
  readonly value: string;
  readonly to: string;
}

/**
 * The filter in which the field is compared with the other option, also within `related`; undefined: it is not compared with the first
 * one. `current` finds fields that the filter has under another name.
 */
export function replaceFilterOption(
  filter: JsonObject,
  module: CompiledModule,
  catalog: Pick<FilterContext['catalog'], 'modules'>,
  option: ReplacedOption,
  current: Required<NameReplacement>['current'] = (_module, name) => name,
): JsonObject | undefined {
  let isChanged = false;
  const replaced = renameFilterFields(filter, module, catalog, {
    field: (_module, name) => name,
    module: (name) => name,
    current,
    value: (of, name, value) => {
      if (of.id !== option.module || of.fields.get(name)?.id !== option.field) return value;
      const now = replaceOperand(value, option);
      isChanged ||= now !== value;
      return now;
    },
  });
  return isChanged ? replaced : undefined;
}

/** An operand, a list of them, or operators with theirs. What does not have the option is returned as it is. */
function replaceOperand(operand: JsonValue, option: ReplacedOption): JsonValue {
  if (operand === option.value) return option.to;
  if (Array.isArray(operand)) {
    const list: readonly JsonValue[] = operand;
    return list.includes(option.value) ? [...new Set(list.map((one) => (one === option.value ? option.to : one)))] : list;
  }
  if (!isObject(operand) || Object.hasOwn(operand, '$')) return operand;
  const operators = Object.entries(operand).map(([name, value]) => [name, replaceOperand(value, option)] as const);
  return operators.every(([name, value]) => value === operand[name]) ? operand : Object.fromEntries(operators);
}
