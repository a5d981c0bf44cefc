import type { CompiledField, CompiledModule } from '../compiled/compiled.ts';
import { isMissing, ownValue, problem } from '../field-types/answers.ts';
import type { FieldProblem } from '../field-types/field-type.ts';
import type { JsonObject } from '../json/index.ts';
import { isCompiledFieldVisible, type VisibilityContext } from '../visibility/index.ts';
import { runValidators } from './run-validators.ts';

/** A problem and the field that it belongs to, by name. */
export interface RecordProblem extends FieldProblem {
  readonly field: string;
}

/**
 * All that is wrong with a normalised record beyond the types of its values: required fields that are missing, and
 * what the named validators of its fields find. A field hidden by its trigger is never required and not checked.
 * With `changed`, validators run for those fields alone ("only once the field has been edited"); required fields are
 * always looked at.
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
    if (!needsCheck(field, checked) || !isCompiledFieldVisible(module, field, record, context)) continue;
    for (const found of findFieldProblems(field, record, context.today, checked)) problems.push({ ...found, field: field.name });
  }
  return problems;
}

function needsCheck(field: CompiledField, checked: boolean): boolean {
  return field.definition.required === true || (checked && field.definition.validators !== undefined);
}

function findFieldProblems(field: CompiledField, record: JsonObject, today: string, checked: boolean): readonly FieldProblem[] {
  const value = ownValue(record, field.name);
  if (field.definition.required === true && isMissing(value)) return [problem('required', `${field.label} is required.`)];
  return checked ? runValidators(field.definition.validators, value, { record, field: field.definition, today }) : [];
}
