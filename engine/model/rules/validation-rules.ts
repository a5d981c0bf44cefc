import { evaluateCondition, listConditionFields, type ConditionData } from '../conditions/index.ts';
import type { Condition, FieldDefinition, ModuleValidation } from '../definitions/index.ts';

/** A validation rule of a module or of one of its fields. Immutable. */
export interface ValidationRule {
  /** Must be true. */
  readonly condition: Condition;
  /** What is shown if it is not. */
  readonly message: string;
  /** Names of the fields that the message is shown at; empty: it concerns the whole record. */
  readonly fields: readonly string[];
  /** The field that has the rule: while it is hidden, the rule is not checked. Undefined for a rule of the module. */
  readonly owner: string | undefined;
  /** Names of the fields that the rule reads or is shown at: it is checked again when one of them changes. */
  readonly watched: ReadonlySet<string>;
}

/** Compiles the rules of all fields and of the module, in this order. */
export function compileValidations(
  fields: Iterable<Pick<FieldDefinition, 'fieldName' | 'validations'>>,
  validations: readonly ModuleValidation[] = [],
): readonly ValidationRule[] {
  const rules: ValidationRule[] = [];
  const add = (condition: Condition, message: string, shownAt: readonly string[], owner?: string) =>
    rules.push({ condition, message, fields: shownAt, owner, watched: new Set([...listConditionFields(condition), ...shownAt]) });
  for (const { fieldName, validations: own = [] } of fields)
    for (const { condition, message } of own) add(condition, message, [fieldName], fieldName);
  for (const { condition, message, fields: shownAt = [] } of validations) add(condition, message, shownAt);
  return rules;
}

/** The rules that a record breaks; with `changed`, only those that read or are shown at one of these fields. */
export function findBrokenRules(
  rules: readonly ValidationRule[],
  data: ConditionData,
  changed?: ReadonlySet<string>,
): readonly ValidationRule[] {
  return rules.filter(({ condition, watched }) => isAffected(watched, changed) && !evaluateCondition(condition, data));
}

function isAffected(watched: ReadonlySet<string>, changed: ReadonlySet<string> | undefined): boolean {
  if (changed === undefined) return true;
  for (const name of changed) if (watched.has(name)) return true;
  return false;
}
