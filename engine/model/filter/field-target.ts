import type { CompiledField, CompiledModule, KeySchema } from '../compiled/index.ts';
import { ADDRESS_PART_OPERATORS } from '../field-types/address.ts';
import type { FilterContext } from './filter-context.ts';
import type { FilterOperator } from './operators.ts';

/** What a filter entry compares: a field, or one part of an Address. */
export interface FieldTarget {
  readonly field: CompiledField;
  /** Part of the Address; `undefined`: the whole field. */
  readonly part: string | undefined;
  readonly keys: readonly KeySchema[];
}

/** The field of a name, unless it is internal and the context hides internal fields. */
export function findField(module: CompiledModule, name: string, context: Pick<FilterContext, 'hidesInternal'>): CompiledField | undefined {
  const field = module.fields.get(name);
  return context.hidesInternal === true && field?.definition.internal === true ? undefined : field;
}

/** The operators of the target. */
export function operatorsOf(target: FieldTarget): readonly FilterOperator[] {
  return target.part === undefined ? target.field.type.operators : ADDRESS_PART_OPERATORS;
}

/** How the target's operands are compared. */
export function comparisonOf(target: FieldTarget): CompiledField['type']['comparison'] {
  return target.part === undefined ? target.field.type.comparison : 'text';
}
