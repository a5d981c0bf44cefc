import { makeDateDefault } from '#engine/model/field-types';
import { readTimeZone } from '#engine/model/time';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { useSession } from '../../client/index.ts';
import type { RecordValues } from '../module/record-value.ts';
import { isEmptyValue } from '../module/record-value.ts';
import { isWritable } from '../record/ownership.ts';
import { isSameValue, toWireValue } from './wire-value.ts';

/** The values of a form, by field name. Relates may be ids or populated objects. */
export type Draft = { readonly [field: string]: JsonValue | undefined };

/** Initial values of a create form: the defaults of its fields, then the prefilled values of the caller. */
export function initialDraft(module: ModuleView, prefill: Draft = {}): Draft {
  const defaults = module.fields.filter((field) => !field.system).map((field) => [field.fieldName, readDefault(field)] as const);
  return { ...Object.fromEntries(defaults.filter(([, value]) => value !== undefined)), ...prefill };
}

/** The default of a field that does not depend on other fields; undefined: it has none. */
function readDefault({ inputType, default: initial, defaultDate }: FieldView): JsonValue | undefined {
  if (defaultDate === undefined) return typeof initial === 'function' ? undefined : (initial as JsonValue | undefined);
  return makeDateDefault(inputType, defaultDate, Date.now(), readTimeZone(useSession.getState().timeZone));
}

function hasDefault({ default: initial, defaultDate, defaultFormula }: FieldView): boolean {
  return initial !== undefined || defaultDate !== undefined || defaultFormula !== undefined;
}

/** The fields whose value differs from the stored one. */
export function changedFields(module: ModuleView, base: Draft, draft: Draft): FieldView[] {
  return module.fields.filter((field) => field.fieldName in draft && !isSameValue(field, base[field.fieldName], draft[field.fieldName]));
}

/** The body of a create: all writable fields that have a value, and null for removed defaults. */
export function createPayload(module: ModuleView, draft: Draft): JsonObject {
  const entries = module.fields
    .filter((field) => isWritable(field, true))
    .map((field) => {
      const value = draft[field.fieldName];
      return [
        field.fieldName,
        isEmptyValue(value) ? null : toWireValue(field, value),
        hasDefault(field) && field.fieldName in draft,
      ] as const;
    });
  return Object.fromEntries(entries.filter(([, value, hadDefault]) => value !== null || hadDefault).map(([name, value]) => [name, value]));
}

/** The body of an update: the changed fields, and the version that they were changed from. */
export function updatePayload(module: ModuleView, base: RecordValues, draft: Draft): JsonObject {
  const changed = changedFields(module, base, draft).filter((field) => isWritable(field, true));
  const fields = Object.fromEntries(changed.map((field) => [field.fieldName, toWireValue(field, draft[field.fieldName])]));
  return { ...fields, ...(base._version === undefined ? {} : { _version: base._version }) };
}
