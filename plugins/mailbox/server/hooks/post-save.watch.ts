import type { EffectContext } from '#engine';
import { toText } from '#engine/model';
import { addWatch } from '../jobs/watch-account.ts';

/** What a connection depends on. */
const PARTS = [
  'credentials',
  'incoming_host',
  'incoming_port',
  'incoming_security',
  'username',
  'user',
  'kind',
  'left_out_folders',
] as const;

/** An account that was connected or changed is fetched at once. */
export async function watchAccount(context: EffectContext<'mailAccounts'>): Promise<void> {
  const { event, record } = context;
  if (event.isBulkLoad || record === undefined || record.deleted === true || toText(record.credentials) === '') return;
  const changed = event.kind !== 'update' || PARTS.some((field) => event.changedFields.includes(field));
  if (changed) await addWatch(context, event.id);
}
