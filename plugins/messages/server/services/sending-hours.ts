import type { PluginContext } from '#engine';
import { canonicalTimeZone, readTimeZone, toText, zoneClock, type JsonObject } from '#engine/model';
import { findTimeZone } from './area-codes.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The hours of the day in which people get text messages, in their local time. */
export interface SendingHours {
  /** The first hour, 0 to 23. */
  readonly from: number;
  /** The hour at whose begin the quiet hours begin, 1 to 24. */
  readonly until: number;
}

/** What is used if the setting has no hours in which anything could be sent. */
const DEFAULT_HOURS: SendingHours = { from: 8, until: 21 };

/** The setting with the hours. */
export function readHours({ setting }: Pick<PluginContext, 'setting'>): SendingHours {
  const { from = DEFAULT_HOURS.from, until = DEFAULT_HOURS.until } = (setting('sms_hours') ?? {}) as Partial<SendingHours>;
  return from < until ? { from, until } : DEFAULT_HOURS;
}

/** When a message may be sent: now, or at the begin of the next hours, in epoch milliseconds. */
export function findSendTime(now: number, timeZone: string, { from, until }: SendingHours): number {
  const clock = zoneClock(timeZone);
  const local = clock.localTime(now);
  const midnight = Math.floor(local / DAY) * DAY;
  const hour = (local - midnight) / HOUR;
  if (hour >= from && hour < until) return now;
  return clock.instantAt((hour < from ? midnight : midnight + DAY) + from * HOUR);
}

/** The time zone of a recipient: by the state of their record, their area code, the setting, and at last that of the product. */
export function findRecipientZone({ setting }: Pick<PluginContext, 'setting'>, number: string, record: JsonObject | undefined): string {
  const fallback = canonicalTimeZone(toText(setting('sms_time_zone')));
  return findTimeZone(number, readState(record)) ?? fallback ?? readTimeZone(setting('time_zone'));
}

function readState(record: JsonObject | undefined): string {
  const addresses = ['current_address', 'billing_address'].map((field) => record?.[field] as JsonObject | null | undefined);
  return toText(addresses.find((one) => toText(one?.['state']) !== '')?.['state'] ?? record?.['state']);
}
