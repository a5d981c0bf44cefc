import type { NotificationPage, NotificationView } from '#engine/model/wire';
import { allOf, type FilterNode } from '#engine/model/filter';
import type { AccessScope, Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { afterTimeCursor, commitUnitWithRetry, writeTimeCursor } from '../records/index.ts';
import type { NotificationReference, OwnNotifications } from './contract.ts';
import { describeNotifications } from './describe-notifications.ts';
import type { NotificationContext } from './notification-context.ts';
import { listPreferences, savePreferences } from './preferences.ts';
import {
  createNotificationWrite,
  fieldsOf,
  findNotification,
  firstTimeOf,
  notificationId,
  NOTIFICATION_KEYS,
  NOTIFICATIONS_COLLECTION,
  ownFilter,
  readNotification,
  type StoredNotification,
} from './stored-notification.ts';

const collection = NOTIFICATIONS_COLLECTION.name;

/** An id of a notification. */
const ID = /^[0-9a-f]{32}$/;

/** Notifications that `markAll` changes in one commit. */
const ROUND = 200;

/** What users do with their own notifications. */
export function createOwnNotifications(context: NotificationContext): OwnNotifications {
  const open = async (actor: Actor, unread: boolean): Promise<OwnScope> => {
    const scope = await context.access.scope(actor);
    const user = userOf(scope);
    return { scope, user, filter: ownFilter(user, firstTimeOf(scope.snapshot, context.clock.now()), unread) };
  };
  return {
    list: async (actor, { limit, before, unread = false }) => listPage(context, await open(actor, unread), { limit, before }),
    countUnread: async (actor) => countUnread(context, await open(actor, true)),
    mark: async (actor, input) => markOne(context, await open(actor, false), input),
    markAll: async (actor, { until }) => markAll(context, await open(actor, true), until ?? context.clock.now()),
    preferences: async (actor) => listPreferences(context, (await open(actor, false)).user),
    setPreferences: async (actor, changes) => {
      const { user } = await open(actor, false);
      await savePreferences(context, user, changes);
      return listPreferences(context, user);
    },
  };
}

interface OwnScope {
  readonly scope: AccessScope;
  readonly user: string;
  /** Matches the user's notifications. */
  readonly filter: FilterNode;
}

/** Notifications belong to a user. */
function userOf({ actor }: AccessScope): string {
  if (actor.userId === undefined) throw new MusterError('action_not_allowed', { values: { action: 'mark' } });
  return actor.userId;
}

async function listPage(
  context: NotificationContext,
  { scope, user, filter }: OwnScope,
  { limit, before }: { readonly limit: number; readonly before: string | undefined },
): Promise<NotificationPage> {
  const since = firstTimeOf(scope.snapshot, context.clock.now());
  const [found, { total }] = await Promise.all([
    context.store.find({
      collection,
      filter: before === undefined ? filter : allOf([filter, afterTimeCursor(before, NOTIFICATION_KEYS.at, ID)]),
      sort: [{ kind: 'key', key: NOTIFICATION_KEYS.at, descending: true }],
      limit: limit + 1,
    }),
    context.store.count({ collection, filter: ownFilter(user, since, true) }),
  ]);
  const page = found.slice(0, limit).map(({ document }) => readNotification(document));
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    data: await describeNotifications(context, scope, page),
    unread: total,
    next: last === undefined ? null : writeTimeCursor(last),
  };
}

async function countUnread({ store }: NotificationContext, { filter }: OwnScope): Promise<number> {
  return (await store.count({ collection, filter })).total;
}

async function markOne(
  context: NotificationContext,
  { scope, user }: OwnScope,
  { id, read }: { readonly id: string; readonly read: boolean },
): Promise<NotificationView> {
  const since = firstTimeOf(scope.snapshot, context.clock.now());
  const { marked, isChanged } = await commitUnitWithRetry(context.store, async () => {
    const before = await findNotification(context.store, id);
    if (before?.user !== user || before.at < since) throw new MusterError('notification_not_found');
    if ((before.read_at !== undefined) === read) return { unit: undefined, result: { marked: before, isChanged: false } };
    const after = withMark(before, read ? context.clock.now() : undefined);
    return {
      unit: { writes: [createNotificationWrite(before, id, fieldsOf(after))] },
      result: { marked: after, isChanged: true },
    };
  });
  if (isChanged) context.report([user]);
  const [view] = await describeNotifications(context, scope, [marked]);
  if (view === undefined) throw new MusterError('notification_not_found');
  return view;
}

/** Marks a notification as read that is named by its key. Errors: of the store. */
export async function markRead(context: NotificationContext, { kind, to, key }: NotificationReference): Promise<void> {
  const id = notificationId(to, kind, key);
  const isChanged = await commitUnitWithRetry(context.store, async () => {
    const before = await findNotification(context.store, id);
    if (before === undefined || before.read_at !== undefined) return { unit: undefined, result: false };
    const after = withMark(before, context.clock.now());
    return { unit: { writes: [createNotificationWrite(before, id, fieldsOf(after))] }, result: true };
  });
  if (isChanged) context.report([to]);
}

function withMark({ read_at: _before, ...rest }: StoredNotification, readAt: number | undefined): StoredNotification {
  return readAt === undefined ? rest : { ...rest, read_at: readAt };
}

async function markAll(context: NotificationContext, { user, filter }: OwnScope, until: number): Promise<number> {
  const due = allOf([filter, { kind: 'range', key: NOTIFICATION_KEYS.at, lte: until }]);
  let count = 0;
  for (;;) {
    const changed = await commitUnitWithRetry(context.store, async () => {
      const found = await context.store.find({ collection, filter: due, sort: [], limit: ROUND });
      const writes = found.map(({ document }) => {
        const before = readNotification(document);
        return createNotificationWrite(before, before._id, fieldsOf(withMark(before, context.clock.now())));
      });
      return { unit: writes.length === 0 ? undefined : { writes }, result: writes.length };
    });
    count += changed;
    if (changed < ROUND) break;
  }
  if (count > 0) context.report([user]);
  return count;
}
