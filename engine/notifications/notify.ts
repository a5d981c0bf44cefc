import type { CompiledModule } from '#engine/model/compiled';
import { MusterError } from '../errors/index.ts';
import { SYSTEM_ACTOR, timeZoneOf } from '../access/index.ts';
import { commitUnitWithRetry, loadVisible } from '../records/index.ts';
import type { NotificationInput, PageNotificationInput, TextNotificationInput } from './contract.ts';
import { findEditors } from './find-editors.ts';
import type { NotificationContext } from './notification-context.ts';
import { mailTimeOf, readKindChoices } from './preferences.ts';
import {
  createNotificationWrite,
  fieldsOf,
  findNotification,
  MAX_RECORDS,
  notificationId,
  type StoredNotification,
} from './stored-notification.ts';

/** The keys of plugins begin with their name. */
const MAX_KEY = 300;

/** Creates a notification for each user who may see its record. Errors: `notification_invalid`, of the store. */
export async function notifyUsers(context: NotificationContext, input: NotificationInput): Promise<void> {
  const module = await findModule(context, input);
  const named = 'whoMayEdit' in input.to ? await findEditors(context, input, input.to) : input.to;
  const users = [...new Set(named)].filter((user) => user !== input.by);
  const choices = await readKindChoices(context.store, users, input.kind);
  const timeZone = timeZoneOf((await context.access.scope(SYSTEM_ACTOR)).snapshot);
  const notified: string[] = [];
  for (const [at, user] of users.entries()) {
    const choice = choices[at];
    if (choice === undefined || (!choice.app && choice.mail === 'off') || !(await maySee(context, user, input))) continue;
    const mailAt = mailTimeOf(choice, context.clock.now(), timeZone);
    if (await addNotification(context, { ...input, module: module.keyName }, { user, isShown: choice.app, mailAt })) notified.push(user);
  }
  if (notified.length > 0) context.report(notified);
}

/** Characters of what a notification about a page names: it is shown in one line or two. */
const MAX_NAME = 500;

/** Creates a notification about a page of its user. Errors: `notification_invalid`, of the store. */
export async function notifyOfPage(context: NotificationContext, { kind, to, page, key }: PageNotificationInput): Promise<void> {
  const { store, clock, access } = context;
  assertValid(context, kind, key);
  const { rights, snapshot } = await access.scope({ kind: 'user', userId: to });
  const [choice] = await readKindChoices(store, [to], kind);
  if (!rights.active || choice === undefined || (!choice.app && choice.mail === 'off')) return;
  const id = notificationId(to, kind, key);
  const mailAt = mailTimeOf(choice, clock.now(), timeZoneOf(snapshot));
  const isNew = await commitUnitWithRetry(store, async () => {
    if ((await findNotification(store, id)) !== undefined) return { unit: undefined, result: false };
    const fields = {
      ...{ user: to, kind, module: '', records: [], by: null, at: clock.now() },
      page: { path: page.path, name: page.name.slice(0, MAX_NAME) },
      ...(choice.app ? {} : { hidden: 1 as const }),
      ...(mailAt === undefined ? {} : { mail_at: mailAt }),
    };
    return { unit: { writes: [createNotificationWrite(undefined, id, fields)] }, result: true };
  });
  if (isNew) context.report([to]);
}

/** Creates a notification with a text for each user who may see its record now. Errors: `notification_invalid`, of the store. */
export async function notifyOfText(context: NotificationContext, input: TextNotificationInput): Promise<void> {
  const { to, module, record, text, key } = input;
  const path = pathOfRecord(await findModule(context, { kind: 'workflow', module, key, to }), record);
  const page = { path: input.page ?? path, name: text };
  for (const user of new Set(to))
    if (await maySee(context, user, { module, record })) await notifyOfPage(context, { kind: 'workflow', to: user, page, key });
}

function pathOfRecord({ name }: CompiledModule, record: string): string {
  return `/${name}/${encodeURIComponent(record)}`;
}

function failInput(reason: string): never {
  throw new MusterError('notification_invalid', { values: { reason } });
}

function assertValid({ kinds }: NotificationContext, kind: string, key: string): void {
  if (!kinds.has(kind)) failInput(`there is no kind ${kind}`);
  if (key.length === 0 || key.length > MAX_KEY) failInput(`its key is not 1 to ${MAX_KEY} characters long`);
}

/** The module of the record. Errors: `notification_invalid` for an input that is not valid. */
async function findModule(
  context: NotificationContext,
  { kind, module, key, to }: Pick<NotificationInput, 'kind' | 'module' | 'key' | 'to'>,
): Promise<CompiledModule> {
  assertValid(context, kind, key);
  const found = (await context.access.scope(SYSTEM_ACTOR)).snapshot.module(module);
  if (found === undefined) return failInput(`there is no module ${module}`);
  if ('whoMayEdit' in to && !found.fields.has(to.whoMayEdit)) failInput(`${module} has no field ${to.whoMayEdit}`);
  return found;
}

async function maySee(
  context: NotificationContext,
  userId: string,
  { module, record: id }: Pick<NotificationInput, 'module' | 'record'>,
): Promise<boolean> {
  const scope = await context.access.scope({ kind: 'user', userId });
  return scope.rights.active && (await loadVisible(context, scope, [{ module, id }])).length > 0;
}

/** Who gets a notification, and how. */
interface Recipient {
  readonly user: string;
  /** Shown under the bell. */
  readonly isShown: boolean;
  /** When an e-mail about it is due; undefined: none is. */
  readonly mailAt: number | undefined;
}

/** Adds the record to the notification of the user with that key, or creates it; the module is named as keys name it. False if it is there already. */
async function addNotification(
  { store, clock }: NotificationContext,
  input: NotificationInput,
  { user, isShown, mailAt }: Recipient,
): Promise<boolean> {
  const { kind, module, record, key, by, occurredAt, opens } = input;
  const id = notificationId(user, kind, key);
  return commitUnitWithRetry(store, async () => {
    const before = await findNotification(store, id);
    if (before !== undefined && !isNews(before, input)) return { unit: undefined, result: false };
    const isRepeated = occurredAt !== undefined || before === undefined;
    const { read_at: _readAt, ...stored } = isRepeated ? { user, kind, module, records: [], by } : fieldsOf(before);
    const fields = {
      ...stored,
      records: [...stored.records, record],
      at: occurredAt ?? clock.now(),
      ...(opens === undefined ? {} : { opens }),
      ...(isShown ? {} : { hidden: 1 as const }),
      // The e-mail of an earlier event is still due.
      ...(mailAt === undefined ? {} : { mail_at: Math.min(mailAt, before?.mail_at ?? mailAt) }),
    };
    return { unit: { writes: [createNotificationWrite(before, id, fields)] }, result: true };
  });
}

/** Whether an input changes a stored notification: it happened later, or it is about one more record. */
function isNews({ at, records }: StoredNotification, { record, occurredAt }: NotificationInput): boolean {
  if (occurredAt !== undefined) return occurredAt > at;
  return !records.includes(record) && records.length < MAX_RECORDS;
}
