import type { PluginJobContext, VisibleRecord } from '#engine';
import { addDays, today, type JsonObject } from '#engine/model';
import type { ReminderKind } from '../../shared/reminder-plan.ts';
import { daysOf, findReminder, REMINDER_SOURCES } from '../services/reminders.ts';
import { REMIND } from './send-reminders.ts';

/** Items of one run that sends reminders. */
const CHUNK = 200;

/**
 * Finds the items whose reminder is due, in one pass over those whose date is within the days of the setting, and adds runs that send them.
 * A run that was added and has not ended is not added again.
 */
export async function planReminders(context: PluginJobContext): Promise<JsonObject> {
  const expiry = await plan(context, 'expiry');
  const due = await plan(context, 'due');
  return { checked: expiry.checked + due.checked, due: expiry.due + due.due };
}

async function plan(context: PluginJobContext, kind: ReminderKind): Promise<{ readonly checked: number; readonly due: number }> {
  const count = { checked: 0, due: 0 };
  let items: string[] = [];
  const add = async (): Promise<void> => {
    const [first] = items;
    if (first !== undefined) await context.addJob(REMIND, { kind, items }, { key: `${kind}/${first}` });
    items = [];
  };
  for (const status of REMINDER_SOURCES[kind].statuses)
    for await (const item of streamItems(context, kind, status)) {
      context.signal.throwIfAborted();
      count.checked += 1;
      if (findReminder(context, kind, item) === undefined) continue;
      count.due += 1;
      items.push(item._id);
      if (items.length === CHUNK) await add();
    }
  await add();
  return count;
}

/** Items of records by their date, soonest first, as the index has them. */
function streamItems(context: PluginJobContext, kind: ReminderKind, status: string): AsyncIterable<VisibleRecord> {
  const { date, filter } = REMINDER_SOURCES[kind];
  const day = today(context);
  const last = Math.max(0, ...daysOf(context, kind));
  const range = { [date]: { range: { gte: day, lte: addDays(day, last) } } };
  return context.records.stream(context.actor, {
    module: 'credentialingRequiredItems',
    filter: { and: [{ status, ...range, relatedCredentialingRecord: { exists: true } }, filter] },
    sort: [{ sortField: date, sortOrder: 'asc' }],
    fields: [date, 'reminded'],
  });
}
