import type { FieldView, ModuleView } from '#engine/model/wire';
import type { InputType } from '#engine/model/definitions';
import { isLockedByRule } from '../form/form-rules.ts';
import type { LayoutItem } from '../module/module-finders.ts';
import type { RecordValues } from '../module/record-value.ts';
import { isAllowed, isOwnRecord, isWritable } from '../record/ownership.ts';

/** Types that have no short input, or that only the system sets. */
const NOT_INLINE_TYPES: readonly InputType[] = ['AutoIncrement', 'File', 'MessageListField', 'Object', 'Array'];

/** Whether an item of a layout can be edited inline on this record. The server decides; this only controls what is offered. */
export function isInlineEditable(
  module: ModuleView,
  item: Pick<LayoutItem, 'field' | 'layout'>,
  record: RecordValues,
  userId: string | undefined,
): item is { readonly field: FieldView; readonly layout: LayoutItem['layout'] } {
  const { field, layout } = item;
  if (field === undefined || layout.readOnly === true || field.sensitive === true || NOT_INLINE_TYPES.includes(field.inputType))
    return false;
  // A computed name is changed by the fields that it is composed of.
  if (field.fieldName === 'name' && field.required !== true) return false;
  const isPermitted = isAllowed(module, 'edit', record, userId) && isWritable(field, isOwnRecord(record, userId));
  return isPermitted && !isLockedByRule(module, field, record);
}

/** Whether a rule or the layout prevents the user from changing a field of this record anywhere, so that there is a reason to show. */
export function isLocked(
  module: ModuleView,
  field: FieldView,
  layout: LayoutItem['layout'],
  record: RecordValues,
  userId: string | undefined,
): boolean {
  return (
    layout.readOnly === true ||
    !isAllowed(module, 'edit', record, userId) ||
    !isWritable(field, isOwnRecord(record, userId)) ||
    isLockedByRule(module, field, record)
  );
}

/** Whether only the layout locks the field: the user may change it elsewhere. */
export function isReadOnlyByLayout(
  module: ModuleView,
  field: FieldView,
  layout: LayoutItem['layout'],
  record: RecordValues,
  userId: string | undefined,
): boolean {
  return layout.readOnly === true && isWritable(field, isOwnRecord(record, userId)) && isAllowed(module, 'edit', record, userId);
}

/** Whether only a condition of the field locks it: on a record with other values the user may change it. */
export function isReadOnlyByRule(module: ModuleView, field: FieldView, record: RecordValues, userId: string | undefined): boolean {
  const isPermitted = isWritable(field, isOwnRecord(record, userId)) && isAllowed(module, 'edit', record, userId);
  return isPermitted && isLockedByRule(module, field, record);
}

/** Types with a single choice as value: it is saved when it is chosen. */
const SINGLE_CHOICE_TYPES: readonly InputType[] = ['Checkbox', 'Dropdown', 'Module', 'Relate'];

/** Whether a choice ends the edit. */
export function savesOnChange(field: FieldView): boolean {
  return SINGLE_CHOICE_TYPES.includes(field.inputType);
}

const LINES: readonly InputType[] = ['TextArea'];

/** Whether Enter inserts a new line, so that Ctrl Enter saves. */
export function isMultiline(field: FieldView): boolean {
  return LINES.includes(field.inputType);
}

const PARTED: readonly InputType[] = [
  'Address',
  'DateTime',
  'EmailAddress',
  'FlexRelate',
  'ListField',
  'MultiFlexRelate',
  'MultiRelate',
  'MultiSelect',
  'MultiModule',
];

/** Whether Tab moves through the parts of the value before it leaves the field. */
export function hasParts(field: FieldView): boolean {
  return PARTED.includes(field.inputType);
}
