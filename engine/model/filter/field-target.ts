import type { CompiledField, KeyShape } from '../compiled/index.ts';
import type { FilterOperator } from './operators.ts';

/** What an entry of a filter compares: a field, or one part of an Address. */
export interface FieldTarget {
  readonly field: CompiledField;
  /** Part of the Address; `undefined`: the whole field. */
  readonly part: string | undefined;
  readonly keys: readonly KeyShape[];
}

const PART_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'contains', 'startsWith', 'range', 'exists'];
const ADDRESS_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'exists'];

/** The operators that the target has. */
export function operatorsOf(target: FieldTarget): readonly FilterOperator[] {
  if (target.part !== undefined) return PART_OPERATORS;
  return target.field.type.comparison === 'address' ? ADDRESS_OPERATORS : target.field.type.operators;
}

/** How the target's operands are compared. */
export function comparisonOf(target: FieldTarget): CompiledField['type']['comparison'] {
  return target.part === undefined ? target.field.type.comparison : 'text';
}
