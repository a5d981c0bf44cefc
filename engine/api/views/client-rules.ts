import type { CompiledModule } from '#engine/model/compiled';
import { listConditionFields } from '#engine/model/conditions';
import type { Condition, FieldDefinition, ModuleValidation, TransitionRequirementDefinition } from '#engine/model/definitions';
import type { Rights } from '../../access/index.ts';

type FieldRules = Omit<FieldDefinition, 'ref'>;
type FieldTest = (fieldName: string) => boolean;

/** What a client can decide by itself, with the values that its user gets. */
export interface ClientKnowledge {
  /** The user gets the value of the field with every record that they see. */
  readonly isReadable: FieldTest;
  /** Whether the field is shown depends on such fields only. */
  readonly isVisibilityKnown: FieldTest;
}

/** What clients of a user can decide about the records of a module. */
export function createClientKnowledge(module: CompiledModule, rights: Rights): ClientKnowledge {
  const { view, sensitive } = rights.module(module.name);
  const isReadable: FieldTest = (name) => {
    if (name === '_id') return true;
    const { read } = rights.field(module.name, name);
    const isMasked = !sensitive && module.fields.get(name)?.definition.sensitive === true;
    return !isMasked && (read === 'all' || (read === 'owner' && view === 'Owner'));
  };
  const isVisibilityKnown: FieldTest = (name) => {
    // Definitions whose parents form a cycle are refused.
    for (let field = module.fields.get(name)?.definition; field !== undefined; ) {
      if (!isEvaluable(field.visibleWhen, isReadable)) return false;
      if (field.dependent !== true || field.parentField === undefined) return true;
      if (!isReadable(field.parentField)) return false;
      field = module.fields.get(field.parentField)?.definition;
    }
    return true;
  };
  return { isReadable, isVisibilityKnown };
}

/**
 * The properties of a field without the rules that a client cannot evaluate: neither the names of the fields that they read
 * nor the values that these are compared with are sent. A field that the server may hide is shown, and is neither required
 * nor checked before the save: the response of the server decides.
 */
export function withClientRules(field: FieldRules, { isReadable, isVisibilityKnown }: ClientKnowledge): FieldRules {
  const { validations, transitionRequirements, ...rest } = omitProperties(field, listUnknown(field, isReadable, isVisibilityKnown));
  const rules = validations?.filter(({ condition }) => isEvaluable(condition, isReadable)) ?? [];
  const isDecidable: FieldTest = (name) => isReadable(name) && isVisibilityKnown(name);
  const requirements = transitionRequirements
    ?.filter(({ when }) => isEvaluable(when, isReadable))
    .flatMap((requirement) => keepDecidable(requirement, isDecidable));
  return {
    ...rest,
    ...(rules.length === 0 ? {} : { validations: rules }),
    ...(requirements === undefined || requirements.length === 0 ? {} : { transitionRequirements: requirements }),
  };
}

/** The same for the validation rules of a module. A message at a field that is not readable is one of the whole record. */
export function listClientValidations(
  validations: readonly ModuleValidation[],
  { isReadable }: ClientKnowledge,
): readonly ModuleValidation[] {
  return validations
    .filter(({ condition }) => isEvaluable(condition, isReadable))
    .map(({ fields, ...rule }) => {
      const shownAt = fields?.filter(isReadable) ?? [];
      return shownAt.length === 0 ? rule : { ...rule, fields: shownAt };
    });
}

function isEvaluable(condition: Condition | undefined, isReadable: FieldTest): boolean {
  return listConditionFields(condition).every(isReadable);
}

function listUnknown(field: FieldRules, isReadable: FieldTest, isVisibilityKnown: FieldTest): readonly (keyof FieldRules)[] {
  const { fieldName, visibleWhen, requiredWhen, readOnlyWhen, openWhen, parentField, optionsBy, defaultFormula } = field;
  return [
    ...(isEvaluable(visibleWhen, isReadable) ? [] : (['visibleWhen'] as const)),
    ...(isEvaluable(requiredWhen, isReadable) ? [] : (['requiredWhen'] as const)),
    ...(isEvaluable(readOnlyWhen, isReadable) ? [] : (['readOnlyWhen'] as const)),
    ...(isEvaluable(openWhen, isReadable) ? [] : (['openWhen'] as const)),
    ...(parentField === undefined || isReadable(parentField) ? [] : (['dependent', 'parentField', 'fieldsToTrigger'] as const)),
    ...(isEvaluable(defaultFormula, isReadable) ? [] : (['defaultFormula'] as const)),
    ...(optionsBy === undefined || isReadable(optionsBy.field) ? [] : (['optionsBy'] as const)),
    ...(isVisibilityKnown(fieldName) ? [] : (['required', 'requiredWhen', 'validations'] as const)),
  ];
}

function omitProperties(field: FieldRules, names: readonly string[]): FieldRules {
  if (names.length === 0) return field;
  return Object.fromEntries(Object.entries(field).filter(([name]) => !names.includes(name))) as FieldRules;
}

/** A requirement whose fields are all left out is not sent: with an empty list it would be a notice. */
function keepDecidable(requirement: TransitionRequirementDefinition, isDecidable: FieldTest): readonly TransitionRequirementDefinition[] {
  const requires = requirement.requires.filter(isDecidable);
  return requires.length === 0 && requirement.requires.length > 0 ? [] : [{ ...requirement, requires }];
}
