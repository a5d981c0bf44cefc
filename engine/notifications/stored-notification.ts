import { createHash } from 'node:crypto';
import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import { allOf, notOf, type FilterNode } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { StorePort, StoreWrite } from '../ports/index.ts';
import { createDocumentRemoval, createDocumentWrite } from '../records/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';

const text = (id: string): KeySchema => ({ id, kind: 'text', list: false });
const number = (id: string): KeySchema => ({ id, kind: 'number', list: false });

/**
 * `unread` is 1 until it is read; `about` is its record as 'module/id', if it is only one; `hidden` is 1 if its user does not want it under
 * the bell; `mail_at` is when an e-mail about it is due.
 */
export const NOTIFICATION_KEYS = {
  user: text('user'),
  at: number('at'),
  unread: number('unread'),
  about: text('about'),
  hidden: number('hidden'),
  mail_at: number('mail_at'),
} as const;

/** One document for each user and notification. */
export const NOTIFICATIONS_COLLECTION: CollectionSchema = {
  name: '_notifications',
  keys: Object.values(NOTIFICATION_KEYS),
  indexes: [
    { keys: ['user', 'at'] },
    { keys: ['user', 'unread'] },
    { keys: ['about'], sparse: true },
    { keys: ['at'] },
    { keys: ['mail_at'], sparse: true },
  ],
  contains: [],
};

/** A notification as stored. It has ids of records only: names are read with the rights of the reader. */
export interface StoredNotification {
  readonly _id: string;
  readonly _version: number;
  readonly user: string;
  readonly kind: string;
  /** The name that keys have for the module: it stays when the module is renamed. */
  readonly module: string;
  /** The page that it is about; then it has no records, and its module is ''. */
  readonly page?: { readonly path: string; readonly name: string };
  /** The page that it opens in place of its record. */
  readonly opens?: string;
  /** Ids of the records, at most {@link MAX_RECORDS}. */
  readonly records: readonly string[];
  /** Id of the user who caused it. */
  readonly by: string | null;
  /** When it was created or got its last record, in epoch milliseconds. */
  readonly at: number;
  /** When it was read, in epoch milliseconds; absent: not yet. */
  readonly read_at?: number;
  /** 1: it is not shown under the bell. */
  readonly hidden?: 1;
  /** When an e-mail about it is due, in epoch milliseconds; absent: none is, or it was sent. */
  readonly mail_at?: number;
}

/** Maximum number of records of one notification, as many as one mass update saves; more are not added. */
export const MAX_RECORDS = 2_000;

/** The id of a user's notification: the same for the same kind and key. */
export function notificationId(user: string, kind: string, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([user, kind, key]))
    .digest('hex')
    .slice(0, 32);
}

/** Reads a document of the collection. */
export function readNotification(document: RecordDocument): StoredNotification {
  return document as unknown as StoredNotification;
}

/** The write that creates or replaces a notification. */
export function createNotificationWrite(
  before: StoredNotification | undefined,
  id: string,
  fields: Omit<StoredNotification, '_id' | '_version'>,
): StoreWrite {
  const [only] = fields.records;
  const about = fields.records.length === 1 && only !== undefined ? { about: aboutOf(fields.module, only) } : {};
  const document = { ...fields, ...about, ...(fields.read_at === undefined ? { unread: 1 } : {}) };
  return createDocumentWrite(NOTIFICATIONS_COLLECTION, id, before as unknown as RecordDocument | undefined, document);
}

/** The write that removes a notification. */
export function createNotificationRemoval(before: StoredNotification): StoreWrite {
  return createDocumentRemoval(NOTIFICATIONS_COLLECTION, before as unknown as RecordDocument);
}

/** The fields of a notification without those of the store. */
export function fieldsOf({
  user,
  kind,
  module,
  page,
  opens,
  records,
  by,
  at,
  read_at,
  hidden,
  mail_at,
}: StoredNotification): Omit<StoredNotification, '_id' | '_version'> {
  return {
    ...{ user, kind, module, records, by, at },
    ...(page === undefined ? {} : { page }),
    ...(opens === undefined ? {} : { opens }),
    ...(read_at === undefined ? {} : { read_at }),
    ...(hidden === undefined ? {} : { hidden }),
    ...(mail_at === undefined ? {} : { mail_at }),
  };
}

/** The key of a notification about one record, with the name that keys have for its module. */
export function aboutOf(module: string, id: string): string {
  return `${module}/${id}`;
}

/** One notification, or undefined. */
export async function findNotification(store: StorePort, id: string): Promise<StoredNotification | undefined> {
  const [stored] = await store.get(NOTIFICATIONS_COLLECTION.name, [id]);
  return stored && readNotification(stored.document);
}

/** Matches the notifications of a user since a time; with `unread`, those that are not read. */
export function ownFilter(user: string, since: number, unread: boolean): FilterNode {
  return allOf([
    { kind: 'equals', key: NOTIFICATION_KEYS.user, values: [user] },
    { kind: 'range', key: NOTIFICATION_KEYS.at, gte: since },
    notOf({ kind: 'equals', key: NOTIFICATION_KEYS.hidden, values: [1] }),
    ...(unread ? [{ kind: 'equals', key: NOTIFICATION_KEYS.unread, values: [1] } as const] : []),
  ]);
}

const DAY = 86_400_000;
const DEFAULT_DAYS = 30;

/** The time before which notifications are no longer shown and are removed: the setting `notification_days`, default 30. */
export function firstTimeOf({ settings }: DefinitionSnapshot, now: number): number {
  const days = settings.get('notification_days')?.setting;
  return now - (typeof days === 'number' && days > 0 ? days : DEFAULT_DAYS) * DAY;
}
