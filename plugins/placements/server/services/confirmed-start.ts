import type { PostSaveContext } from '#engine';
import type { FieldOf, RecordOf } from '#engine/model';

type Placement = RecordOf<'placements'>;

/**
 * Returns the current placement if its start is confirmed and this save was the last to change one of the fields.
 * Returns undefined if no task follows from this save or if it follows from a later save. No task follows from an undo.
 */
export async function findConfirmedPlacement(
  { event, record, isLatest }: PostSaveContext<'placements'>,
  fields: readonly FieldOf<'placements'>[],
): Promise<Placement | undefined> {
  const { kind, before, changedFields, isBulkLoad } = event;
  if (isBulkLoad || record === undefined || record.deleted === true || (record.confirmed_start_date ?? null) === null) return undefined;
  const said = fields.filter((field) => kind === 'create' || (kind === 'update' && changedFields.includes(field)));
  const isOthersSince = fields.some((field) => !said.includes(field) && (before?.[field] ?? null) !== (record[field] ?? null));
  if (said.length === 0 || isOthersSince) return undefined;
  for (const field of said) if (!(await isLatest(field))) return undefined;
  return record;
}
