import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
// Not imported from the index: that would add the definition schemas to the client bundle.
import { findDisallowedOptions } from '#engine/model/options';
import type { Draft } from './draft.ts';
import type { IsFieldShown } from './visible-fields.ts';
import { isSameValue } from './wire-value.ts';

/** The form of the draft: the record as it was loaded, and which fields are visible for a draft. */
export interface DisallowedOptionsContext {
  readonly module: ModuleView;
  readonly base: Draft;
  readonly isShown: IsFieldShown;
}

function isUntouched({ module, base }: DisallowedOptionsContext, field: FieldView, draft: Draft): boolean {
  const parent = module.fields.find((one) => one.fieldName === field.optionsBy?.field);
  return (
    base['_id'] !== undefined &&
    [field, parent].every((one) => one === undefined || isSameValue(one, base[one.fieldName], draft[one.fieldName]))
  );
}

/**
 * The values of a field that are not allowed with the other values of a draft. As on the server, a pair that is already stored and a field
 * hidden by a trigger are not checked.
 */
function disallowedValues(context: DisallowedOptionsContext, field: FieldView, draft: Draft): readonly string[] {
  if (field.optionsBy === undefined) return [];
  const unfit = findDisallowedOptions(field, draft[field.fieldName], draft as JsonObject);
  return unfit.length === 0 || isUntouched(context, field, draft) || !context.isShown(field, draft, context.base) ? [] : unfit;
}

function withoutValues(value: JsonValue | undefined, unfit: readonly string[]): JsonValue | undefined {
  if (!Array.isArray(value)) return undefined;
  const left = (value as readonly JsonValue[]).filter((one) => typeof one !== 'string' || !unfit.includes(one));
  return left.length === 0 ? undefined : left;
}

/**
 * The draft that is saved: options that the parent's value does not allow are omitted. The draft itself keeps them, so that they are
 * restored when the parent changes back.
 */
export function removeDisallowedOptions(context: DisallowedOptionsContext, draft: Draft): Draft {
  const following = context.module.fields.filter((field) => field.optionsBy !== undefined);
  let fitting = draft;
  // A field with an omitted value may be the parent of another field: parents are processed first, each round resolves one more level.
  for (let round = 0; round < following.length; round += 1) {
    const current: Draft = fitting;
    const found = new Map(following.map((field) => [field.fieldName, disallowedValues(context, field, current)]));
    const isUnfit = (name: string): boolean => (found.get(name) ?? []).length > 0;
    const due = following.filter((field) => isUnfit(field.fieldName) && !isUnfit(field.optionsBy?.field ?? ''));
    if (due.length === 0) break;
    fitting = {
      ...current,
      ...Object.fromEntries(due.map(({ fieldName }) => [fieldName, withoutValues(current[fieldName], found.get(fieldName) ?? [])])),
    };
  }
  return fitting;
}
