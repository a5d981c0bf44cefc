import type { PluginContext, VisibleRecord } from '#engine';
import { today, toText, type JsonObject } from '#engine/model';
import { OPEN_STATUSES } from '../../shared/item.ts';
import { findDueReminder, readReminderDays, type ReminderKind } from '../../shared/reminder-plan.ts';

/** Where a kind of reminders has its date and its days, and which items it is about. */
interface ReminderSource {
  readonly date: 'expiration_date' | 'due_date';
  readonly setting: 'expiry_reminder_days' | 'due_reminder_days';
  readonly statuses: readonly string[];
  readonly filter: JsonObject;
}

/** The kinds of reminders. Each is found by the index on the status and its date. */
export const REMINDER_SOURCES: { readonly [kind in ReminderKind]: ReminderSource } = {
  expiry: { date: 'expiration_date', setting: 'expiry_reminder_days', statuses: ['Approved'], filter: {} },
  due: {
    date: 'due_date',
    setting: 'due_reminder_days',
    statuses: OPEN_STATUSES,
    filter: {
      provider_assigned: true,
      not: { or: [{ reference_only: true }, { locked: true }, { not_applicable: true }, { isOptional: true }] },
    },
  },
};

type Context = Pick<PluginContext, 'setting' | 'clock'>;

/** The days before the date on which people are reminded. */
export function daysOf({ setting }: Pick<Context, 'setting'>, kind: ReminderKind): readonly number[] {
  return readReminderDays(setting(REMINDER_SOURCES[kind].setting));
}

/** The days before its date of which an item is to be reminded now; undefined: of none. */
export function findReminder(context: Context, kind: ReminderKind, item: VisibleRecord): number | undefined {
  return findDueReminder({
    kind,
    date: toText(item[REMINDER_SOURCES[kind].date]),
    today: today(context),
    days: daysOf(context, kind),
    last: toText(item['reminded']),
  });
}
