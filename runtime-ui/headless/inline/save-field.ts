import type { FieldView, JsonObject, JsonValue, ModuleView } from '#engine/model';
import { ApiError, getRecordWithRelationships, updateRecord, type IdempotentSend, type SavedRecord } from '../../client/index.ts';
import { isSameValue, toWireValue } from '../form/wire-value.ts';
import type { RecordValues } from '../module/record-value.ts';
import { computeZipFills } from './compute-zip-fills.ts';

/** The record that a field is edited of: what was read of it, at the version that it had. */
export type EditedRecord = RecordValues & { readonly _id: string; readonly _version: number };

/** A save that went through. */
export interface SavedField {
  readonly kind: 'saved';
  readonly record: SavedRecord;
  readonly value: JsonValue | undefined;
  readonly batchId: string | undefined;
}

/** Others may save faster once or twice; after that the user is asked. */
const MAX_ATTEMPTS = 3;

/** One save of one field, and of what goes with it. */
export interface SaveFieldInput {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly base: EditedRecord;
  readonly value: JsonValue | undefined;
  /** Other fields that the value asks for, as the API takes them. */
  readonly extraFields?: JsonObject;
  readonly duplicates?: 'allow' | undefined;
  /** Keeps it from being made twice. */
  readonly idempotentSend: IdempotentSend;
}

async function readCurrent(module: ModuleView, id: string, fallback: EditedRecord | undefined): Promise<EditedRecord> {
  // Read again, for the names of relates; the refusal's own copy stands in when that fails.
  return getRecordWithRelationships(module.path, id).then((record) => record, (error: unknown) => {
    if (fallback === undefined) throw error;
    return fallback;
  });
}

/** Saves, and saves again against the newer version as long as others changed other fields only. Rejects with ApiError when refused. */
export async function saveField({ module, field, base, value, extraFields = {}, duplicates, idempotentSend }: SaveFieldInput): Promise<SavedField | { readonly kind: 'conflict'; readonly current: EditedRecord }> {
  const filled = await computeZipFills(module, field, base._id, value);
  let version = base._version;
  for (let tries = 1; ; tries += 1) {
    const body = { [field.fieldName]: toWireValue(field, value), ...filled, ...extraFields, _version: version };
    try {
      const { data, batchId } = await idempotentSend([body, duplicates], (idempotencyKey) => updateRecord(module.path, base._id, body, { idempotencyKey, ...(duplicates === undefined ? {} : { duplicates }) }));
      return { kind: 'saved', record: data, value, batchId };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
      const current = await readCurrent(module, base._id, (error.body as { readonly current?: EditedRecord }).current);
      const isContested = !isSameValue(field, base[field.fieldName], current[field.fieldName]) && !isSameValue(field, value, current[field.fieldName]);
      if (isContested || tries >= MAX_ATTEMPTS) return { kind: 'conflict', current };
      version = current._version;
    }
  }
}
