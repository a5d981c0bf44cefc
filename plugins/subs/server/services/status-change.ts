import type { PostSaveContext } from '#engine';
import type { RecordDocument } from '#engine/model';

/** The current sub, if it has this status and this save set it; undefined if no task follows. */
export async function findSubMovedTo({ event, record, isLatest }: PostSaveContext, status: string): Promise<RecordDocument | undefined> {
  const mayBe = !event.isBulkLoad && (event.kind === 'create' || (event.kind === 'update' && event.changedFields.includes('status')));
  if (!mayBe || record?.status !== status || record.deleted === true) return undefined;
  return (await isLatest('status')) ? record : undefined;
}
