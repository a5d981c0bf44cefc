import { isEncrypted, type CipherPort, type StoredRecord } from '../../ports/index.ts';
import type { DefinitionSnapshot, OpenValue } from '../../registry/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import type { ChangeEntry } from '../history/change-entry.ts';

const known = new WeakMap<CompiledModule, readonly CompiledField[]>();

/** The fields of a module whose values are encrypted at rest. Compiled modules never change, so the result is cached. */
export function encryptedFieldsOf(module: CompiledModule): readonly CompiledField[] {
  let fields = known.get(module);
  if (fields === undefined) {
    fields = [...module.fields.values()].filter((field) => field.definition.sensitive === true);
    known.set(module, fields);
  }
  return fields;
}

/**
 * Decodes a stored record: upgrades it to the current definition of its module and decrypts sensitive values. A value
 * that no key decrypts stays encrypted, is shown as the mask, and is written back unchanged.
 */
export function decodeRecord(
  { cipher }: { readonly cipher: CipherPort },
  { snapshot }: { readonly snapshot: DefinitionSnapshot },
  module: CompiledModule,
  stored: StoredRecord,
): RecordDocument {
  if (encryptedFieldsOf(module).length === 0) return snapshot.upgradeDocument(module, stored);
  const { _id } = stored.document;
  return decryptValues(cipher, module, _id, snapshot.upgradeDocument(module, stored, openerOf(cipher, module, _id)));
}

/** Decrypts values of a record whose fields had another type when they were written. */
export function openerOf(cipher: CipherPort, module: CompiledModule, id: string): OpenValue {
  return (value, field) => {
    const text = cipher.decrypt(value, placeOf(module, id, { id: field }));
    return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
  };
}

/**
 * Encrypts fields of a record for storage. An encrypted value that equals the one in `before` could not be decrypted
 * and stays unchanged.
 */
export function encryptValues<Values extends JsonObject>(
  cipher: CipherPort,
  module: CompiledModule,
  id: string,
  values: Values,
  before?: JsonObject,
): Values {
  return mapEncrypted(module, values, (value, field) =>
    isEncrypted(value) && before?.[field.name] === value ? value : cipher.encrypt(JSON.stringify(value), placeOf(module, id, field)),
  );
}

/** Decrypts fields of a stored record. */
function decryptValues<Values extends JsonObject>(cipher: CipherPort, module: CompiledModule, id: string, values: Values): Values {
  return mapEncrypted(module, values, (value, field) => {
    const text = isEncrypted(value) ? cipher.decrypt(value, placeOf(module, id, field)) : undefined;
    return text === undefined ? value : (JSON.parse(text) as JsonValue);
  });
}

/** A change entry with its values before the save in plaintext. */
export function decryptChange(cipher: CipherPort, module: CompiledModule | undefined, change: ChangeEntry): ChangeEntry {
  if (module === undefined || encryptedFieldsOf(module).length === 0) return change;
  const { before, before_record: whole } = change;
  const opened = { ...change, before: decryptValues(cipher, module, change.record_id, before) };
  return whole === undefined ? opened : { ...opened, before_record: decryptValues(cipher, module, change.record_id, whole) };
}

/** Ids of keys that the store may contain in plaintext, because the record was written before its field was sensitive. */
export function plaintextKeysOf(
  { snapshot }: { readonly snapshot: DefinitionSnapshot },
  module: CompiledModule,
  stored: StoredRecord,
): readonly string[] {
  const fields = encryptedFieldsOf(module);
  if (fields.length === 0) return [];
  const document = snapshot.upgradeDocument(module, stored);
  return fields
    .filter(({ name }) => document[name] !== undefined && document[name] !== null && !isEncrypted(document[name]))
    .flatMap((field) => field.keys.map((key) => key.id));
}

function mapEncrypted<Values extends JsonObject>(
  module: CompiledModule,
  values: Values,
  map: (value: JsonValue, field: CompiledField) => JsonValue,
): Values {
  let mapped: { [name: string]: JsonValue } | undefined;
  for (const field of encryptedFieldsOf(module)) {
    const value = values[field.name];
    if (value === undefined || value === null) continue;
    mapped ??= { ...values };
    mapped[field.name] = map(value, field);
  }
  return mapped === undefined ? values : (mapped as unknown as Values);
}

function placeOf(module: CompiledModule, id: string, field: Pick<CompiledField, 'id'>): string {
  return `${module.id}/${id}/${field.id}`;
}
