import type { EffectContext } from '#engine';
import { toText } from '#engine/model';
import { CERTIFY_DOCUMENT } from '../jobs/certify-document.ts';
import { SEND_MAIL } from '../jobs/send-mail.ts';

/** Events that somebody gets an e-mail about. */
const MAILED: readonly string[] = ['Signature Requested', 'Reminded', 'Copy Sent'];

/** What follows from an event of a document to sign: an e-mail, or the certifying of a completed one. */
export async function followEvent(context: EffectContext<'interactiveDocumentInstanceActions'>): Promise<void> {
  const { event, record, addJob } = context;
  if (event.isBulkLoad || event.kind !== 'create' || record === undefined) return;
  const type = toText(record.type);
  const instance = toText(record.interactive_document_instance);
  const isInPerson = record.details?.['inPerson'] === true;
  if (MAILED.includes(type) && !isInPerson) await addJob(SEND_MAIL, { event: event.id });
  if (type === 'Completed') await addJob(CERTIFY_DOCUMENT, { instance });
  if (type === 'Completed' || type === 'Declined') await notifyOwner(context, instance, type);
}

async function notifyOwner(
  { notify, record, records, actor, event }: EffectContext<'interactiveDocumentInstanceActions'>,
  instance: string,
  type: 'Completed' | 'Declined',
): Promise<void> {
  const { data } = await records.find(
    { ...actor, kind: 'system' },
    { module: 'interactiveDocumentInstances', filter: { _id: instance }, fields: ['assigned_to', 'created_by'], limit: 1, totalLimit: 1 },
  );
  const owner = toText(data[0]?.['assigned_to']) || toText(data[0]?.['created_by']);
  if (owner === '' || record === undefined) return;
  const kind = type === 'Completed' ? 'document_completed' : 'document_declined';
  await notify({ kind, to: [owner], module: 'interactiveDocumentInstances', record: instance, key: event.id, by: null });
}
