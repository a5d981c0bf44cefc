import type { FieldView, ModuleView } from '#engine/model/wire';
import { isLockedByRule } from '../form/form-rules.ts';
import type { RecordValues } from '../module/record-value.ts';
import { isEmptyValue } from '../module/record-value.ts';
import { isAllowed, isOwnRecord, isWritable } from '../record/ownership.ts';
import type { CalendarFields } from './calendar-fields.ts';

/** Why an entry cannot be moved to another day: missing rights to the record, or a field that may not be changed, also by its condition. */
export type MoveBlock = { readonly kind: 'record' } | { readonly kind: 'field'; readonly field: FieldView };

/** Why the user may not move an entry to another day; undefined: they may. The server decides; this only shows locks. */
export function findMoveBlock(
  module: ModuleView,
  { field, end }: Pick<CalendarFields, 'field' | 'end'>,
  record: RecordValues,
  userId: string | undefined,
): MoveBlock | undefined {
  if (!isAllowed(module, 'edit', record, userId)) return { kind: 'record' };
  const isOwn = isOwnRecord(record, userId);
  const changed = end === undefined || isEmptyValue(record[end.fieldName]) ? [field] : [field, end];
  const closed = changed.find((one) => one.system || !isWritable(one, isOwn) || isLockedByRule(module, one, record));
  return closed && { kind: 'field', field: closed };
}

/** Whether the user may change the end of an entry. */
export function canChangeEnd(
  module: ModuleView,
  { end }: Pick<CalendarFields, 'end'>,
  record: RecordValues,
  userId: string | undefined,
): boolean {
  return end !== undefined && findMoveBlock(module, { field: end, end: undefined }, record, userId) === undefined;
}

/** Whether a new record can be created on a day. */
export function canCreateOnDay(module: ModuleView, { field }: Pick<CalendarFields, 'field'>): boolean {
  return module.rights.create && !field.system && isWritable(field, true);
}
