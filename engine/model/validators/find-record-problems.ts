import type { ValidatorUse } from '../definitions/index.ts';
import type { CompiledField, CompiledModule } from '../compiled/compiled-module.ts';
import { isMissing, ownValue, problem, type FieldProblem } from '../field-types/field-type.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import { createConditionData, type ConditionContext, type ConditionData } from '../conditions/index.ts';
import { findDisallowedOptions } from '../options/index.ts';
import { findBrokenRules, getRequiredMessage, isFieldRequired } from '../rules/index.ts';
import { isCompiledFieldVisible } from '../visibility/index.ts';
import { email, minimumAge, ssn, username, usZip, wholeNumber } from './built-in-validators.ts';
import type { Validator, ValidatorInput } from './validator.ts';

/** A problem and the name of its field; '' for a problem of the whole record. */
export interface RecordProblem extends FieldProblem {
  readonly field: string;
}

/**
 * All problems of a normalized record beyond the types of its values: missing required fields, problems found by the named
 * validators of its fields, options that are not allowed for the value of their parent, and broken validation rules. A
 * hidden field is never required and not checked. With `changed`, validators run only for those fields ("only once the field
 * has been edited"), and options and rules are checked if they or a field that they read changed; required fields always.
 */
export function findRecordProblems(
  module: CompiledModule,
  record: JsonObject,
  context: ConditionContext,
  changed?: ReadonlySet<string>,
): readonly RecordProblem[] {
  const problems: RecordProblem[] = [];
  const data = createConditionData(record, context);
  for (const field of module.fields.values()) {
    const checked = changed === undefined || changed.has(field.name);
    const parent = field.definition.optionsBy?.field;
    const chosen = parent !== undefined && (checked || changed.has(parent));
    if (!(chosen || needsCheck(field, checked)) || !isCompiledFieldVisible(module, field, record, context)) continue;
    for (const found of findFieldProblems(field, data, checked)) problems.push({ ...found, field: field.name });
    if (chosen) for (const found of findOptionProblems(module, field, record)) problems.push({ ...found, field: field.name });
  }
  return [...problems, ...findRuleProblems(module, data, context, changed)];
}

function findRuleProblems(
  module: CompiledModule,
  data: ConditionData,
  context: ConditionContext,
  changed: ReadonlySet<string> | undefined,
): readonly RecordProblem[] {
  if (module.validations.length === 0) return [];
  const isChecked = (owner: string | undefined): boolean => {
    const field = module.fields.get(owner ?? '');
    return field === undefined || isCompiledFieldVisible(module, field, data.record, context);
  };
  return findBrokenRules(module.validations, data, changed)
    .filter(({ owner }) => isChecked(owner))
    .flatMap(({ fields, message }) =>
      (fields.length === 0 ? [''] : fields).map((field) => ({ ...problem('rule_broken', message), field })),
    );
}

function needsCheck(field: CompiledField, checked: boolean): boolean {
  return (
    field.definition.required === true ||
    field.definition.requiredWhen !== undefined ||
    (checked && field.definition.validators !== undefined)
  );
}

function findFieldProblems({ name, definition }: CompiledField, data: ConditionData, checked: boolean): readonly FieldProblem[] {
  const { record, today } = data;
  const value = ownValue(record, name);
  if (isMissing(value) && isFieldRequired(definition, data)) return [problem('required', getRequiredMessage(definition))];
  return checked ? runValidators(definition.validators, value, { record, field: definition, today }) : [];
}

/** The message contains only the label of the parent, so a user who may not see the parent does not learn its value. */
function findOptionProblems(module: CompiledModule, field: CompiledField, record: JsonObject): readonly FieldProblem[] {
  const parent = module.fields.get(field.definition.optionsBy?.field ?? '')?.label ?? '';
  const labelOf = (value: string): string => field.dropdown?.options.find((option) => option.value === value)?.label ?? value;
  return findDisallowedOptions(field.definition, ownValue(record, field.name), record).map((value) =>
    problem('not_for_parent', `${labelOf(value)} is not a choice of ${field.label} for this ${parent}.`),
  );
}

/** Those that fields of the product use; the field types check numbers, web addresses and phone numbers, sign-in checks passwords. */
const validators = new Map<string, Validator>(
  Object.entries({
    ssn,
    usZip,
    username,
    email,
    wholeNumber,
    minimumAge,
  }),
);

/** Names of all validators that a definition can use. */
export function listValidators(): readonly string[] {
  return [...validators.keys()];
}

export function hasValidator(name: string): boolean {
  return validators.has(name);
}

/** Adds a plugin's validator. Returns false without any change if a validator of that name exists. */
export function registerValidator(name: string, validator: Validator): boolean {
  if (validators.has(name)) return false;
  validators.set(name, validator);
  return true;
}

/** All problems that the validators of a field find in its stored value (`undefined`: missing). */
export function runValidators(
  uses: readonly ValidatorUse[] | undefined,
  value: JsonValue | undefined,
  input: Omit<ValidatorInput, 'options'>,
): readonly FieldProblem[] {
  return (uses ?? []).flatMap((use) => {
    const validator = validators.get(use.name);
    // A validator that does not exist must not accept the value silently.
    if (validator === undefined) return [problem('unknown_validator', `The rule ${use.name} does not exist. Ask an administrator.`)];
    return validator(value, { ...input, options: use.options ?? {} });
  });
}
