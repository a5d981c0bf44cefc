import type { CompiledField, CompiledRelation, KeySchema } from '#engine/model/compiled';

/** The target of a name in a layout, sort order or declared index. */
export interface NamedTarget {
  readonly field: CompiledField;
  /** Keys it is compared by: all keys of the field, or the key of the part of an Address. */
  readonly keys: readonly KeySchema[];
}

/** The field, or part of an Address ('current_address.state'), of a name. */
export function findTarget(fields: ReadonlyMap<string, CompiledField>, name: string): NamedTarget | undefined {
  const whole = fields.get(name);
  if (whole) return { field: whole, keys: whole.keys };
  const dot = name.lastIndexOf('.');
  const field = dot > 0 ? fields.get(name.slice(0, dot)) : undefined;
  const key =
    field?.type.comparison === 'address' ? field.keys.find((each) => each.id === `${field.id}.${name.slice(dot + 1)}`) : undefined;
  return field && key ? { field, keys: [key] } : undefined;
}

/** Whether a layout may contain the name: a field, a part of an Address or a relation. */
export function isLayoutName(
  name: string,
  fields: ReadonlyMap<string, CompiledField>,
  relations: ReadonlyMap<string, CompiledRelation>,
): boolean {
  return findTarget(fields, name) !== undefined || relations.has(name);
}

/** The sort key of a name; undefined when an index cannot support the order. */
export function findSortKey(fields: ReadonlyMap<string, CompiledField>, name: string): KeySchema | undefined {
  const target = findTarget(fields, name);
  const key = target?.keys.length === 1 ? target.keys[0] : undefined;
  if (!target || !key || key.list) return undefined;
  const { comparison } = target.field.type;
  const servesNoOrder =
    comparison === 'none' || comparison === 'flex' || target.field.dropdown !== undefined || target.field.definition.inputType === 'Relate';
  return servesNoOrder ? undefined : key;
}
