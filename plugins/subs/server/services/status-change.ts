import type { PostSaveContext } from '#engine';
import type { RecordDocument } from '#engine/model';

/** The sub as it is now, if it has this status and this very save moved it there; undefined: nothing follows. */
export async function findSubMovedTo({ event, record, isLatest }: PostSaveContext, status: string): Promise<RecordDocument | undefined> {
  const mayBe = !event.isBulkLoad && (event.kind === 'create' || (event.kind === 'update' && event.changedFields.includes('status')));
  if (!mayBe || record?.status !== status || record.deleted === true) return undefined;
  return (await isLatest('status')) ? record : undefined;
}
