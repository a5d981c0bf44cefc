import type { FieldView, ModuleView } from '#engine/model/wire';
import { isUnconfirmed, type ApiError } from '../../client/index.ts';
import { readProblems, type FieldIssue } from '../form/problems.ts';
import { findField } from '../module/module-finders.ts';
import { isEmptyValue, type RecordValues } from '../module/record-value.ts';
import { isOwnRecord, isWritable } from '../record/ownership.ts';
import type { EditedRecord } from './save-field.ts';

/** Why a value cannot be saved, and what can be done. */
export type MoveProblem =
  /** Other fields are required and are saved with it. `issues` are problems of values already entered. */
  | {
      readonly kind: 'fieldsRequired';
      readonly message: string;
      readonly fields: readonly FieldView[];
      readonly issues: { readonly [field: string]: readonly FieldIssue[] };
    }
  /** Refused; no input here can fix it. */
  | { readonly kind: 'refused'; readonly message: string; readonly error: ApiError }
  /** There was no response: it can be sent again, and is executed once. */
  | { readonly kind: 'lost'; readonly message: string }
  /** Another user changed the same field meanwhile. */
  | { readonly kind: 'conflict'; readonly current: EditedRecord };

/** Those of the named fields that the user may fill in on this record, in their order. */
function fillable(module: ModuleView, names: readonly string[], record: RecordValues, userId: string | undefined): FieldView[] {
  return names
    .map((name) => findField(module, name))
    .filter((field): field is FieldView => field !== undefined && isWritable(field, isOwnRecord(record, userId)));
}

/** The fields that a value requires and that are empty in the record; none if the user may not fill them in: then the server decides. */
export function missingFields(module: ModuleView, names: readonly string[], record: RecordValues, userId: string | undefined): FieldView[] {
  return fillable(module, names, record, userId).filter((field) => isEmptyValue(record[field.fieldName]));
}

/** Converts the error of a refused save of `field`. */
export function toMoveProblem(
  module: ModuleView,
  field: FieldView,
  record: RecordValues,
  userId: string | undefined,
  error: ApiError,
): MoveProblem {
  if (isUnconfirmed(error)) return { kind: 'lost', message: error.message };
  const { byField } = readProblems(module, error.body);
  const fields = fillable(
    module,
    Object.keys(byField).filter((name) => name !== field.fieldName),
    record,
    userId,
  );
  if (fields.length === 0) return { kind: 'refused', message: byField[field.fieldName]?.[0]?.message ?? error.message, error };
  return { kind: 'fieldsRequired', message: error.message, fields, issues: byField };
}
