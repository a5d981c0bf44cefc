import { SYSTEM_ACTOR, type RecordOperations } from '#engine';
import type { RecordOf } from '#engine/model';

/** The provider of a placement, regardless of the requester's rights; undefined if it no longer exists. */
export async function readProvider(records: RecordOperations, id: string | undefined): Promise<RecordOf<'providers'> | undefined> {
  if (typeof id !== 'string') return undefined;
  const {
    data: [provider],
  } = await records.find(SYSTEM_ACTOR, { module: 'providers', filter: { _id: id }, limit: 1 });
  return provider as RecordOf<'providers'> | undefined;
}
