import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { ApiError, getRecordWithRelationships, updateRecord, type IdempotentSend, type SavedRecord } from '../../client/index.ts';
import { isSameValue, toWireValue } from '../form/wire-value.ts';
import type { RecordValues } from '../module/record-value.ts';
import { computeZipFills } from './compute-zip-fills.ts';

/** The edited record: the values that were read, with their version. */
export type EditedRecord = RecordValues & { readonly _id: string; readonly _version: number };

/** A successful save. */
export interface SavedField {
  readonly kind: 'saved';
  readonly record: SavedRecord;
  readonly value: JsonValue | undefined;
  readonly batchId: string | undefined;
}

/** Maximum number of attempts if others save at the same time; after that the user is asked. */
const MAX_ATTEMPTS = 3;

/** The save of one field, and of the fields that change with it. */
export interface SaveFieldInput {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly base: EditedRecord;
  readonly value: JsonValue | undefined;
  /** Other fields that the value requires, in the API format. */
  readonly extraFields?: JsonObject;
  readonly duplicates?: 'allow' | undefined;
  /** Prevents a second execution. */
  readonly idempotentSend: IdempotentSend;
}

async function readCurrent(module: ModuleView, id: string, fallback: EditedRecord | undefined): Promise<EditedRecord> {
  // Reads the record again, for the names of relates; falls back to the copy in the error response.
  return getRecordWithRelationships(module.path, id).then(
    (record) => record,
    (error: unknown) => {
      if (fallback === undefined) throw error;
      return fallback;
    },
  );
}

/** Saves a field, and saves again with the newer version as long as others changed other fields only. Rejects with ApiError if refused. */
export async function saveField({
  module,
  field,
  base,
  value,
  extraFields = {},
  duplicates,
  idempotentSend,
}: SaveFieldInput): Promise<SavedField | { readonly kind: 'conflict'; readonly current: EditedRecord }> {
  const filled = await computeZipFills(module, field, base._id, value);
  let version = base._version;
  for (let tries = 1; ; tries += 1) {
    const body = { [field.fieldName]: toWireValue(field, value), ...filled, ...extraFields, _version: version };
    try {
      const { data, batchId } = await idempotentSend([body, duplicates], (idempotencyKey) =>
        updateRecord(module.path, base._id, body, { idempotencyKey, ...(duplicates === undefined ? {} : { duplicates }) }),
      );
      return { kind: 'saved', record: data, value, batchId };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
      const current = await readCurrent(module, base._id, (error.body as { readonly current?: EditedRecord }).current);
      const isContested =
        !isSameValue(field, base[field.fieldName], current[field.fieldName]) && !isSameValue(field, value, current[field.fieldName]);
      if (isContested || tries >= MAX_ATTEMPTS) return { kind: 'conflict', current };
      version = current._version;
    }
  }
}
