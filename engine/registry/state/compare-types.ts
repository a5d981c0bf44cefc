import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { hasConversion, isNarrower } from '#engine/model/conversions';
import { isCalculated } from '#engine/model/definitions';
import { getFieldType } from '#engine/model/field-types';
import type { TypeChange } from '../contract.ts';
import type { DefinitionProblem } from '../problem.ts';
import type { PendingConversion } from './field-conversions.ts';
import { inactiveName, inactiveTypeOf, type InactiveType, type ModuleHistory } from './field-history.ts';

/** The fields whose stored values need another form, and the problems of those that cannot get it. */
export interface TypeChanges {
  readonly problems: readonly DefinitionProblem[];
  readonly conversions: readonly TypeChange[];
}

/**
 * Compares the types of fields, also with those that they had when they became inactive, which the histories have by the id of their module.
 * Fields in `known`, by the id of their module and their own, are converted already.
 */
export function compareTypes(
  before: ReadonlyMap<string, CompiledModule>,
  after: ReadonlyMap<string, CompiledModule>,
  histories: ReadonlyMap<string, ModuleHistory>,
  known: readonly PendingConversion[] = [],
): TypeChanges {
  const old = new Map([...before.values()].map((module) => [module.id, module]));
  const [problems, conversions]: [DefinitionProblem[], TypeChange[]] = [[], []];
  for (const module of after.values()) {
    const previous = old.get(module.id);
    if (previous === undefined || previous === module) continue;
    for (const field of module.fields.values()) {
      const was = previous.fieldsById.get(field.id);
      if (was === undefined) problems.push(...findReturnProblems(module, field, histories.get(module.id) ?? []));
      if (was === undefined || known.some((one) => one.module === module.id && one.field === field.id)) continue;
      const problem = findTypeProblem(module, was, field);
      if (problem !== undefined) problems.push(problem);
      // A calculated field is calculated again.
      else if (isCalculated(field.definition)) continue;
      else if (!keepsForm(was, field)) conversions.push({ module, before: was, after: field, keepsForm: false });
      else if (isNarrower(was.definition.inputType, field.definition.inputType) && isSensitive(was) === isSensitive(field))
        conversions.push({ module, before: was, after: field, keepsForm: true });
    }
  }
  return { problems, conversions };
}

/** The problems of definitions that are not published by an admin: nothing converts the values then. */
export function findTypeChanges(
  before: ReadonlyMap<string, CompiledModule>,
  after: ReadonlyMap<string, CompiledModule>,
  histories: ReadonlyMap<string, ModuleHistory>,
): DefinitionProblem[] {
  const { problems, conversions } = compareTypes(before, after, histories);
  return [...problems, ...conversions.filter((change) => !change.keepsForm).map((change) => explainType(change, OWN_ID))];
}

/** A field that becomes sensitive has the same input type: its values are encrypted when they are next written. */
export function keepsForm({ definition: was }: WithType, { definition: is }: WithType): boolean {
  const [before, after] = [getFieldType(was.inputType), getFieldType(is.inputType)];
  return before.comparison === after.comparison && before.list === after.list;
}

type WithType = { readonly definition: InactiveType };

function isSensitive({ definition }: WithType): boolean {
  return definition.sensitive === true;
}

const OWN_ID = 'give the new field an id of its own';

/** Entered values would be lost, and calculated ones would stay as if someone had entered them. */
function explainCalculation(module: CompiledModule, { id, name, definition }: CompiledField): DefinitionProblem {
  const property = definition.rollUp === undefined ? 'formula' : 'rollUp';
  const cause = isCalculated(definition)
    ? `The field with the id ${id} has entered values and cannot become calculated: give the calculated field an id of its own.`
    : `The values of the field with the id ${id} are calculated: give a field whose values are entered an id of its own.`;
  return { file: `module/${module.name}`, path: `/fields/${name}/${property}`, cause };
}

/** Values that documents have of an inactive field are only converted when it is active: it has to come back as it was. */
function findReturnProblems(module: CompiledModule, field: CompiledField, history: ModuleHistory): readonly DefinitionProblem[] {
  const definition = inactiveTypeOf(history, inactiveName(field.id));
  if (definition === undefined || isCalculated(field.definition)) return [];
  const isSame = keepsForm({ definition }, field) && (isSensitive(field) || !isSensitive({ definition }));
  if (isSame) return [];
  const was = `${definition.sensitive === true ? 'sensitive ' : ''}${definition.inputType}`;
  const cause = `The field with the id ${field.id} was a ${was} when it was last active, and records have values of it: make it active as it was, and change its type afterwards.`;
  return [{ file: `module/${module.name}`, path: `/fields/${field.name}/inputType`, cause }];
}

function findTypeProblem(module: CompiledModule, was: CompiledField, field: CompiledField): DefinitionProblem | undefined {
  if (isSensitive(was) && !isSensitive(field))
    return {
      file: `module/${module.name}`,
      path: `/fields/${field.name}/sensitive`,
      cause: `The values of the field with the id ${field.id} are encrypted, and stay so: give a plaintext field an id of its own.`,
    };
  if (isCalculated(was.definition) !== isCalculated(field.definition)) return explainCalculation(module, field);
  if (isCalculated(field.definition) || keepsForm(was, field)) return undefined;
  const change = { module, before: was, after: field, keepsForm: false };
  // Until the values are converted, the store would have both forms in plaintext and encrypted.
  if (isSensitive(was) !== isSensitive(field)) return explainType(change, 'make the field sensitive first, and change its type afterwards');
  return hasConversion(was.definition.inputType, field.definition.inputType) ? undefined : explainType(change, OWN_ID);
}

/** The problem of a field whose type cannot change in this way. */
export function explainType({ module, before, after }: TypeChange, advice: string): DefinitionProblem {
  return {
    file: `module/${module.name}`,
    path: `/fields/${after.name}/inputType`,
    cause: `The field with the id ${after.id} was a ${before.definition.inputType} and cannot become a ${after.definition.inputType}: ${advice}.`,
  };
}
