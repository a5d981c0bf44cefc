import { MusterError, SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import type { MailThread, ThreadMessage } from '../../shared/mailbox.ts';
import { fillPictures, listRemotePictures } from '../services/clean-mail-html.ts';

/** Most messages of a conversation that are shown: the latest. */
const MAX_MESSAGES = 100;
const MAX_FILES = 1_000;
const MAX_PICTURES = 30;
const MAX_PICTURE_BYTES = 1_048_576;
const MAX_PICTURES_BYTES = 5_242_880;
const PICTURE_TYPES = /^image\/(?:png|jpeg|gif|webp)$/;

/** `GET /api/mailbox/threads/:message`: the conversation of a message, as far as the caller may see its messages. */
export async function readThread(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const message = await readMessage(context);
  const thread = toText(message['thread']);
  const messages = thread === '' ? [message] : await readMessages(context, thread);
  const files = await readFiles(context, messages);
  const shown: ThreadMessage[] = [];
  for (const one of messages) shown.push(await toThreadMessage(context, one, files.get(one._id) ?? []));
  const body: MailThread = { subject: toText(message['subject']), messages: shown };
  return { body: body as unknown as JsonObject };
}

/** `POST /api/mailbox/pictures/:message`: the HTML of a message with its remote pictures. The product fetches them, so that nobody learns who reads. */
export async function loadPictures(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const message = await readMessage(context);
  const html = toText(message['html']);
  const files = (await readFiles(context, [message])).get(message._id) ?? [];
  const own = await readOwnPictures(context, files, html);
  const remote = new Map<string, string>();
  let bytes = 0;
  for (const url of listRemotePictures(html).slice(0, MAX_PICTURES)) {
    const picture = bytes >= MAX_PICTURES_BYTES ? undefined : await fetchPicture(context, url);
    if (picture === undefined) continue;
    bytes += picture.bytes;
    remote.set(url, picture.data);
  }
  return { body: { html: fillPictures(html, (kind, name) => (kind === 'own' ? own : remote).get(name)) } };
}

async function readMessage({ records, actor, parameters, refuse }: PluginRouteContext): Promise<VisibleRecord> {
  const message = await records.get(actor, { module: 'messages', id: parameters['message'] ?? '' });
  return message['deleted'] === true ? refuse('record_not_found') : message;
}

async function readMessages({ records, actor }: PluginRouteContext, thread: string): Promise<readonly VisibleRecord[]> {
  const { data } = await records.find(actor, {
    module: 'messages',
    filter: { thread },
    sort: [{ sortField: 'sent_at', sortOrder: 'desc' }],
    limit: MAX_MESSAGES,
    totalLimit: 1,
  });
  return data.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
}

/** When a message was sent; one that waits is the latest, as it was written. */
function timeOf({ sent_at: sentAt, createdAt }: VisibleRecord): string {
  return toText(sentAt) || toText(createdAt);
}

async function readFiles({ records, actor }: PluginRouteContext, messages: readonly VisibleRecord[]) {
  const { data } = await records.find(actor, {
    module: 'mailAttachments',
    filter: { message: { in: messages.map(({ _id }) => _id) } },
    sort: [{ sortField: '_id', sortOrder: 'asc' }],
    limit: MAX_FILES,
    totalLimit: 1,
  });
  const byMessage = new Map<string, VisibleRecord[]>();
  for (const file of data) {
    const id = toText(file['message']);
    byMessage.set(id, [...(byMessage.get(id) ?? []), file]);
  }
  return byMessage;
}

async function toThreadMessage(
  context: PluginRouteContext,
  message: VisibleRecord,
  files: readonly VisibleRecord[],
): Promise<ThreadMessage> {
  const html = toText(message['html']);
  const own = await readOwnPictures(context, files, html);
  const remote = new Set<string>();
  const shown = fillPictures(html, (kind, name) => {
    if (kind === 'own') return own.get(name);
    remote.add(name);
    return undefined;
  });
  return {
    _id: message._id,
    subject: toText(message['subject']),
    sender: toText(message['sentFrom']),
    to: listTexts(message['to']),
    cc: listTexts(message['cc']),
    direction: toText(message['direction']),
    sentAt: timeOf(message),
    text: toText(message['message']),
    html: html === '' ? null : shown,
    remotePictures: remote.size,
    files: files.map(({ _id, name, path, size }) => ({ _id, name: toText(name), path: toText(path), size: Number(size ?? 0) })),
    records: await readLinked(context, message),
  };
}

function listTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map((one) => toText(one as string)) : [];
}

/** The pictures that came with a message, by the id with which its text names them. */
async function readOwnPictures(context: PluginRouteContext, files: readonly VisibleRecord[], html: string) {
  const pictures = new Map<string, string>();
  let bytes = 0;
  const ids = html.includes('data-own=') ? await readContentIds(context, files) : new Map<string, string>();
  for (const file of files) {
    const type = toText(file['content_type']);
    const size = Number(file['size'] ?? 0);
    const id = ids.get(file._id) ?? '';
    if (id === '' || !PICTURE_TYPES.test(type) || size > MAX_PICTURE_BYTES || bytes + size > MAX_PICTURES_BYTES) continue;
    const { content } = await context.files.read(toText(file['path']));
    bytes += size;
    pictures.set(id, `data:${type};base64,${content.toString('base64')}`);
  }
  return pictures;
}

/** The ids with which texts name files, by the records of the files: they are internal. */
async function readContentIds({ records }: PluginRouteContext, files: readonly VisibleRecord[]): Promise<ReadonlyMap<string, string>> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'mailAttachments',
    filter: { _id: { in: files.map(({ _id }) => _id) } },
    fields: ['content_id'],
    limit: MAX_FILES,
    totalLimit: 1,
  });
  return new Map(data.map(({ _id, content_id: id }) => [_id, toText(id)]));
}

async function fetchPicture({ http }: PluginRouteContext, url: string) {
  try {
    const { status, headers, body } = await http.request({ url, maxBytes: MAX_PICTURE_BYTES, timeout: 5_000 });
    const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (status !== 200 || !PICTURE_TYPES.test(type)) return undefined;
    return { data: `data:${type};base64,${body.toString('base64')}`, bytes: body.length };
  } catch (error) {
    if (error instanceof MusterError && error.code === 'outbound_failed') return undefined;
    throw error;
  }
}

/** Records with an address of the message, with the names that the caller may read. */
async function readLinked({ records, actor }: PluginRouteContext, message: VisibleRecord): Promise<ThreadMessage['records']> {
  const links = Array.isArray(message['linked_records']) ? (message['linked_records'] as readonly JsonObject[]) : [];
  const shown: { module: string; id: string; name: string }[] = [];
  for (const link of links.slice(0, 20)) {
    const [module, id] = [toText(link['module']), toText(link['id'])];
    try {
      const { data } = await records.find(actor, { module, filter: { _id: id }, fields: ['name'], limit: 1, totalLimit: 1 });
      if (data[0] !== undefined) shown.push({ module, id, name: toText(data[0]['name']) });
    } catch (error) {
      if (!(error instanceof MusterError) || error.status >= 500) throw error;
    }
  }
  return shown;
}
