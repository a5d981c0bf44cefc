import type { DropdownDefinition, FieldView, InputType, JsonObject, JsonValue, ModuleView } from '#engine/model';
import type { Draft } from '../form/draft.ts';
import { toWireValue } from '../form/wire-value.ts';
import { findField } from '../module/module-finders.ts';

/** The dropdown that stands for a checkbox, where "as it is" must differ from "no". */
export const CHECKBOX_REPLACEMENT = 'checkbox_replacement';

const PLAIN_REPLACEMENT: DropdownDefinition = { id: CHECKBOX_REPLACEMENT, name: CHECKBOX_REPLACEMENT, options: [{ label: 'Yes', value: 'true' }, { label: 'No', value: 'false' }] };

/** Values that are not given by hand, or that nobody means for many records. */
const EXCLUDED_TYPES: readonly InputType[] = ['AutoIncrement', 'File', 'MessageListField'];

/** What the dialog offers. */
export interface MassUpdateForm {
  /** The module with the dropdown that stands for checkboxes. */
  readonly module: ModuleView;
  /** In the order of the layout; a checkbox is a dropdown here, and nothing is required. */
  readonly fields: readonly FieldView[];
}

function asOffered({ default: _default, required: _required, description: _description, ...field }: FieldView): FieldView {
  return field.inputType === 'Checkbox' ? { ...field, inputType: 'Dropdown', dropdown: CHECKBOX_REPLACEMENT } : field;
}

/**
 * The fields of the first section of the layout `mass-update` that the user may write on any record; undefined when the
 * module has no such layout, or nothing in it.
 */
export function buildMassUpdateForm(module: ModuleView): MassUpdateForm | undefined {
  const places = module.layouts['mass-update']?.sections[0]?.fields ?? [];
  if (places.length === 0) return undefined;
  const names = [...new Set(places.map((place) => place.fieldName.split('.')[0] ?? ''))];
  const known = names.map((name) => findField(module, name)).filter((field) => field !== undefined);
  const offered = known.filter((field) => field.rights.write === 'all' && field.readOnly !== true && !EXCLUDED_TYPES.includes(field.inputType));
  const dropdowns = { [CHECKBOX_REPLACEMENT]: PLAIN_REPLACEMENT, ...module.dropdowns };
  return { module: { ...module, dropdowns }, fields: offered.map(asOffered) };
}

/** A dependent field waits for its parent only where a new value of the parent is chosen that does not match. */
export function isOffered(field: FieldView, draft: Draft, isShown: (field: FieldView, draft: Draft) => boolean): boolean {
  if (field.parentField === undefined || draft[field.parentField] === undefined) return true;
  return isShown(field, draft);
}

function newValue(stored: FieldView | undefined, field: FieldView, value: JsonValue | undefined): JsonValue {
  if (stored?.inputType !== 'Checkbox') return toWireValue(field, value);
  if (value === 'true') return true;
  return value === 'false' ? false : null;
}

/** What is sent: fields with a new value, and no others. `module` is the module itself, whose checkboxes are checkboxes. */
export function buildMassUpdatePayload(module: ModuleView, fields: readonly FieldView[], draft: Draft): JsonObject {
  const entries = fields.map((field) => [field.fieldName, newValue(findField(module, field.fieldName), field, draft[field.fieldName])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
