import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { findTransitionRequirement } from '../../extensions/index.ts';
import { findDefinedRequirement, type Draft } from '../../headless/index.ts';

/** What a value of a field requires, shown before it is saved. */
export interface ValueRequirement {
  /** Names of the fields that must also have a value. */
  readonly fields: readonly string[];
  /** A short hint next to the value. */
  readonly hint: string | undefined;
  /** A sentence above the required fields. */
  readonly message: string;
}

/** Returns what a value of a field requires on a record: by its definition, or by a plugin. */
export function findRequirement(module: ModuleView, field: FieldView, value: JsonValue, record: Draft): ValueRequirement | undefined {
  return findDefinedRequirement(module, field, value, record) ?? findTransitionRequirement(module.name, field.fieldName, value, record);
}
