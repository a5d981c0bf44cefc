import type { PluginJob, PluginJobContext, VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { isAmong } from '../../shared/item.ts';
import { formatReminder, type ReminderKind } from '../../shared/reminder-plan.ts';
import { nameItems } from '../services/name-items.ts';
import { toItem } from '../services/compare-items.ts';
import { findReminder, REMINDER_SOURCES } from '../services/reminders.ts';
import { writeToProvider } from '../services/write-to-provider.ts';

type Payload = { readonly kind: ReminderKind; readonly items: readonly string[] };
type Context = PluginJobContext<Payload>;

/** Sends reminders of items. Repeated, it sends none twice: each message has a key, and the item says what was sent. */
export const REMIND: PluginJob<Payload> = {
  name: 'send-reminders',
  payloadSchema: {
    type: 'object',
    required: ['kind', 'items'],
    properties: {
      kind: { enum: ['expiry', 'due'] },
      items: { type: 'array', maxItems: 1000, items: { type: 'string', maxLength: 200 } },
    },
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
  readonly date: string;
  readonly days: number;
}

async function sendReminders(context: Context): Promise<{ readonly sent: number }> {
  const { kind, items: ids } = context.payload;
  const items = await findByIds(context, 'credentialingRequiredItems', ids);
  const recordOf = await index(context, 'credentialing', items, 'relatedCredentialingRecord');
  const providerOf = await index(context, 'providers', [...recordOf.values()], 'providers_credentialing');
  const remind = kind === 'expiry' ? remindOfEnd : remindOfDue;
  let sent = 0;
  for (const item of items) {
    context.signal.throwIfAborted();
    // It may have been handed in or approved, or its reminder sent, since the run was added.
    const days = isAmong(REMINDER_SOURCES[kind].statuses, item['status']) ? findReminder(context, kind, item) : undefined;
    if (days === undefined) continue;
    const record = recordOf.get(toText(item['relatedCredentialingRecord']));
    const date = toText(item[REMINDER_SOURCES[kind].date]);
    if (record !== undefined && record['credentialing_status'] !== 'Closed') {
      await remind(context, { item, record, provider: providerOf.get(toText(record['providers_credentialing'])), date, days });
      sent += 1;
    }
    await markSent(context, item, formatReminder(kind, date, days));
  }
  return { sent };
}

async function find({ records, actor }: Context, module: string, filter: JsonObject, limit: number): Promise<readonly VisibleRecord[]> {
  return (await records.find(actor, { module, filter, limit, totalLimit: 1 })).data;
}

async function findByIds(context: Context, module: string, ids: readonly string[]): Promise<readonly VisibleRecord[]> {
  return ids.length === 0 ? [] : find(context, module, { _id: { in: [...ids] } }, ids.length);
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

/** To the owner and the provider: an item expires. */
async function remindOfEnd(context: Context, { item, record, provider, date, days }: Reminder): Promise<void> {
  const key = `${item._id}/${formatReminder('expiry', date, days)}`;
  const owner = toText(item['assigned_to'] ?? record['assigned_to']);
  const user = toText(record['related_user'] ?? provider?.['related_user']);
  const to = [owner, user].filter((one) => one !== '');
  if (to.length > 0)
    await context.notify({ kind: 'item_expires', to, module: 'credentialingRequiredItems', record: item._id, key, by: null });
  if (provider === undefined || item['provider_assigned'] === false) return;
  const subject = `${toText(item['label'] ?? item['name'])} expires ${days === 0 ? 'today' : `on ${date}`}`;
  await writeToProvider(context, { provider, subject, request: `${subject}. Please hand in the new one:`, owner, key });
}

/** To the provider: one message for all items of the record that are due on the day. */
async function remindOfDue(context: Context, { item, record, provider, date, days }: Reminder): Promise<void> {
  const { statuses, filter } = REMINDER_SOURCES.due;
  const own = { relatedCredentialingRecord: record._id, due_date: date, status: { in: [...statuses] } };
  const items = (await find(context, 'credentialingRequiredItems', { and: [own, filter] }, 200)).map(toItem);
  const key = `${record._id}/${formatReminder('due', date, days)}`;
  const user = toText(record['related_user'] ?? provider?.['related_user']);
  if (user !== '') await context.notify({ kind: 'items_due', to: [user], module: 'credentialing', record: record._id, key, by: null });
  if (provider === undefined || items.length === 0) return;
  const subject = `${nameItems(items)} ${items.length === 1 ? 'is' : 'are'} due ${days === 0 ? 'today' : `on ${date}`}`;
  const owner = toText(item['assigned_to'] ?? record['assigned_to']);
  await writeToProvider(context, { provider, subject, request: `${subject}. Please hand in what is missing:`, owner, key });
}

async function markSent({ records, actor }: Context, item: VisibleRecord, reminded: string): Promise<void> {
  await records.update(actor, {
    module: 'credentialingRequiredItems',
    id: item._id,
    fields: { reminded },
    changeSource: 'reminder',
    quiet: true,
  });
}
