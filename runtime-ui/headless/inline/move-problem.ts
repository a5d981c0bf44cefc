import type { FieldView, ModuleView } from '#engine/model';
import { isUnconfirmed, type ApiError } from '../../client/index.ts';
import { isWritable } from '../form/draft.ts';
import { readProblems, type FieldIssue } from '../form/problems.ts';
import { findField } from '../module/module-finders.ts';
import { isEmptyValue, type RecordValues } from '../module/record-value.ts';
import { isOwnRecord } from '../record/ownership.ts';
import type { EditedRecord } from './save-field.ts';

/** What keeps a value from being saved, and what can be done about it. */
export type MoveProblem =
  /** Other fields are asked for: their values go with it. `issues` are of what was given already. */
  | { readonly kind: 'asks'; readonly message: string; readonly fields: readonly FieldView[]; readonly issues: { readonly [field: string]: readonly FieldIssue[] } }
  /** Refused, with nothing that could be given here. */
  | { readonly kind: 'refused'; readonly message: string; readonly error: ApiError }
  /** No answer came: it can be tried again, and is not made twice. */
  | { readonly kind: 'lost'; readonly message: string }
  /** Someone else changed the same field meanwhile. */
  | { readonly kind: 'conflict'; readonly current: EditedRecord };

/** Those of some fields that the user may fill in on this record, in their order. */
function fillable(module: ModuleView, names: readonly string[], record: RecordValues, userId: string | undefined): FieldView[] {
  return names.map((name) => findField(module, name)).filter((field): field is FieldView => field !== undefined && isWritable(field, isOwnRecord(record, userId)));
}

/** The fields that a value asks for and that the record lacks; none where the user may not fill them in: then the server decides. */
export function missingFields(module: ModuleView, names: readonly string[], record: RecordValues, userId: string | undefined): FieldView[] {
  return fillable(module, names, record, userId).filter((field) => isEmptyValue(record[field.fieldName]));
}

/** What a refused save of `field` asks for. */
export function toMoveProblem(module: ModuleView, field: FieldView, record: RecordValues, userId: string | undefined, error: ApiError): MoveProblem {
  if (isUnconfirmed(error)) return { kind: 'lost', message: error.message };
  const { byField } = readProblems(module, error.body);
  const fields = fillable(module, Object.keys(byField).filter((name) => name !== field.fieldName), record, userId);
  if (fields.length === 0) return { kind: 'refused', message: byField[field.fieldName]?.[0]?.message ?? error.message, error };
  return { kind: 'asks', message: error.message, fields, issues: byField };
}
