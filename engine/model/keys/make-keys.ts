import type { CompiledField, CompiledModule } from '../compiled/compiled-module.ts';
import type { KeySchema, KeyValue, RecordKeys } from '../compiled/collection-schema.ts';
import { ADDRESS_PARTS } from '../field-types/address.ts';
import { isObject, moduleKeyOf, ownValue, type FieldContext, type FieldType, type NormalizeResult } from '../field-types/field-type.ts';
import { makeListKeys } from '../field-types/list-rules.ts';
import { toText } from '../values/text.ts';
import type { JsonValue, RecordDocument, RecordDraft } from '../values/json.ts';

/** The keys of a field of this type: one, or one per part of an Address. */
export function getKeySchemas(fieldId: string, type: FieldType): readonly KeySchema[] {
  // A checkbox that was never saved is false.
  if (type.comparison === 'boolean') return [{ id: fieldId, kind: type.keyKind, list: false, absent: 0 }];
  if (type.comparison !== 'address') return [{ id: fieldId, kind: type.keyKind, list: type.list }];
  return ADDRESS_PARTS.map((part) => ({ id: `${fieldId}.${part}`, kind: 'text', list: false }));
}

/** A column of an entry schema that refers to records. */
export interface LinkColumn {
  readonly name: string;
  /** The name that keys have for the module that it points to. */
  readonly module: string;
}

/** The columns of a field that refer to records. */
export function listLinkColumns({ columns }: Pick<CompiledField, 'columns'>): readonly LinkColumn[] {
  return columns.flatMap((column) => {
    const [module] = column.refs;
    return module === undefined ? [] : [{ name: column.name, module: moduleKeyOf(column, module) }];
  });
}

/** The key of the links in the entries of a field, if a column refers to records. */
export function getLinksKey(field: Pick<CompiledField, 'id' | 'columns' | 'definition'>): KeySchema | undefined {
  if (field.definition.sensitive === true || listLinkColumns(field).length === 0) return undefined;
  return { id: `${field.id}.links`, kind: 'text', list: true };
}

/** The records that the entries of a value refer to by these columns, as `module:id`. */
export function makeLinkKeys(columns: readonly LinkColumn[], value: JsonValue | undefined): KeyValue | undefined {
  const entries = [value].flat().filter((entry) => isObject(entry));
  const links = entries.flatMap((entry) =>
    columns.flatMap(({ name, module }) => {
      const ids = [ownValue(entry, name)].flat().map(toText);
      return ids.filter((id) => id !== '').map((id) => `${module}:${id}`);
    }),
  );
  return makeListKeys(links, toText);
}

/** All keys of a stored document (normalized values), by key id; missing values have no key. */
export function makeKeys(module: CompiledModule, document: RecordDocument | RecordDraft): RecordKeys {
  const keys: RecordKeysDraft = {};
  // Iterates over the fields of the record, not of the module: most fields of most records are empty.
  for (const name of Object.keys(document)) {
    const field = module.fields.get(name);
    if (field !== undefined) setFieldKeys(field, document[name], keys);
  }
  for (const [id, value] of absentKeysOf(module)) if (!Object.hasOwn(keys, id)) keys[id] = value;
  return keys;
}

/** Keys that are being created. */
export type RecordKeysDraft = { [keyId: string]: KeyValue | undefined };

/** Sets the keys of a field for its value, and removes the keys that the value does not have. */
export function setFieldKeys(field: CompiledField, value: JsonValue | undefined, keys: RecordKeysDraft): void {
  const context = keyContext(field);
  for (const { id } of field.keys) {
    const made = field.type.toKey(value, context, id === field.id ? undefined : id.slice(field.id.length + 1));
    if (made !== undefined) keys[id] = made;
    else if (Object.hasOwn(keys, id)) delete keys[id];
  }
  if (field.linksKey !== undefined) setLinkKeys(field, field.linksKey, value, keys);
  if (field.upcoming !== undefined) setFieldKeys(field.upcoming.field, field.upcoming.convert(value), keys);
}

function setLinkKeys(field: CompiledField, { id }: KeySchema, value: JsonValue | undefined, keys: RecordKeysDraft): void {
  const made = makeLinkKeys(listLinkColumns(field), value);
  if (made !== undefined) keys[id] = made;
  else if (Object.hasOwn(keys, id)) delete keys[id];
}

const absentKeys = new WeakMap<CompiledModule, readonly (readonly [keyId: string, value: KeyValue | undefined])[]>();

/** The keys that a record has without a value of the field, such as a checkbox that was never saved. */
function absentKeysOf(module: CompiledModule): readonly (readonly [keyId: string, value: KeyValue | undefined])[] {
  let absent = absentKeys.get(module);
  if (absent === undefined) {
    const keys: RecordKeysDraft = {};
    for (const field of module.fields.values()) setFieldKeys(field, undefined, keys);
    absentKeys.set(module, (absent = Object.entries(keys)));
  }
  return absent;
}

const contexts = new WeakMap<CompiledField, FieldContext>();

/** Creating keys does not use other modules, and fields are immutable: one cached context per field is enough. */
function keyContext(field: CompiledField): FieldContext {
  let context = contexts.get(field);
  if (context === undefined) {
    context = fieldContext(field, () => true);
    contexts.set(field, context);
  }
  return context;
}

/** The context of a field's type, from a compiled field and the modules that exist. */
export function fieldContext(field: CompiledField, hasModule: (name: string) => boolean): FieldContext {
  const { definition, dropdown, refs, moduleKeys } = field;
  const columns = field.columns.map((column) => ({ ...fieldContext(column, hasModule), type: column.type }));
  return { field: definition, dropdown, refs, hasModule, moduleKeys, ...(columns.length === 0 ? {} : { columns }) };
}

/** Converts a value to the form in which this field stores it (`undefined`: missing), or returns its problems. */
export function normalizeField(field: CompiledField, value: JsonValue, hasModule: (name: string) => boolean): NormalizeResult {
  return field.type.normalize(value, fieldContext(field, hasModule));
}

/** The display text of a stored value; relates are shown as ids. */
export function formatField(field: CompiledField, value: JsonValue | undefined): string {
  return field.type.format(
    value,
    fieldContext(field, () => true),
  );
}
