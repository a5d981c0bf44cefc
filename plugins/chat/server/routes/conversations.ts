import { MusterError, SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { CONVERSATION_PAGE, MESSAGE_PAGE } from '../../shared/chat.ts';
import { CHAT_CHANGED_EVENT, CHAT_TYPING_EVENT } from '../live-events.ts';
import { conversationKey } from '../services/conversation-key.ts';
import { countUnread, findMembers, markRead, openConversation, readCaller } from '../services/members.ts';
import { readNames, viewConversations, viewMessages } from '../services/views.ts';

/** Types of staff if the setting is missing. */
const STAFF_TYPES: readonly string[] = ['Admin', 'Standard'];
/** Colleagues that are offered. */
const OFFERED = 20;
/** A user is online for this long after their browser was last here. */
const ONLINE_MS = 90_000;
/** A browser that is here is stored again after this time. */
const STORE_MS = 45_000;

function toBody(value: object): PluginRouteResponse['body'] {
  return value as unknown as PluginRouteResponse['body'];
}

/** `POST /api/chat/conversations`: those with the newest messages first. */
export async function listConversations(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context);
  const body = context.body as { readonly before?: string; readonly limit?: number; readonly conversations?: readonly string[] };
  const limit = body.limit ?? CONVERSATION_PAGE;
  const filter: JsonObject = {
    ...(body.before === undefined ? {} : { last_at: { range: { lt: body.before } } }),
    ...(body.conversations === undefined ? {} : { conversation: { in: [...body.conversations] } }),
  };
  const [members, unread] = await Promise.all([findMembers(context, userId, filter, limit + 1), countUnread(context, userId)]);
  const shown = members.slice(0, limit);
  const next = members.length > limit ? (shown.at(-1)?.lastAt ?? null) : null;
  return { body: toBody({ data: await viewConversations(context, userId, shown), unread, next }) };
}

/** `POST /api/chat/messages`: the newest messages of a conversation, or those before a message. */
export async function listMessages(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context);
  const {
    conversation,
    before,
    limit = MESSAGE_PAGE,
  } = context.body as {
    readonly conversation: string;
    readonly before?: string;
    readonly limit?: number;
  };
  await openConversation(context, userId, conversation);
  const { data } = await context.records.find(context.actor, {
    module: 'musterMessage',
    filter: { conversation, ...(before === undefined ? {} : await termsBefore(context, before)) },
    sort: [
      { sortField: 'createdAt', sortOrder: 'desc' },
      { sortField: '_id', sortOrder: 'desc' },
    ],
    limit: limit + 1,
    totalLimit: 1,
  });
  const shown = data.slice(0, limit);
  const next = data.length > limit ? (shown.at(-1)?._id ?? null) : null;
  return { body: toBody({ data: await viewMessages(context, userId, shown.toReversed()), before: next }) };
}

/** Messages written before another one, also before one of the same millisecond. */
async function termsBefore({ records, actor }: PluginRouteContext, id: string): Promise<JsonObject> {
  const { createdAt } = await records.get(actor, { module: 'musterMessage', id });
  const at = toText(createdAt);
  return { or: [{ createdAt: { range: { lt: at } } }, { createdAt: { equals: at }, _id: { range: { lt: id } } }] };
}

/** `POST /api/chat/find`: the conversation of the caller with these people, whether they have one or not. */
export async function findConversation(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context);
  const { people } = context.body as { readonly people: readonly string[] };
  const others = people.filter((id) => id !== userId);
  if (others.length === 0) context.refuse('chat_recipient_missing');
  const key = conversationKey([userId, ...others]);
  const [[member], names] = await Promise.all([findMembers(context, userId, { conversation: key }, 1), readNames(context, others)]);
  const known = others.flatMap((id) => names.get(id) ?? []);
  if (known.length < others.length) context.refuse('chat_recipient_missing');
  return { body: toBody({ key, people: known, exists: member !== undefined }) };
}

/** `POST /api/chat/people`: active staff to write to. */
export async function listPeople(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context);
  const terms = ((context.body as { readonly search?: string }).search ?? '').trim();
  const setting = context.setting('staff_user_types');
  const staff = Array.isArray(setting) ? setting.filter((type) => typeof type === 'string') : STAFF_TYPES;
  const { data } = await context.records.find(SYSTEM_ACTOR, {
    module: 'users',
    filter: { active: true, userType: { in: ['System Admin', ...staff] }, not: { _id: userId } },
    fields: ['name'],
    ...(terms === '' ? { sort: [{ sortField: 'name', sortOrder: 'asc' as const }] } : { terms }),
    limit: OFFERED,
  });
  const names = await readNames(
    context,
    data.map(({ _id }) => _id),
  );
  return { body: toBody({ data: data.flatMap(({ _id }) => names.get(_id) ?? []) }) };
}

/** `POST /api/chat/typing`: tells the others that the caller is writing. */
export async function announceTyping(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context);
  const { conversation } = context.body as { readonly conversation: string };
  const { people } = await openConversation(context, userId, conversation);
  const users = people.filter((id) => id !== userId);
  await context.live.send(CHAT_TYPING_EVENT, { conversation, user: userId }, { users });
  return { body: { success: true } };
}

/** `POST /api/chat/read`: the caller has read the conversation. */
export async function readConversation(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context);
  const { conversation } = context.body as { readonly conversation: string };
  const member = await openConversation(context, userId, conversation);
  await markRead(context, userId, member);
  await context.live.send(CHAT_CHANGED_EVENT, { conversation, what: 'read' }, { users: [...member.people] });
  return { body: { success: true, unread: await countUnread(context, userId) } };
}

/** `POST /api/chat/presence`: stores that the caller's browser is here, and returns who of these people is online. */
export async function exchangePresence(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context);
  const { people, isHere } = context.body as { readonly people: readonly string[]; readonly isHere: boolean };
  const { records, clock } = context;
  const now = clock.now();
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'chatStates',
    filter: { user: { in: [userId, ...people] }, online_at: { range: { gt: new Date(now - ONLINE_MS).toISOString() } } },
    fields: ['user', 'online_at'],
    limit: people.length + 1,
  });
  const seen = new Map(data.map((one) => [toText(one['user']), Date.parse(toText(one['online_at']))]));
  if (isHere && now - (seen.get(userId) ?? 0) > STORE_MS) await storePresence(context, userId, now);
  return { body: { online: people.filter((id) => id !== userId && seen.has(id)) } };
}

async function storePresence({ records }: PluginRouteContext, user: string, now: number): Promise<void> {
  const module = 'chatStates';
  const fields = { online_at: new Date(now).toISOString() };
  const { data } = await records.find(SYSTEM_ACTOR, { module, filter: { user }, fields: ['_id'], limit: 1 });
  const [state] = data;
  if (state === undefined)
    await records.create(SYSTEM_ACTOR, { module, fields: { user, ...fields }, quiet: true }).catch((error: unknown) => {
      // Another tab, or a first message, stored it at the same time.
      if (!(error instanceof MusterError) || error.code !== 'record_conflict') throw error;
    });
  else await records.update(SYSTEM_ACTOR, { module, id: state._id, fields, quiet: true });
}
