import { isDeepStrictEqual } from 'node:util';
import type { CompiledModule } from '#engine/model/compiled';
import type { FieldDefinition } from '#engine/model/definitions';
import type { FieldView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { bodyInvalid } from '../request/write-input.ts';

/** Properties of a field in responses that are not part of its definition. */
const DERIVED: ReadonlySet<string> = new Set(['type', 'refs', 'system', 'rights', 'sortable', 'filterable', 'operators']);

/** The input types that name one module, not a list. */
const ONE_REF: ReadonlySet<unknown> = new Set(['Relate', 'MultiRelate']);

type AnyField = { readonly [property: string]: JsonValue | undefined };

/** Whether a sent field has the form of a response. */
export function isFieldView(field: JsonValue): boolean {
  return isObject(field) && ['type', 'refs', 'rights', 'system'].some((name) => Object.hasOwn(field, name));
}

/**
 * The definitions of fields that were sent in the form of a response: unchanged ones are as they are stored, changed ones have
 * the changed properties, and new ones get the properties of a definition. Fields that the response does not contain stay:
 * internal ones, and those that point to a module that is not active. Throws `body_invalid` for a change of a field that a
 * relationship creates.
 */
export function readFieldViews(module: CompiledModule, views: readonly FieldView[], sent: readonly JsonValue[]): JsonValue {
  const shown = new Map(views.map((view) => [view.id, view as unknown as AnyField]));
  const own = new Map(module.definition.fields.map((field) => [nameOf(module, field), field]));
  const read = sent.flatMap((each): readonly unknown[] => {
    if (!isObject(each)) return [each];
    const view = shown.get(each['id'] as string);
    return view === undefined ? [toDefinition(each)] : readKnown(module, own.get(each['id'] as string), view, each);
  });
  return insertHidden(module, shown, read as readonly AnyField[]) as unknown as JsonValue;
}

/** The id under which a defined field is compiled: a default field that the module redefines has the id of the default. */
function nameOf({ fields }: CompiledModule, { fieldName, id }: FieldDefinition): string {
  return fields.get(fieldName)?.definition.id ?? id;
}

function readKnown(
  { fields }: CompiledModule,
  own: FieldDefinition | undefined,
  view: AnyField,
  sent: AnyField,
): readonly (AnyField | FieldDefinition)[] {
  const names = new Set([...Object.keys(view), ...Object.keys(sent)]);
  const changed = [...names].filter((name) => (name === 'refs' || !DERIVED.has(name)) && !isDeepStrictEqual(view[name], sent[name]));
  if (changed.length === 0) return own === undefined ? [] : [own];
  const field = fields.get(view['fieldName'] as string);
  if (field?.relationship !== undefined) throw bodyInvalid(`${field.name} is changed in the relationship that creates it`);
  const { refs: _refs, ...result }: { [name: string]: unknown } = { ...(own ?? field?.definition), ...pick(sent, changed) };
  for (const name of changed) if (sent[name] === undefined || sent[name] === null) delete result[name];
  if (changed.includes('refs')) result['ref'] = toRef(sent);
  return [dropMissing(result) as AnyField];
}

/** A field of a response as a new definition. */
function toDefinition(sent: AnyField): AnyField {
  const names = Object.keys(sent).filter((name) => !DERIVED.has(name));
  const { inputType = null } = isObject(sent['type']) ? sent['type'] : {};
  const ref = sent['ref'] ?? toRef(sent);
  return dropMissing({ ...(inputType === null ? {} : { inputType }), ...pick(sent, names), ref }) as AnyField;
}

function toRef({ refs, inputType }: AnyField): JsonValue | undefined {
  if (!Array.isArray(refs) || refs.length === 0) return undefined;
  return ONE_REF.has(inputType) ? (refs[0] as JsonValue) : refs;
}

/** Adds the fields that the response does not contain, each behind the field that it is behind now. */
function insertHidden(module: CompiledModule, shown: ReadonlyMap<string, unknown>, read: readonly AnyField[]): readonly AnyField[] {
  const result = [...read];
  module.definition.fields.forEach((field, index, all) => {
    if (shown.has(nameOf(module, field))) return;
    const before = all[index - 1]?.id;
    const place = before === undefined ? 0 : result.findIndex(({ id }) => id === before) + 1;
    result.splice(before === undefined || place > 0 ? place : result.length, 0, field as unknown as AnyField);
  });
  return result;
}

function pick(field: AnyField, names: readonly string[]): AnyField {
  return Object.fromEntries(names.map((name) => [name, field[name]]));
}

function dropMissing(field: { readonly [name: string]: unknown }): object {
  return Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
