import type { DropdownDefinition, InputType } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { Draft } from '../form/draft.ts';
import { toWireValue } from '../form/wire-value.ts';
import { findField } from '../module/module-finders.ts';

/** The dropdown that replaces a checkbox, because "unchanged" must differ from "no". */
export const CHECKBOX_REPLACEMENT = 'checkbox_replacement';

const PLAIN_REPLACEMENT: DropdownDefinition = {
  id: CHECKBOX_REPLACEMENT,
  name: CHECKBOX_REPLACEMENT,
  options: [
    { label: 'Yes', value: 'true' },
    { label: 'No', value: 'false' },
  ],
};

/** Types that the user does not enter, or that make no sense for many records. */
const EXCLUDED_TYPES: readonly InputType[] = ['AutoIncrement', 'File', 'MessageListField'];

/** The form of the mass update dialog. */
export interface MassUpdateForm {
  /** The module with the dropdown that replaces checkboxes. */
  readonly module: ModuleView;
  /** In the order of the layout; checkboxes are dropdowns here, and no field is required. */
  readonly fields: readonly FieldView[];
}

/** A field as the mass update asks for it: checkboxes are dropdowns, and nothing is required. */
export function toMassUpdateField({ default: _default, required: _required, description: _description, ...field }: FieldView): FieldView {
  return field.inputType === 'Checkbox' ? { ...field, inputType: 'Dropdown', dropdown: CHECKBOX_REPLACEMENT } : field;
}

/**
 * Builds the form from the fields of the first section of the layout `mass-update` that the user may write on any record; undefined if the
 * module has no such layout, or no such field.
 */
export function buildMassUpdateForm(module: ModuleView): MassUpdateForm | undefined {
  const places = module.layouts['mass-update']?.sections[0]?.fields ?? [];
  if (places.length === 0) return undefined;
  const labels = new Map(places.map(({ fieldName, label }) => [fieldName, label]));
  const names = [...new Set(places.map((place) => place.fieldName.split('.')[0] ?? ''))];
  const known = names.flatMap((name) => {
    const field = findField(module, name);
    return field === undefined ? [] : [{ ...field, label: labels.get(name) ?? field.label }];
  });
  const offered = known.filter(
    (field) => field.rights.write === 'all' && field.readOnly !== true && !EXCLUDED_TYPES.includes(field.inputType),
  );
  return { module: withCheckboxReplacement(module), fields: offered.map(toMassUpdateField) };
}

/** The module with the dropdown that replaces checkboxes. */
export function withCheckboxReplacement(module: ModuleView): ModuleView {
  return { ...module, dropdowns: { [CHECKBOX_REPLACEMENT]: PLAIN_REPLACEMENT, ...module.dropdowns } };
}

/** A dependent field is hidden only if its parent has a new value that does not match. */
export function isOffered(field: FieldView, draft: Draft, isShown: (field: FieldView, draft: Draft) => boolean): boolean {
  if (field.parentField === undefined || draft[field.parentField] === undefined) return true;
  return isShown(field, draft);
}

function newValue(stored: FieldView | undefined, field: FieldView, value: JsonValue | undefined): JsonValue {
  if (stored?.inputType !== 'Checkbox') return toWireValue(field, value);
  if (value === 'true') return true;
  return value === 'false' ? false : null;
}

/** Builds the request: only the fields with a new value. `module` is the original module, in which checkboxes are checkboxes. */
export function buildMassUpdatePayload(module: ModuleView, fields: readonly FieldView[], draft: Draft): JsonObject {
  const entries = fields.map(
    (field) => [field.fieldName, newValue(findField(module, field.fieldName), field, draft[field.fieldName])] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
