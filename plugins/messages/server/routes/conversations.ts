import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { READ_STATUS, UNREAD_STATUS, type Conversation } from '../../shared/sms.ts';
import { actForCaller } from '../services/queue-message.ts';
import { readNumber } from '../services/queue-sms.ts';

/** The messages whose conversations are listed. */
const LAST_MESSAGES = 1_000;
/** Messages that are marked as read at once. */
const MOST_READ = 200;
const FIELDS = ['person_number', 'message', 'direction', 'status', 'createdAt', 'related_record'];

type Link = { readonly module: string; readonly id: string };

/** `GET /api/sms/conversations?mine=true`: the conversations of the last 1,000 messages that the caller may see, the newest first. */
export async function listConversations({ records, actor, query }: PluginRouteContext): Promise<PluginRouteResponse> {
  const mine: JsonObject = query['mine'] === 'true' ? { assigned_to: { equals: actor.userId ?? '' } } : {};
  const { data } = await records.find(actor, {
    module: 'sms',
    filter: { person_number: { exists: true }, ...mine },
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    fields: FIELDS,
    limit: LAST_MESSAGES,
    totalLimit: 1,
  });
  const byNumber = new Map<string, VisibleRecord[]>();
  for (const sms of data) {
    const number = toText(sms['person_number']);
    byNumber.set(number, [...(byNumber.get(number) ?? []), sms]);
  }
  const links = [...byNumber.values()].flatMap((messages) => findLink(messages) ?? []);
  const names = await records.names(actor, links);
  const nameOf = ({ module, id }: Link): string => toText((names.get(`${module}:${id}`) as { readonly name?: string } | undefined)?.name);
  return { body: { data: [...byNumber].map(([number, messages]) => ({ ...describe(number, messages, nameOf) })) } };
}

function findLink(messages: readonly VisibleRecord[]): Link | undefined {
  return (
    messages.map((sms) => sms['related_record'] as Link | null | undefined).find((link) => link !== null && link !== undefined) ?? undefined
  );
}

function describe(number: string, messages: readonly VisibleRecord[], nameOf: (link: Link) => string): Conversation & JsonObject {
  const link = findLink(messages);
  const [last = { _id: '' }] = messages;
  return {
    number,
    person: link === undefined ? null : { module: link.module, id: link.id, name: nameOf(link) },
    last: {
      _id: last._id,
      message: toText(last['message']),
      direction: toText(last['direction']),
      status: toText(last['status']),
      createdAt: toText(last['createdAt']),
    },
    unread: messages.filter((sms) => sms['status'] === UNREAD_STATUS).length,
  };
}

/** `POST /api/sms/mark-read` `{ number }`: the received messages of a conversation that are the caller's, or nobody's, were read. */
export async function markRead(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, body } = context;
  const number = readNumber(context, (body as { readonly number: string }).number);
  const { data } = await records.find(actor, {
    module: 'sms',
    filter: {
      person_number: { equals: number },
      status: UNREAD_STATUS,
      or: [{ assigned_to: { equals: actor.userId ?? '' } }, { assigned_to: { exists: false } }],
    },
    fields: ['_id'],
    limit: MOST_READ,
    totalLimit: 1,
  });
  for (const { _id } of data) await records.update(actForCaller(context), { module: 'sms', id: _id, fields: { status: READ_STATUS } });
  return { body: { read: data.length } };
}
