import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';

/** What the draft does to a field. */
export type FieldChange = 'added' | 'renamed' | 'changed' | 'removed';

/** What a draft changes at the fields of a module, by the id of the field. `before` undefined: the module is new. */
export function listFieldChanges(before: ModuleDefinition | undefined, after: ModuleDefinition): ReadonlyMap<string, FieldChange> {
  const changes = new Map<string, FieldChange>();
  if (before === undefined) return changes;
  const earlier = new Map(before.fields.map((field) => [field.id, field]));
  for (const field of after.fields) {
    const change = compare(earlier.get(field.id), field);
    if (change !== undefined) changes.set(field.id, change);
    earlier.delete(field.id);
  }
  for (const id of earlier.keys()) changes.set(id, 'removed');
  return changes;
}

function compare(before: FieldDefinition | undefined, after: FieldDefinition): FieldChange | undefined {
  if (before === undefined) return 'added';
  if (before.fieldName !== after.fieldName) return 'renamed';
  return isSameJson(before, after) ? undefined : 'changed';
}

/** Whether two values are the same JSON; the order of properties does not matter. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = listKeys(one);
  return keys.length === listKeys(other).length && keys.every((key) => isSameJson(valueOf(one, key), valueOf(other, key)));
}

function listKeys(object: object): readonly string[] {
  return Object.keys(object).filter((key) => valueOf(object, key) !== undefined);
}

function valueOf(object: object, key: string): unknown {
  return (object as { readonly [key: string]: unknown })[key];
}

/** The names of the fields that the site changed or added; `base` null: it made the whole module. */
export function listSiteFields(base: ModuleDefinition | null, now: ModuleDefinition): ReadonlySet<string> {
  const original = new Map((base?.fields ?? []).map((field) => [field.id, field]));
  return new Set(now.fields.filter((field) => !isSameJson(original.get(field.id), field)).map(({ fieldName }) => fieldName));
}
