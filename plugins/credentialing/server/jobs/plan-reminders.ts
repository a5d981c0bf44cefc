import type { PluginJobContext, VisibleRecord } from '#engine';
import { addDays, today, toText, type JsonObject } from '#engine/model';
import { findDueReminder, readReminderDays } from '../../shared/reminder-plan.ts';
import { REMIND } from './send-reminders.ts';

/** Items of one run that sends reminders. */
const CHUNK = 200;

/**
 * Finds the items whose reminder is due, in one pass over those that expire within the days of the setting, and adds runs that send them.
 * A run that was added and has not ended is not added again.
 */
export async function planReminders(context: PluginJobContext): Promise<JsonObject> {
  const days = readReminderDays(context.setting('expiry_reminder_days'));
  const day = today(context);
  const count = { checked: 0, due: 0 };
  let due: string[] = [];
  const add = async (): Promise<void> => {
    const [first] = due;
    if (first !== undefined) await context.addJob(REMIND, { items: due }, { key: `remind/${first}` });
    due = [];
  };
  for await (const item of streamExpiring(context, day, Math.max(0, ...days))) {
    context.signal.throwIfAborted();
    count.checked += 1;
    const last = toText(item['reminded']);
    if (findDueReminder(toText(item['expiration_date']), day, days, last) === undefined) continue;
    count.due += 1;
    due.push(item._id);
    if (due.length === CHUNK) await add();
  }
  await add();
  return count;
}

/** Approved items of records by their end, soonest first, by the index on status and end. */
function streamExpiring({ records, actor }: PluginJobContext, day: string, last: number): AsyncIterable<VisibleRecord> {
  return records.stream(actor, {
    module: 'credentialingRequiredItems',
    filter: {
      status: 'Approved',
      expiration_date: { range: { gte: day, lte: addDays(day, last) } },
      relatedCredentialingRecord: { exists: true },
    },
    sort: [{ sortField: 'expiration_date', sortOrder: 'asc' }],
    fields: ['expiration_date', 'reminded'],
  });
}
