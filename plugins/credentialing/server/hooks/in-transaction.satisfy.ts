import type { InTransactionContext } from '#engine';
import { BUILD_SOURCE } from '../../shared/build.ts';
import { labelKey, OPEN_STATUSES, UPLOAD, type RequiredItem } from '../../shared/item.ts';

type Context = InTransactionContext<'credentialingRequiredItems'>;

/** The most records of a provider whose items are searched, the newest ones. */
const MAX_RECORDS = 50;

/** One upload is handed in for every open item of the provider that needs it: of the same title, or the same document type. */
export async function satisfyOthers(context: Context): Promise<void> {
  const { event, record, chain } = context;
  const isNested = chain.slice(0, -1).includes(chain.at(-1) ?? '');
  if (event.isBulkLoad || event.kind !== 'update' || !event.isEdit() || event.changeSource === BUILD_SOURCE || isNested) return;
  const changed = event.changed();
  if (record.field_type !== UPLOAD || record.document === undefined || !(changed.has('document') || changed.has('status'))) return;
  if (record.status !== 'Submitted' && record.status !== 'Approved') return;
  for (const { _id } of await findOpen(context))
    await context.update('credentialingRequiredItems', _id, {
      document: record.document,
      status: 'Submitted',
      review_note: null,
      expiration_date: record.expiration_date ?? null,
    });
}

async function findOpen({ record, unit }: Context): Promise<readonly RequiredItem[]> {
  if (record.relatedCredentialingRecord === undefined) return [];
  const provider = (await unit.get('credentialing', record.relatedCredentialingRecord))?.providers_credentialing;
  if (provider === undefined) return [];
  const records = await unit.find('credentialing', { providers_credentialing: provider, not: { locked: true } });
  const ids = records.slice(-MAX_RECORDS).map(({ _id }) => _id);
  if (ids.length === 0) return [];
  const open = await unit.find('credentialingRequiredItems', {
    relatedCredentialingRecord: { in: ids },
    field_type: UPLOAD,
    status: { in: [...OPEN_STATUSES] },
    not: { or: [{ locked: true }, { _id: record._id }] },
  });
  return open.filter((item) => item._id !== record._id && needsTheSame(item, record));
}

function needsTheSame(item: RequiredItem, uploaded: RequiredItem): boolean {
  if (item.document_type !== undefined && item.document_type === uploaded.document_type) return true;
  return labelKey(item) !== '' && labelKey(item) === labelKey(uploaded);
}
