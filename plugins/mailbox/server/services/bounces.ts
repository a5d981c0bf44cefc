import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import { foldText, toText, type JsonObject } from '#engine/model';
import type { DeliveryReport } from './delivery-report.ts';

/** Fields with the flags of an address. */
const FIELDS: readonly string[] = ['email', 'email_addresses'];

/**
 * A report about a message that was sent from here marks it as bounced, and its address as invalid on every record that has it. One about
 * another message, or about an address to which it did not go, could come from anybody: it changes nothing.
 */
export async function applyReport({ records }: Pick<PluginContext, 'records'>, { messageId, failures }: DeliveryReport): Promise<void> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'messages',
    filter: { message_id: { equals: messageId }, direction: 'Outbound' },
    limit: 1,
    totalLimit: 1,
  });
  const [message] = data;
  if (message === undefined) return;
  const recipients = new Set((Array.isArray(message['to']) ? message['to'] : []).map((one) => foldText(toText(one))));
  const failed = failures.filter(({ address }) => recipients.has(foldText(address)));
  const [first] = failed;
  if (first === undefined) return;
  if (message['status'] !== 'Bounced')
    await records.update(SYSTEM_ACTOR, { module: 'messages', id: message._id, fields: { status: 'Bounced', failure: first.reason } });
  for (const { address } of failed) await markInvalid({ records }, address);
}

async function markInvalid({ records }: Pick<PluginContext, 'records'>, address: string): Promise<void> {
  for await (const use of records.streamEmailUses(SYSTEM_ACTOR, address)) {
    if (use.invalid || !FIELDS.includes(use.field)) continue;
    const found = await records.get(SYSTEM_ACTOR, { module: use.module, id: use._id });
    const entries = ((found[use.field] ?? []) as readonly JsonObject[]).map((entry) =>
      foldText(toText(entry['email_address'])) === foldText(address) ? { ...entry, invalid_email: true } : entry,
    );
    const fields = { [use.field]: entries };
    await records.update(SYSTEM_ACTOR, { module: use.module, id: use._id, version: Number(found['_version']), fields });
  }
}
