import type { CompiledModule } from '../compiled/index.ts';
import { readNameTemplate } from './name-template.ts';

/** The fields from which a module generates the name of a record without one; empty if names are typed by users. */
export function nameSourcesOf({
  definition,
  fields,
  nameField,
}: Pick<CompiledModule, 'definition' | 'fields' | 'nameField'>): readonly string[] {
  if (!fields.has('name')) return [];
  if (definition.name_template !== undefined) return readNameTemplate(definition.name_template).fields.filter((name) => fields.has(name));
  if (fields.has('first_name') && fields.has('last_name')) return ['first_name', 'last_name'];
  return nameField === 'name' ? [] : [nameField];
}
