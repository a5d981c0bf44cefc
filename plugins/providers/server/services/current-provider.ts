import type { PostSaveContext } from '#engine';
import type { RecordOf } from '#engine/model';
import { isLeaving } from '../../shared/provider-access.ts';

type Context = PostSaveContext<'providers'>;

/** The provider as it is now, if something follows from the save: one that someone made or changed, and that is still there. */
export function getCurrentProvider({ event, record }: Context): RecordOf<'providers'> | undefined {
  return (event.kind === 'create' || event.kind === 'update') && !event.isBulkLoad && record?.deleted !== true ? record : undefined;
}

/** Whether this very save ended the provider's active time, and nobody has taken it up since. */
export async function hasLeft({ event, isLatest }: Context, provider: RecordOf<'providers'>): Promise<boolean> {
  return event.kind === 'update' && event.changedFields.includes('status') && isLeaving(event.before, provider) && (await isLatest('status'));
}
