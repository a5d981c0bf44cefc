import type { PreSaveContext } from '#engine';
import { foldText, type RecordDocument } from '#engine/model';
import { findRelatedRecord } from '../services/related-record.ts';
import { isAutomatic } from '../services/is-automatic.ts';
import { userForName } from '../services/assignment-split.ts';

/** The field that links to the provider, by module. */
const PROVIDER_FIELD = new Map([
  ['placements', 'providers_placements'],
  ['credentialing', 'providers_credentialing'],
]);

/** The provider that a task relates to, directly or through its related record. */
async function providerOf({ draft, unit }: PreSaveContext): Promise<RecordDocument | undefined> {
  const about = await findRelatedRecord(draft, unit);
  if (about === undefined || about.module === 'providers') return about?.record;
  const id = about.record[PROVIDER_FIELD.get(about.module) ?? ''];
  return typeof id === 'string' ? unit.get('providers', id) : undefined;
}

/**
 * Assigns a task about a provider that the system created without an assignee: to one of the users who share tasks by
 * last name, or else to the owner of the record.
 */
export async function assignTask(context: PreSaveContext): Promise<void> {
  const { event, draft, unit } = context;
  if (!isAutomatic(event) || (draft.assigned_to ?? null) !== null) return;
  const provider = await providerOf(context);
  const key = provider && userForName(context.setting('task_assignment_split'), provider.last_name);
  const [user] =
    key === undefined ? [] : await unit.find('users', { or: [{ _id: key }, { email: { equals: foldText(key) } }] }, { limit: 1 });
  draft.assigned_to = (user?.active === false ? undefined : user?._id) ?? draft.assigned_user_from_record ?? null;
}
