import { findFieldNameProblem, type FieldDefinition, type ModuleDefinition } from '#engine/model/definitions';
import type { ChangeProblem } from '#engine/model/wire';
import { t } from '../../../kit/index.ts';
import { offersProperty } from './field-types.ts';

/** The problems of a field by the property that has them. */
export type PropertyProblems = ReadonlyMap<string, readonly string[]>;

/** The problems that the browser finds while a field is edited: the server finds the same ones, and more. */
export function checkField(field: FieldDefinition, others: readonly FieldDefinition[], module: ModuleDefinition): PropertyProblems {
  const problems = new Map<string, readonly string[]>();
  const name = findFieldNameProblem(
    field.fieldName,
    others.filter(({ id }) => id !== field.id).map(({ fieldName }) => fieldName),
  );
  if (name !== undefined) problems.set('fieldName', [t(`studioFields.name.field.${name}`)]);
  if (field.label.trim() === '') problems.set('label', [t('studioFields.problem.label')]);
  if (offersProperty(field, 'dropdown', module.name) && field.dropdown === undefined)
    problems.set('dropdown', [t('studioFields.problem.dropdown')]);
  if ((field.inputType === 'Relate' || field.inputType === 'MultiRelate') && typeof field.ref !== 'string')
    problems.set('ref', [t('studioFields.problem.ref')]);
  if (field.minimum !== undefined && field.maximum !== undefined && field.minimum > field.maximum)
    problems.set('minimum', [t('studioFields.problem.bounds')]);
  return problems;
}

/** The problems that the server found in a field of the draft, by property. They name a field by its position or by its name. */
export function findServerProblems(problems: readonly ChangeProblem[], module: ModuleDefinition, field: FieldDefinition): PropertyProblems {
  const at = module.fields.findIndex(({ id, fieldName }) => id === field.id || fieldName === field.fieldName);
  const found = new Map<string, readonly string[]>();
  for (const { path, cause } of problems) {
    const [list, place, property = ''] = path.split('/').slice(1);
    if (list !== 'fields' || (place !== String(at) && place !== field.fieldName)) continue;
    found.set(property, [...(found.get(property) ?? []), cause]);
  }
  return found;
}

/** Both kinds of problems. One of the browser replaces that of the server at the same property, which is of an earlier state. */
export function joinProblems(own: PropertyProblems, server: PropertyProblems): PropertyProblems {
  return new Map([...server, ...own]);
}
