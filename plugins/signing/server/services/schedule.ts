import type { PluginContext } from '#engine';
import { toText } from '#engine/model';
import { isDone, type Recipient } from '../../shared/instance.ts';
import type { Instance } from './instances.ts';

const DAY = 86_400_000;

/** When a recipient is reminded: days. */
interface ReminderPlan {
  readonly first: number;
  readonly every: number;
  readonly stop: number;
}

type Settings = Pick<PluginContext, 'setting'>;

/** The plan of a document: its form may say how often. */
export function readPlan({ setting }: Settings, { record }: Pick<Instance, 'record'>): ReminderPlan {
  const every = Number(record['remind_every'] ?? 0);
  return {
    first: Number(setting('signing_first_reminder_days') ?? 5),
    every: every > 0 ? every : Number(setting('signing_reminder_days') ?? 2),
    stop: Number(setting('signing_last_reminder_days') ?? 30),
  };
}

/** When a recipient gets the next reminder, in milliseconds; undefined: none any more. */
export function findReminder(recipient: Recipient, plan: ReminderPlan): number | undefined {
  const requested = Date.parse(toText(recipient.requested_at));
  if (isDone(recipient) || Number.isNaN(requested)) return undefined;
  const reminded = Date.parse(toText(recipient.reminded_at));
  const due = Number.isNaN(reminded) ? requested + plan.first * DAY : Math.max(reminded, requested) + plan.every * DAY;
  return due <= requested + plan.stop * DAY ? due : undefined;
}

/** The time at which a document must be looked at again: for its next reminder, or because it expires. */
export function findNextCheck(recipients: readonly Recipient[], plan: ReminderPlan, expiresAt: string): string | null {
  const times = recipients.map((one) => findReminder(one, plan)).filter((one) => one !== undefined);
  const expires = Date.parse(expiresAt);
  const first = Math.min(...times, ...(Number.isNaN(expires) ? [] : [expires]));
  return Number.isFinite(first) ? new Date(first).toISOString() : null;
}

/** When a document that is sent now expires. */
export function findExpiry({ setting, clock }: Settings & Pick<PluginContext, 'clock'>, { record }: Pick<Instance, 'record'>): string {
  const own = Number(record['sign_days'] ?? 0);
  const days = own > 0 ? own : Number(setting('signing_days') ?? 60);
  return new Date(clock.now() + days * DAY).toISOString();
}

/** The time of now; never before the last event of a document, also when a clock was set back. */
export function readNow({ clock }: Pick<PluginContext, 'clock'>, { record }: Pick<Instance, 'record'>): number {
  const last = Date.parse(toText(record['last_event_at']));
  return Number.isNaN(last) ? clock.now() : Math.max(clock.now(), last);
}

/** Whether the time of a document is over. */
export function isExpired(context: Pick<PluginContext, 'clock'>, instance: Pick<Instance, 'record' | 'status'>): boolean {
  const ends = Date.parse(toText(instance.record['expires_at']));
  return instance.status === 'Expired' || (!Number.isNaN(ends) && ends <= readNow(context, instance));
}
