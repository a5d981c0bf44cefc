import { SYSTEM_ACTOR, type EffectContext, type PluginJob } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { findReadingKind } from './read-file.ts';
import { findReading, getIfVisible, readItem } from './readings.ts';

type Payload = JsonObject & { readonly item: string; readonly document: string };

/** Reads a document after it was uploaded. One that was replaced since has a run of its own. */
export const READ_DOCUMENT: PluginJob<Payload> = {
  name: 'read-document',
  payloadSchema: { type: 'object', required: ['item', 'document'], properties: { item: { type: 'string' }, document: { type: 'string' } } },
  deadline: 600_000,
  attempts: 3,
  run: async (context) => {
    const { item: id, document } = context.payload;
    const record = await getIfVisible(context, SYSTEM_ACTOR, 'credentialingRequiredItems', id);
    if (record === undefined || toText(record['document']) !== document) return { read: false };
    const item = { id, document, record };
    if ((await findReading(context, item)) !== undefined) return { read: false };
    const { problem, proposals } = await readItem(context, context.actor, item);
    return { read: problem === undefined, proposals: proposals.length };
  },
};

/** Adds the job when a document is uploaded to a required item, if the setting says so. */
export async function readAfterUpload(context: EffectContext<'credentialingRequiredItems'>): Promise<void> {
  const { event, record, setting, addJob } = context;
  const document = toText(record?.document);
  if (event.isBulkLoad || document === '' || setting('document_reading') !== 'On upload') return;
  if (event.kind !== 'create' && !(event.changedFields as readonly string[]).includes('document')) return;
  if (findReadingKind(document) !== undefined) await addJob(READ_DOCUMENT, { item: event.id, document });
}
