import { SYSTEM_ACTOR, type EffectContext } from '#engine';
import { toText } from '#engine/model';

/** Notifies the other side of a message about an item: its owner of what the provider writes, the provider of what the staff writes. */
export async function notifyOfMessage(context: EffectContext<'credentialingRequiredItemMessages'>): Promise<void> {
  const { event, record, records, notify } = context;
  const author = event.actor.userId;
  if (event.kind !== 'create' || event.isBulkLoad || author === undefined || record?.required_item === undefined) return;
  const {
    data: [item],
  } = await records.find(SYSTEM_ACTOR, { module: 'credentialingRequiredItems', filter: { _id: record.required_item }, limit: 1 });
  if (item === undefined) return;
  const provider = await findProviderUser(context, toText(item['relatedCredentialingRecord']));
  const receiver = provider === author ? toText(item['assigned_to']) : record.staff_only === true ? '' : provider;
  if (receiver === '') return;
  await notify({ kind: 'item_message', to: [receiver], module: 'credentialingRequiredItems', record: item._id, key: event.changeId });
}

async function findProviderUser({ records }: Pick<EffectContext, 'records'>, record: string): Promise<string> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'credentialing',
    filter: { _id: record },
    fields: ['related_user', 'providers_credentialing'],
    limit: 1,
  });
  const own = toText(data[0]?.['related_user']);
  if (own !== '') return own;
  const provider = toText(data[0]?.['providers_credentialing']);
  const found = await records.find(SYSTEM_ACTOR, { module: 'providers', filter: { _id: provider }, fields: ['related_user'], limit: 1 });
  return toText(found.data[0]?.['related_user']);
}
