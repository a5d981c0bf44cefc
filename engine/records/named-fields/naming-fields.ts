import { createNameResolver, type DefinitionSnapshot } from '../../registry/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { isObject } from '#engine/model/field-types';
import { visitFilterFields } from '#engine/model/filter';
import type { JsonValue } from '#engine/model/values';

/** A field whose values name fields of a module, such as the columns, groups and filters of a stored list. */
export interface NamingField {
  readonly field: CompiledField;
  /**
   * The fields of the record that have the module, or refer to a record about it. The second is used while the first is not shown or has no
   * value.
   */
  readonly sources: readonly string[];
  /** The value is a name or a list of names; its properties are the names; it is a filter. */
  readonly form: 'names' | 'properties' | 'filter';
  /** The column of its entries that has the name; undefined: it has no such entries. */
  readonly column: string | undefined;
}

const known = new WeakMap<CompiledModule, readonly NamingField[]>();

/** The fields of a module that name fields. Compiled modules never change, so they are remembered. */
export function listNamingFields(module: CompiledModule): readonly NamingField[] {
  const found = known.get(module) ?? [...module.fields.values()].flatMap(readField);
  known.set(module, found);
  return found;
}

function readField(field: CompiledField): readonly NamingField[] {
  const { fieldsOf, fieldsElseOf, propertiesOf, filterOf, entry } = field.definition;
  const forms = [
    [fieldsOf, 'names'],
    [propertiesOf, 'properties'],
    [filterOf, 'filter'],
  ] as const;
  const others = fieldsElseOf === undefined ? [] : [fieldsElseOf];
  const own = forms.flatMap(([first, form]): readonly NamingField[] =>
    first === undefined ? [] : [{ field, sources: [first, ...others], form, column: undefined }],
  );
  const columns = (entry?.columns ?? []).flatMap(({ fieldName, fieldsOf: source }): readonly NamingField[] =>
    source === undefined ? [] : [{ field, sources: [source], form: 'names', column: fieldName }],
  );
  return [...own, ...columns];
}

/** Called for each field that a value names: its module, its current name, and its place in the value. */
export type VisitName = (module: CompiledModule, name: string, path: string) => void;

/** Visits the fields of a module that a value names. Earlier names are followed. What is no name is left out: its type refuses it. */
export function visitNames(
  { field, form, column }: NamingField,
  value: JsonValue | undefined,
  module: CompiledModule,
  snapshot: DefinitionSnapshot,
  visit: VisitName,
): void {
  const names = createNameResolver(snapshot);
  if (form === 'filter') {
    const visitPart = (of: CompiledModule, name: string): void => visit(of, names.field(of, name), field.name);
    if (isObject(value)) visitFilterFields(names.filter(module, value), module, snapshot, visitPart);
    return;
  }
  const visitName = (name: JsonValue | undefined, path: string): void => {
    if (typeof name === 'string' && name !== '') visit(module, names.field(module, name), path);
  };
  if (form === 'properties') for (const name of isObject(value) ? Object.keys(value) : []) visitName(name, field.name);
  else
    for (const [index, one] of [value ?? null].flat().entries())
      if (column === undefined) visitName(one, field.name);
      else if (isObject(one)) visitName(one[column], Array.isArray(value) ? `${field.name}.${index}.${column}` : `${field.name}.${column}`);
}

/** The field of a module that says which module its records are about: the first of type Module. */
export function findSubjectField(module: CompiledModule): CompiledField | undefined {
  return [...module.fields.values()].find(({ definition }) => definition.inputType === 'Module');
}

/** Whether a module has what a name in a stored list names: a field, a relation, or a part of one, such as 'address.city' and 'owner.name'. */
export function hasNamedPart(module: CompiledModule, name: string, { modules }: Pick<DefinitionSnapshot, 'modules'>): boolean {
  if (name === '_id' || module.fields.has(name) || module.relations.has(name)) return true;
  const dot = name.indexOf('.');
  if (dot < 1) return false;
  const [head, rest] = [name.slice(0, dot), name.slice(dot + 1)];
  const field = module.fields.get(head);
  if (field?.keys.some(({ id }) => id === `${field.id}.${rest}`) === true || field?.columns.some((column) => column.name === rest) === true)
    return true;
  const others = module.relations.get(head)?.modules ?? [];
  return others.some((other) => {
    const related = modules.get(other);
    return related !== undefined && hasNamedPart(related, rest, { modules });
  });
}
