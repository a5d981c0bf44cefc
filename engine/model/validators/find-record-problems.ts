import type { CompiledField, CompiledModule } from '../compiled.ts';
import { isMissing, ownValue, problem, type FieldProblem } from '../field-types/field-type.ts';
import type { JsonObject } from '../json.ts';
import { findDisallowedOptions } from '../options/index.ts';
import { isCompiledFieldVisible, type VisibilityContext } from '../visibility/index.ts';
import { runValidators } from './run-validators.ts';

/** A problem and the name of its field. */
export interface RecordProblem extends FieldProblem {
  readonly field: string;
}

/**
 * All problems of a normalized record beyond the types of its values: missing required fields, problems found by the named
 * validators of its fields, and options that are not allowed for the value of their parent. A field hidden by its trigger
 * is never required and not checked. With `changed`, validators run only for those fields ("only once the field has been
 * edited"), and options are checked if they or their parent changed; required fields always.
 */
export function findRecordProblems(
  module: CompiledModule,
  record: JsonObject,
  context: VisibilityContext,
  changed?: ReadonlySet<string>,
): readonly RecordProblem[] {
  const problems: RecordProblem[] = [];
  for (const field of module.fields.values()) {
    const checked = changed === undefined || changed.has(field.name);
    const parent = field.definition.optionsBy?.field;
    const chosen = parent !== undefined && (checked || changed.has(parent));
    if (!(chosen || needsCheck(field, checked)) || !isCompiledFieldVisible(module, field, record, context)) continue;
    for (const found of findFieldProblems(field, record, context.today, checked)) problems.push({ ...found, field: field.name });
    if (chosen) for (const found of findOptionProblems(module, field, record)) problems.push({ ...found, field: field.name });
  }
  return problems;
}

function needsCheck(field: CompiledField, checked: boolean): boolean {
  return field.definition.required === true || (checked && field.definition.validators !== undefined);
}

function findFieldProblems(field: CompiledField, record: JsonObject, today: string, checked: boolean): readonly FieldProblem[] {
  const value = ownValue(record, field.name);
  if (field.definition.required === true && isMissing(value))
    return [problem('required', field.definition.requiredText ?? `${field.label} is required.`)];
  return checked ? runValidators(field.definition.validators, value, { record, field: field.definition, today }) : [];
}

/** The message contains only the label of the parent, so a user who may not see the parent does not learn its value. */
function findOptionProblems(module: CompiledModule, field: CompiledField, record: JsonObject): readonly FieldProblem[] {
  const parent = module.fields.get(field.definition.optionsBy?.field ?? '')?.label ?? '';
  const labelOf = (value: string): string => field.dropdown?.options.find((option) => option.value === value)?.label ?? value;
  return findDisallowedOptions(field.definition, ownValue(record, field.name), record).map((value) =>
    problem('not_for_parent', `${labelOf(value)} is not a choice of ${field.label} for this ${parent}.`),
  );
}
