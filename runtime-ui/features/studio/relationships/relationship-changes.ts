import { deriveFieldName, findFieldNameProblem, type ModuleDefinition, type RelationshipDefinition } from '#engine/model/definitions';
import { t } from '../../../kit/index.ts';

/** What is typed for a relationship. */
export interface RelationshipInput {
  readonly label: string;
  readonly type: RelationshipDefinition['type'];
  readonly required: boolean;
  /** Name of the related module. */
  readonly related: string;
  /** Undefined: derived from both modules. */
  readonly name: string | undefined;
  /** Of a relationship of a module with itself: the name of the relation in the other direction. */
  readonly reverseName: string;
}

/** The name of a relationship: as typed, or of both modules, such as `tickets_notes`. */
export function nameOfRelationship({ name, related }: RelationshipInput, primary: string, others: readonly string[]): string {
  return name ?? (related === '' ? '' : deriveFieldName(`${toWords(primary)} ${toWords(related)}`, others));
}

/** 'equipmentLoans' as words, so that the derived name has an underscore between them. */
function toWords(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
}

/** The problems of what is typed, by input. `taken` are the names of the relations and fields of the module. */
export function checkRelationship(input: RelationshipInput, primary: string, taken: readonly string[]): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  if (input.related === '') problems.set('related', t('studioFields.problem.ref'));
  if (input.label.trim() === '') problems.set('label', t('studioFields.problem.label'));
  const name = nameOfRelationship(input, primary, taken);
  const problem = findFieldNameProblem(name, taken);
  if (problem !== undefined && input.related !== '') problems.set('name', t(`studioFields.name.field.${problem}`));
  if (input.related === primary) {
    const reverse = findFieldNameProblem(input.reverseName, [...taken, name]);
    if (reverse !== undefined) problems.set('reverseName', t(`studioFields.name.field.${reverse}`));
  }
  return problems;
}

/** The definition of a relationship. */
export function buildRelationship(
  input: RelationshipInput,
  primary: Pick<ModuleDefinition, 'name' | 'label'>,
  related: Pick<ModuleDefinition, 'name' | 'label'>,
  { id, taken }: { readonly id: string; readonly taken: readonly string[] },
): RelationshipDefinition {
  return {
    id,
    name: nameOfRelationship(input, primary.name, taken),
    label: input.label.trim(),
    type: input.type,
    primary_module: { name: primary.name, label: primary.label },
    related_module: { name: related.name, label: related.label },
    ...(input.required ? { required: true } : {}),
    ...(input.reverseName === '' ? {} : { reverseName: input.reverseName }),
  };
}

/** The inputs for an existing relationship. */
export function toInput({ label, type, required, related_module, name, reverseName }: RelationshipDefinition): RelationshipInput {
  return { label, type, required: required === true, related: related_module.name, name, reverseName: reverseName ?? '' };
}

/** Adds or replaces a relationship of a module; undefined removes it. */
export function putRelationship(module: ModuleDefinition, id: string, next: RelationshipDefinition | undefined): ModuleDefinition {
  const { relationships = [], ...rest } = module;
  const isKnown = relationships.some((one) => one.id === id);
  const list = isKnown
    ? relationships.flatMap((one) => (one.id !== id ? [one] : next === undefined ? [] : [next]))
    : [...relationships, ...(next === undefined ? [] : [next])];
  return list.length === 0 ? rest : { ...rest, relationships: list };
}
