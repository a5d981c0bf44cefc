import type { NotificationView } from '#engine/model/wire';
import { toText } from '#engine/model/values';
import { MusterError } from '../errors/index.ts';
import { commitUnitWithRetry } from '../records/index.ts';
import { describeNotifications } from './describe-notifications.ts';
import type { NotificationContext } from './notification-context.ts';
import {
  createNotificationWrite,
  fieldsOf,
  findNotification,
  firstTimeOf,
  NOTIFICATION_KEYS,
  NOTIFICATIONS_COLLECTION,
  readNotification,
  type StoredNotification,
} from './stored-notification.ts';

/** Notifications that one run reads; the next run sends the others. */
const MAX_DUE = 2_000;
/** Lines of one e-mail. */
const MAX_LINES = 100;
/** After this time an e-mail that failed is tried again, and after so long not any more. */
const RETRY = 600_000;
const MAX_DELAY = 2 * 86_400_000;

/** What sending e-mails did. */
export interface SentMails {
  /** E-mails that were sent. */
  readonly sent: number;
  /** E-mails that could not be sent; they are tried again after ten minutes, for two days. */
  readonly failed: number;
}

/**
 * Sends the e-mails that are due, one for each user: those about what they have not read and may still see. They are marked after they were
 * sent: at least once, and only once unless the process ends in between.
 */
export async function sendDueMails(context: NotificationContext): Promise<SentMails> {
  const found = await context.store.find({
    collection: NOTIFICATIONS_COLLECTION.name,
    filter: { kind: 'range', key: NOTIFICATION_KEYS.mail_at, lte: context.clock.now() },
    sort: [{ kind: 'key', key: NOTIFICATION_KEYS.mail_at, descending: false }],
    limit: MAX_DUE,
  });
  const byUser = new Map<string, StoredNotification[]>();
  for (const { document } of found) {
    const one = readNotification(document);
    byUser.set(one.user, [...(byUser.get(one.user) ?? []), one]);
  }
  const result = { sent: 0, failed: 0 };
  for (const [user, due] of byUser) {
    try {
      if (await sendTo(context, user, due)) result.sent += 1;
    } catch (error) {
      if (!(error instanceof MusterError) || error.code !== 'mail_failed') throw error;
      result.failed += 1;
      for (const one of due) await setMailTime(context, one, nextTimeOf(one, context.clock.now()));
      continue;
    }
    for (const one of due) await setMailTime(context, one, undefined);
  }
  return result;
}

/** Sends an e-mail. False: there is nothing to say, or nobody to say it to. Errors: `mail_failed`. */
async function sendTo(context: NotificationContext, user: string, due: readonly StoredNotification[]): Promise<boolean> {
  const scope = await context.access.scope({ kind: 'user', userId: user });
  const users = scope.snapshot.module('users');
  if (!scope.rights.active || users === undefined) return false;
  const [stored] = await context.store.get(users.storage.name, [user]);
  const to = toText(stored?.document['email']);
  const since = firstTimeOf(scope.snapshot, context.clock.now());
  const unread = due.filter(({ read_at: readAt, at }) => readAt === undefined && at >= since);
  const shown = (await describeNotifications(context, scope, unread)).filter(({ count, path }) => count > 0 || path !== null);
  if (to === '' || shown.length === 0) return false;
  await context.mail.send({ to: [to], subject: subjectOf(shown), text: textOf(context, toText(stored?.document['first_name']), shown) });
  return true;
}

function subjectOf(shown: readonly NotificationView[]): string {
  const [first] = shown;
  return shown.length === 1 && first !== undefined ? first.text.slice(0, 200) : `${shown.length} notifications`;
}

function textOf({ publicUrl }: NotificationContext, name: string, shown: readonly NotificationView[]): string {
  const lines = shown.slice(0, MAX_LINES).flatMap(({ text, module, record, path: page }) => {
    if (page !== null) return [`${text}.`, `${publicUrl}/app${page}`, ''];
    const path =
      record === null ? encodeURIComponent(module ?? '') : `${encodeURIComponent(module ?? '')}/${encodeURIComponent(record._id)}`;
    return [`${text}.`, `${publicUrl}/app/${path}`, ''];
  });
  const more = shown.length > MAX_LINES ? [`And ${shown.length - MAX_LINES} more.`, ''] : [];
  return [
    `Hello${name === '' ? '' : ` ${name}`},`,
    '',
    ...lines,
    ...more,
    `Choose which e-mails you get: ${publicUrl}/app/user/profile#notifications`,
  ].join('\n');
}

/** When an e-mail that failed is tried again; undefined: not any more. */
function nextTimeOf({ at }: StoredNotification, now: number): number | undefined {
  return now - at > MAX_DELAY ? undefined : now + RETRY;
}

/** Sets when the e-mail is due; undefined: none is, unless the notification is about something later meanwhile. */
function setMailTime({ store }: NotificationContext, { _id, at }: StoredNotification, time: number | undefined): Promise<void> {
  return commitUnitWithRetry(store, async () => {
    const before = await findNotification(store, _id);
    if (before === undefined || before.at !== at || before.mail_at === undefined) return { unit: undefined, result: undefined };
    const { mail_at: _before, ...fields } = fieldsOf(before);
    const next = { ...fields, ...(time === undefined ? {} : { mail_at: time }) };
    return { unit: { writes: [createNotificationWrite(before, _id, next)] }, result: undefined };
  });
}
