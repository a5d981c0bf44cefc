import type { PostSaveContext } from '#engine';
import type { RecordOf } from '#engine/model';
import { isLeaving } from '../../shared/provider-access.ts';

type Context = PostSaveContext<'providers'>;

/** The current provider, if the save can have effects: a create or update, and the provider still exists. */
export function getCurrentProvider({ event, record }: Context): RecordOf<'providers'> | undefined {
  return (event.kind === 'create' || event.kind === 'update') && !event.isBulkLoad && record?.deleted !== true ? record : undefined;
}

/** Whether this save ended the provider's active status, and the provider was not activated since. */
export async function hasLeft({ event, isLatest }: Context, provider: RecordOf<'providers'>): Promise<boolean> {
  return (
    event.kind === 'update' && event.changedFields.includes('status') && isLeaving(event.before, provider) && (await isLatest('status'))
  );
}
