import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { ConditionData } from '#engine/model/conditions';
import type { RecordData } from '../../../client/index.ts';
import { conditionDataOf } from '../../../headless/index.ts';
import type { FindFilterSubject } from './condition-filter.ts';
import type { ConditionSubject } from './subjects.ts';

const CONDITIONS = ['visibleWhen', 'requiredWhen', 'readOnlyWhen', 'openWhen'] as const;

/** A rule that is tried with a record. */
export interface TrialRule {
  readonly id: string;
  /** What it decides. */
  readonly name: (typeof CONDITIONS)[number] | 'validations';
  /** Of a validation rule its place in the list, from 1. */
  readonly number: number;
  readonly condition: JsonValue;
  /** The field that has the rule; undefined: the module has it. */
  readonly field: FieldDefinition | undefined;
}

type Validation = NonNullable<ModuleDefinition['validations']>[number] | NonNullable<FieldDefinition['validations']>[number];

function toValidations(validations: readonly Validation[] = [], field?: FieldDefinition): readonly TrialRule[] {
  return validations.flatMap(({ condition }, at) =>
    // A new rule has no condition yet.
    condition === true
      ? []
      : [{ id: `rule ${at}`, name: 'validations' as const, number: at + 1, condition: condition as JsonValue, field }],
  );
}

/** The conditions and rules of a field. */
export function listFieldTrials(field: FieldDefinition): readonly TrialRule[] {
  const conditions = CONDITIONS.flatMap((name): readonly TrialRule[] => {
    const condition = field[name] as JsonValue | undefined;
    return condition === undefined ? [] : [{ id: name, name, number: 0, condition, field }];
  });
  return [...conditions, ...toValidations(field.validations, field)];
}

/** The rules of a module. */
export function listModuleTrials({ validations }: ModuleDefinition): readonly TrialRule[] {
  return toValidations(validations);
}

/** A field of the draft as it is published, by its id: its name may be another one; undefined: it is new. */
export function findPublished(view: ModuleView, fields: readonly FieldDefinition[], name: string): FieldView | undefined {
  const id = fields.find(({ fieldName }) => fieldName === name)?.id;
  return view.fields.find((field) => (id === undefined ? field.fieldName === name : field.id === id));
}

/** What the conditions of the draft see of a saved record: its values by the names that the draft has. */
export function toTrialData(view: ModuleView, fields: readonly FieldDefinition[], record: RecordData): ConditionData {
  const data = conditionDataOf(view, { base: record, draft: record });
  const names = new Map(
    fields.flatMap(({ fieldName }) => {
      const published = findPublished(view, fields, fieldName);
      return published === undefined ? [] : [[published.fieldName, fieldName] as const];
    }),
  );
  const values: JsonObject = Object.fromEntries(Object.entries(data.record).map(([name, value]) => [names.get(name) ?? name, value]));
  return { ...data, record: values, old: values };
}

/** Finds what filters know of the subjects of the draft's conditions. */
export function createFilterSubjects(
  view: ModuleView,
  fields: readonly FieldDefinition[],
  subjects: readonly ConditionSubject[],
): FindFilterSubject {
  return (subjectName) => {
    const subject = subjects.find(({ name }) => name === subjectName);
    const [, fieldName = '', ...part] = subjectName.split('.');
    if (subject === undefined) return undefined;
    const { kind, inputType } = subject;
    const published = findPublished(view, fields, fieldName);
    // Values that are converted first are compared otherwise.
    const canFilter = published?.filterable === true && published.inputType === inputType;
    return { kind, inputType, name: canFilter ? [published.fieldName, ...part].join('.') : undefined };
  };
}
