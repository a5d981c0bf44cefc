import type { FieldView, JsonObject, JsonValue, ModuleView } from '#engine/model';
// Not by the main door: that would bring the definition schemas into the browser.
import { findDisallowedOptions } from '../../../engine/model/options/index.ts';
import type { Draft } from './draft.ts';
import { isSameValue } from './wire-value.ts';

/** A form of which the draft is looked at: the record as it was loaded, and which fields are shown for a draft. */
export interface DisallowedOptionsContext {
  readonly module: ModuleView;
  readonly base: Draft;
  readonly isShown: (field: FieldView, draft: Draft) => boolean;
}

function isUntouched({ module, base }: DisallowedOptionsContext, field: FieldView, draft: Draft): boolean {
  const parent = module.fields.find((one) => one.fieldName === field.optionsBy?.field);
  return base['_id'] !== undefined && [field, parent].every((one) => one === undefined || isSameValue(one, base[one.fieldName], draft[one.fieldName]));
}

/**
 * What of a field's value may not be chosen beside the other values of a draft. Left alone, as by the server: a pair that
 * is stored so already, and what a trigger hides.
 */
function disallowedValues(context: DisallowedOptionsContext, field: FieldView, draft: Draft): readonly string[] {
  if (field.optionsBy === undefined) return [];
  const unfit = findDisallowedOptions(field, draft[field.fieldName], draft as JsonObject);
  return unfit.length === 0 || isUntouched(context, field, draft) || !context.isShown(field, draft) ? [] : unfit;
}

function withoutValues(value: JsonValue | undefined, unfit: readonly string[]): JsonValue | undefined {
  if (!Array.isArray(value)) return undefined;
  const left = (value as readonly JsonValue[]).filter((one) => typeof one !== 'string' || !unfit.includes(one));
  return left.length === 0 ? undefined : left;
}

/**
 * The draft as it stands and is saved: options that their parent's value does not allow are left out. The draft itself
 * keeps them, so that they are there again when the parent goes back.
 */
export function removeDisallowedOptions(context: DisallowedOptionsContext, draft: Draft): Draft {
  const following = context.module.fields.filter((field) => field.optionsBy !== undefined);
  let fitting = draft;
  // What is left out of one field may be the parent of the next: parents go first, and each round settles one more.
  for (let round = 0; round < following.length; round += 1) {
    const current: Draft = fitting;
    const found = new Map(following.map((field) => [field.fieldName, disallowedValues(context, field, current)]));
    const isUnfit = (name: string): boolean => (found.get(name) ?? []).length > 0;
    const due = following.filter((field) => isUnfit(field.fieldName) && !isUnfit(field.optionsBy?.field ?? ''));
    if (due.length === 0) break;
    fitting = { ...current, ...Object.fromEntries(due.map(({ fieldName }) => [fieldName, withoutValues(current[fieldName], found.get(fieldName) ?? [])])) };
  }
  return fitting;
}
