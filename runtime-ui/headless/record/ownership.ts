import type { FieldView, ModuleView } from '#engine/model/wire';
import { readRelate, type RecordValues } from '../module/record-value.ts';

/** Whether a record is assigned to the user. */
export function isOwnRecord(record: RecordValues, userId: string | undefined): boolean {
  return userId !== undefined && readRelate(record.assigned_to)?._id === userId;
}

/**
 * Whether the user's access level of an action covers this record. The server decides; this only shows locks. Rules of roles are known to
 * the server only: `useRecordModule` asks it for an open record.
 */
export function isAllowed(module: ModuleView, action: 'edit' | 'delete', record: RecordValues, userId: string | undefined): boolean {
  const level = module.rights[action];
  return level === 'All' || level === 'Rule' || (level === 'Owner' && isOwnRecord(record, userId));
}

/** Whether the user may read the field on this record. */
export function isReadable(field: FieldView, record: RecordValues, userId: string | undefined): boolean {
  return field.rights.read === 'all' || (field.rights.read === 'owner' && isOwnRecord(record, userId));
}

/** Whether the user may change the field in this form; `isOwn`: on a record of their own. */
export function isWritable(field: FieldView, isOwn: boolean): boolean {
  if (field.readOnly === true || field.inputType === 'AutoIncrement') return false;
  return field.rights.write === 'all' || (field.rights.write === 'owner' && isOwn);
}
