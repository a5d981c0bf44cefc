import { setFieldKeys, type CompiledModule, type RecordDocument, type RecordKeys, type RecordKeysDraft } from '#engine/model';

/** The keys of a changed record, from the previous keys: only the changed fields are folded again. */
export function patchKeys(module: CompiledModule, before: RecordKeys, document: RecordDocument, changed: Iterable<string>): RecordKeys {
  const keys: RecordKeysDraft = { ...before };
  for (const name of changed) {
    const field = module.fields.get(name);
    if (field !== undefined) setFieldKeys(field, document[name], keys);
  }
  return keys;
}
