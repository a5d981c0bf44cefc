import { foldField, type CompiledModule, type KeyValue, type RecordDocument, type RecordKeys } from '#engine/model';

/** The keys of a changed record, from those before: only the changed fields are folded again. */
export function patchKeys(module: CompiledModule, before: RecordKeys, document: RecordDocument, changed: Iterable<string>): RecordKeys {
  const keys: { [keyId: string]: KeyValue | undefined } = { ...before };
  for (const name of changed) {
    const field = module.fields.get(name);
    if (field === undefined) continue;
    foldField(field, document[name], (id, value) => {
      if (value === undefined) delete keys[id];
      else keys[id] = value;
    });
  }
  return keys;
}
