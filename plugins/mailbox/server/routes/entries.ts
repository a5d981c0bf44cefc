import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import type { MailLine, MailPage } from '../../shared/mailbox.ts';
import { PUSH_CHANGES } from '../jobs/watch-account.ts';
import { countUnread } from '../services/folders.ts';

const PAGE_SIZE = 50;
const FIELDS = ['name', 'message', 'sender', 'snippet', 'received_at', 'read', 'has_attachments', 'folder'];

/** `POST /api/mailbox/list` `{ folder?, search?, after?, pageSize? }`: a page of the messages of the caller, the latest first. */
export async function listEntries(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, body, refuse } = context;
  const {
    folder,
    search = '',
    unread,
    after,
    pageSize = PAGE_SIZE,
  } = (body ?? {}) as {
    readonly folder?: string;
    readonly search?: string;
    readonly unread?: boolean;
    readonly after?: string;
    readonly pageSize?: number;
  };
  const filter: JsonObject = {
    user: actor.userId ?? '',
    ...(folder === undefined ? {} : { folder }),
    ...(unread === true ? { read: false } : {}),
    ...(after === undefined ? {} : readCursor(after, () => refuse('mail_page_invalid'))),
    ...(search.trim() === '' ? {} : { and: findWords(search) }),
  };
  const { data } = await records.find(actor, {
    module: 'mailEntries',
    filter,
    fields: FIELDS,
    sort: [
      { sortField: 'received_at', sortOrder: 'desc' },
      { sortField: '_id', sortOrder: 'desc' },
    ],
    limit: pageSize + 1,
    totalLimit: 1,
  });
  const shown = data.slice(0, pageSize);
  const last = shown.at(-1);
  const page: MailPage = { data: shown.map(toLine), next: data.length > pageSize && last !== undefined ? writeCursor(last) : null };
  return { body: page as unknown as JsonObject };
}

/** Each word is in the subject, the sender or the beginning of the text. */
function findWords(search: string): readonly JsonObject[] & JsonObject[] {
  const words = search.trim().split(/\s+/).slice(0, 8);
  return words.map((word) => ({ or: ['name', 'sender', 'snippet'].map((field) => ({ [field]: { contains: word.slice(0, 100) } })) }));
}

function writeCursor({ _id, received_at: at }: VisibleRecord): string {
  return Buffer.from(JSON.stringify([at, _id])).toString('base64url');
}

function readCursor(text: string, refuse: () => never): JsonObject {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return refuse();
  }
  const [at, id] = Array.isArray(parts) ? (parts as readonly unknown[]) : [];
  if (typeof at !== 'string' || typeof id !== 'string' || Number.isNaN(Date.parse(at))) return refuse();
  return {
    received_at: { range: { lte: at } },
    not: { received_at: { equals: at }, or: [{ _id: { equals: id } }, { _id: { range: { gt: id } } }] },
  };
}

function toLine(entry: VisibleRecord): MailLine {
  return {
    _id: entry._id,
    message: toText(entry['message']),
    subject: toText(entry['name']),
    sender: toText(entry['sender']),
    snippet: toText(entry['snippet']),
    receivedAt: toText(entry['received_at']),
    read: entry['read'] === true,
    hasAttachments: entry['has_attachments'] === true,
    folder: toText(entry['folder']),
  };
}

/** The entries of the caller with these ids, or with these messages. */
async function readOwn({ records, actor }: PluginRouteContext, filter: JsonObject): Promise<readonly VisibleRecord[]> {
  const { data } = await records.find(actor, {
    module: 'mailEntries',
    filter: { ...filter, user: actor.userId ?? '' },
    limit: 500,
    totalLimit: 1,
  });
  return data;
}

/** `POST /api/mailbox/mark` `{ ids, read }`: marks messages as read or not read, here and on the server. */
export async function markEntries(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { ids, read } = context.body as { readonly ids: readonly string[]; readonly read: boolean };
  const entries = await readOwn(context, { _id: { in: [...ids] } });
  const changed = entries.filter((entry) => (entry['read'] === true) !== read);
  await change(context, changed, { read });
  return { body: { changed: changed.length } };
}

/** `POST /api/messages/move-from-folder` `{ messages, to, from? }`: moves messages of the caller into another folder of theirs. */
export async function moveFromFolder(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { messages, to, from } = context.body as { readonly messages: readonly string[]; readonly to: string; readonly from?: string };
  const target = await context.records.get(context.actor, { module: 'emailFolders', id: to });
  if (target['deleted'] === true) context.refuse('record_not_found');
  if (target['user'] !== context.actor.userId) context.refuse('mail_folder_of_another');
  const filter = { message: { in: [...messages] }, ...(from === undefined ? {} : { folder: from }) };
  const account = toText(target['mail_account']);
  const entries = (await readOwn(context, filter)).filter((entry) => account === '' || entry['mail_account'] === account);
  const moved = entries.filter((entry) => entry['folder'] !== to);
  await change(context, moved, { folder: to });
  await countUnread(context, [to]);
  return { body: { moved: moved.map((entry) => toText(entry['message'])) } };
}

/** Changes entries as the product, and brings the change to their servers. The caller was checked. */
async function change(context: PluginRouteContext, entries: readonly VisibleRecord[], fields: JsonObject): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ _id }) => _id);
  await context.records.updateMany(SYSTEM_ACTOR, { module: 'mailEntries', ids, fields: { ...fields, is_pending: true } });
  await countUnread(
    context,
    entries.map((entry) => toText(entry['folder'])),
  );
  for (const account of new Set(entries.map((entry) => toText(entry['mail_account'])))) await context.addJob(PUSH_CHANGES, { account });
}
