import { fieldContext, type CompiledField, type CompiledModule, type KeyValue, type RecordDocument, type RecordKeys } from '#engine/model';

const ANY_MODULE = (): boolean => true;

/** The keys of a changed record, from those before: only the changed fields are folded again. */
export function patchKeys(module: CompiledModule, before: RecordKeys, document: RecordDocument, changed: Iterable<string>): RecordKeys {
  const keys: { [keyId: string]: KeyValue | undefined } = { ...before };
  for (const name of changed) {
    const field = module.fields.get(name);
    if (field !== undefined) patchField(field, document, keys);
  }
  return keys;
}

function patchField(field: CompiledField, document: RecordDocument, keys: { [keyId: string]: KeyValue | undefined }): void {
  const context = fieldContext(field, ANY_MODULE);
  for (const key of field.keys) {
    const part = key.id === field.id ? undefined : key.id.slice(field.id.length + 1);
    const made = field.type.fold(document[field.name], context, part);
    if (made === undefined) delete keys[key.id];
    else keys[key.id] = made;
  }
}
