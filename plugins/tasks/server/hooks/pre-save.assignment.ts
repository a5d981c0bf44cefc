import type { PreSaveContext } from '#engine';
import { foldText, type RecordDocument } from '#engine/model';
import { findRelatedRecord } from '../services/related-record.ts';
import { isAutomatic } from '../services/is-automatic.ts';
import { userForName } from '../services/assignment-split.ts';

/** By module, the field that leads to the provider. */
const PROVIDER_FIELD = new Map([['placements', 'providers_placements'], ['credentialing', 'providers_credentialing']]);

/** The provider that a task is about, itself or by way of what it is about. */
async function providerOf({ draft, unit }: PreSaveContext): Promise<RecordDocument | undefined> {
  const about = await findRelatedRecord(draft, unit);
  if (about === undefined || about.module === 'providers') return about?.record;
  const id = about.record[PROVIDER_FIELD.get(about.module) ?? ''];
  return typeof id === 'string' ? unit.get('providers', id) : undefined;
}

/** A task that the product makes for nobody, about a provider, goes to one of the users who share them by last name; where there is none, to the owner of the record. */
export async function assignTask(context: PreSaveContext): Promise<void> {
  const { event, draft, unit } = context;
  if (!isAutomatic(event) || (draft.assigned_to ?? null) !== null) return;
  const provider = await providerOf(context);
  const key = provider && userForName(context.setting('task_assignment_split'), provider.last_name);
  const [user] = key === undefined ? [] : await unit.find('users', { or: [{ _id: key }, { email: { equals: foldText(key) } }] }, { limit: 1 });
  draft.assigned_to = (user?.active === false ? undefined : user?._id) ?? draft.assigned_user_from_record ?? null;
}
