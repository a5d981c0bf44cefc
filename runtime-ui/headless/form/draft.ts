import type { FieldView, JsonObject, JsonValue, ModuleView } from '#engine/model';
import type { RecordValues } from '../module/record-value.ts';
import { isEmptyValue } from '../module/record-value.ts';
import { isSameValue, toWireValue } from './wire-value.ts';

/** What was typed, by field name. Relates may be ids or populated objects. */
export type Draft = { readonly [field: string]: JsonValue | undefined };

/** Whether the user may change the field in this form: on a record of their own, `isOwn`. */
export function isWritable(field: FieldView, isOwn: boolean): boolean {
  if (field.readOnly === true || field.inputType === 'AutoIncrement') return false;
  return field.rights.write === 'all' || (field.rights.write === 'owner' && isOwn);
}

/** What a create form begins with: the defaults of its fields, then what the caller prefills. */
export function initialDraft(module: ModuleView, prefill: Draft = {}): Draft {
  const defaults = module.fields.filter((field) => !field.system && field.default !== undefined && typeof field.default !== 'function');
  return { ...Object.fromEntries(defaults.map((field) => [field.fieldName, field.default as JsonValue])), ...prefill };
}

/** Fields whose value would be stored otherwise than it is. */
export function changedFields(module: ModuleView, base: Draft, draft: Draft): FieldView[] {
  return module.fields.filter((field) => field.fieldName in draft && !isSameValue(field, base[field.fieldName], draft[field.fieldName]));
}

/** The body of a create: everything that holds something and may be written, and that a default was taken away. */
export function createPayload(module: ModuleView, draft: Draft): JsonObject {
  const entries = module.fields.filter((field) => isWritable(field, true)).map((field) => {
    const value = draft[field.fieldName];
    return [field.fieldName, isEmptyValue(value) ? null : toWireValue(field, value), field.default !== undefined && field.fieldName in draft] as const;
  });
  return Object.fromEntries(entries.filter(([, value, hadDefault]) => value !== null || hadDefault).map(([name, value]) => [name, value]));
}

/** The body of an update: what changed, and the version that it was changed from. */
export function updatePayload(module: ModuleView, base: RecordValues, draft: Draft): JsonObject {
  const changed = changedFields(module, base, draft).filter((field) => isWritable(field, true));
  const fields = Object.fromEntries(changed.map((field) => [field.fieldName, toWireValue(field, draft[field.fieldName])]));
  return { ...fields, ...(base._version === undefined ? {} : { _version: base._version }) };
}
