import type { PluginJob, PluginJobContext, VisibleRecord } from '#engine';
import { readEmails, today, toText } from '#engine/model';
import { findDueReminder, formatReminder, readReminderDays } from '../../shared/reminder-plan.ts';
import { NOTICES } from '../services/notices.ts';

type Payload = { readonly items: readonly string[] };
type Context = PluginJobContext<Payload>;

/** Sends the reminders of items that expire. Repeated, it sends none twice: each message has a key, and the item says what was sent. */
export const REMIND: PluginJob<Payload> = {
  name: 'send-reminders',
  payloadSchema: {
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', maxItems: 1000, items: { type: 'string', maxLength: 200 } } },
  },
  attempts: 5,
  deadline: 300_000,
  run: sendReminders,
};

/** A reminder of one item. */
interface Reminder {
  readonly item: VisibleRecord;
  readonly record: VisibleRecord;
  readonly provider: VisibleRecord | undefined;
  readonly days: number;
}

async function sendReminders(context: Context): Promise<{ readonly sent: number }> {
  const items = await findByIds(context, 'credentialingRequiredItems', context.payload.items);
  const recordOf = await index(context, 'credentialing', items, 'relatedCredentialingRecord');
  const providerOf = await index(context, 'providers', [...recordOf.values()], 'providers_credentialing');
  const day = today(context);
  let sent = 0;
  for (const item of items) {
    context.signal.throwIfAborted();
    const days = findDue(context, item, day);
    if (days === undefined) continue;
    const record = recordOf.get(toText(item['relatedCredentialingRecord']));
    if (record !== undefined && record['credentialing_status'] !== 'Closed') {
      await remind(context, { item, record, provider: providerOf.get(toText(record['providers_credentialing'])), days });
      sent += 1;
    }
    await markSent(context, item, days);
  }
  return { sent };
}

/** The item may have been approved again, or its reminder sent, since the run was added. */
function findDue(context: Context, item: VisibleRecord, day: string): number | undefined {
  if (item['status'] !== 'Approved') return undefined;
  return findDueReminder(
    toText(item['expiration_date']),
    day,
    readReminderDays(context.setting('expiry_reminder_days')),
    toText(item['reminded']),
  );
}

async function findByIds({ records, actor }: Context, module: string, ids: readonly string[]): Promise<readonly VisibleRecord[]> {
  if (ids.length === 0) return [];
  const { data } = await records.find(actor, { module, filter: { _id: { in: [...ids] } }, limit: ids.length, totalLimit: 1 });
  return data;
}

/** The records that a field of others refers to, by id. */
async function index(
  context: Context,
  module: string,
  others: readonly VisibleRecord[],
  field: string,
): Promise<ReadonlyMap<string, VisibleRecord>> {
  const ids = [...new Set(others.map((other) => toText(other[field])).filter((id) => id !== ''))];
  return new Map((await findByIds(context, module, ids)).map((record) => [record._id, record]));
}

async function remind(context: Context, { item, record, provider, days }: Reminder): Promise<void> {
  const key = `${item._id}/${formatReminder(toText(item['expiration_date']), days)}`;
  const owner = toText(item['assigned_to'] ?? record['assigned_to']);
  const user = toText(record['related_user'] ?? provider?.['related_user']);
  const to = [owner, user].filter((one) => one !== '');
  if (to.length > 0)
    await context.notify({ kind: 'item_expires', to, module: 'credentialingRequiredItems', record: item._id, key, by: null });
  if (provider !== undefined && item['provider_assigned'] !== false) await write(context, item, provider, { key, days, owner });
}

/** Writes to the provider: by e-mail and by text message, as the setting says and the ledger allows. */
async function write(
  context: Context,
  item: VisibleRecord,
  provider: VisibleRecord,
  { key, days, owner }: { readonly key: string; readonly days: number; readonly owner: string },
): Promise<void> {
  if (!context.hasService(NOTICES)) return;
  const channels = context.setting('expiry_reminder_channels');
  const chosen = Array.isArray(channels) ? channels : [];
  const title = toText(item['label'] ?? item['name']);
  const date = toText(item['expiration_date']);
  const when = days === 0 ? 'today' : `on ${date}`;
  const subject = `${title} expires ${when}`;
  const link = `${context.publicUrl}/provider/credentialing`;
  const about = { subject, module: 'providers', record: provider._id, owner: owner === '' ? undefined : owner };
  const [email] = [...readEmails(provider['email_addresses']), ...readEmails(provider['email'])];
  const phone = toText(provider['mobile_phone']);
  const letter = `Hello ${toText(provider['first_name'] ?? provider['name'])},\n\n${title} expires ${when}. Please hand in the new one: ${link}`;
  const notices = context.service(NOTICES);
  if (email !== undefined && chosen.includes('email'))
    await notices.send({ ...about, channel: 'email', to: email, text: letter, key: `expiry/email/${key}` });
  if (phone !== '' && chosen.includes('sms'))
    await notices.send({
      ...about,
      channel: 'sms',
      to: phone,
      text: `${subject}. Please hand in the new one: ${link}`,
      key: `expiry/sms/${key}`,
    });
}

async function markSent({ records, actor }: Context, item: VisibleRecord, days: number): Promise<void> {
  await records.update(actor, {
    module: 'credentialingRequiredItems',
    id: item._id,
    fields: { reminded: formatReminder(toText(item['expiration_date']), days) },
    changeSource: 'reminder',
    quiet: true,
  });
}
