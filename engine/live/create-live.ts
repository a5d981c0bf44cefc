import { MusterError } from '../errors/index.ts';
import { SYSTEM_UPDATE_EVENT, type LiveClientMessage } from '#engine/model/wire';
import { createNameResolver } from '../registry/index.ts';
import type { Live, LiveReceiver, LiveSession, LiveSocket } from './contract.ts';
import { Hub } from './hub.ts';
import type { LiveContext } from './live-context.ts';
import { Receiver } from './receiver.ts';
import { MAX_OPEN_RECORDS } from './presence.ts';
import { openSubscription } from './subscription.ts';

/** Creates the live events service. Nothing is polled and no timer runs while no socket is open. */
export function createLive(options: LiveContext): Live {
  const hub = new Hub(options);
  let sentMessages = 0;
  const countSent = (socket: LiveSocket): LiveSocket => ({
    send: (text) => {
      sentMessages += 1;
      socket.send(text);
    },
    backlog: () => socket.backlog(),
    close: (code, reason) => socket.close(code, reason),
  });
  return {
    connect: async (socket, session) => {
      const scope = await options.access.scope(session.actor);
      if (!scope.rights.active) throw new MusterError('session_expired');
      const receiver = new Receiver(countSent(socket), session, scope, await options.nameOf(session.claims.sub));
      const position = await hub.add(receiver);
      // The hub did not notify this receiver of changes before it was added, so its rights are read again.
      receiver.scope = await options.access.scope(session.actor);
      receiver.send({ type: 'welcome', position });
      return serveReceiver(options, hub, receiver);
    },
    broadcastUpdate: () => hub.sendEvent({ name: SYSTEM_UPDATE_EVENT, data: {}, audience: {} }),
    broadcastNotifications: (users) => hub.broadcastNotifications(users),
    sendEvent: (event) => hub.sendEvent(event),
    applyDefinitions: () => void hub.applyVersions(),
    count: () => hub.receivers.size,
    measure: () => {
      const tokenSockets = [...hub.receivers].filter(({ session }) => session.claims.scope === 'api').length;
      return { browserSockets: hub.receivers.size - tokenSockets, tokenSockets, sentMessages };
    },
    stop: () => hub.stop(),
  };
}

function serveReceiver(options: LiveContext, hub: Hub, receiver: Receiver): LiveReceiver {
  return {
    handle: (message) => handleRequest(options, hub, receiver, message),
    renew: (session: LiveSession) => {
      if (session.claims.sub !== receiver.session.claims.sub || session.claims.sid !== receiver.session.claims.sid)
        throw new MusterError('session_expired');
      receiver.session = session;
    },
    disconnect: () => hub.remove(receiver),
  };
}

/** Maximum number of subscriptions of one socket. */
export const MAX_SUBSCRIPTIONS = 200;

type RequestOf<Type extends LiveClientMessage['type']> = Extract<LiveClientMessage, { readonly type: Type }>;

/** Handles a message of a receiver. Errors: those of records, `live_message_invalid`, `live_too_many`. */
async function handleRequest(
  options: LiveContext,
  hub: Hub,
  receiver: Receiver,
  message: Exclude<LiveClientMessage, { readonly type: 'hello' | 'token' }>,
): Promise<void> {
  switch (message.type) {
    case 'subscribe':
      return subscribe(options, hub, receiver, message);
    case 'unsubscribe':
      receiver.subscriptions.delete(message.id);
      receiver.notifications.delete(message.id);
      return;
    case 'resume':
      return resume(hub, receiver, message.position);
    case 'present':
      return enter(options, hub, receiver, message);
    case 'absent':
      return hub.presence.leave(receiver, recordOf(receiver, message));
    case 'ping':
      return receiver.send({ type: 'pong' });
  }
}

async function subscribe(
  { views, records, countAlias }: LiveContext,
  hub: Hub,
  receiver: Receiver,
  { id, to, age }: RequestOf<'subscribe'>,
): Promise<void> {
  if (to.kind === 'shell') receiver.hasShell = true;
  else {
    const isNew = !receiver.subscriptions.has(id) && !receiver.notifications.has(id);
    if (isNew && receiver.subscriptions.size + receiver.notifications.size >= MAX_SUBSCRIPTIONS)
      throw new MusterError('live_too_many', { values: { most: MAX_SUBSCRIPTIONS, what: 'subscriptions' } });
    if (to.kind === 'notifications') return subscribeToNotifications(receiver, id);
    const { scope } = receiver;
    const opened = await openSubscription(
      { views, readRecord: (reader, module, record) => records.get(reader.actor, { module, id: record }) },
      scope,
      to,
      (alias) => countAlias(alias, receiver.session),
    );
    receiver.subscriptions.set(id, opened);
  }
  receiver.send({ type: 'subscribed', id });
  if (to.kind !== 'shell' && age !== undefined) await hub.catchUp(receiver, id, age);
}

/** No position is stored for notifications: whoever subscribes reads them once more, also after a reconnect. */
function subscribeToNotifications(receiver: Receiver, id: string): void {
  receiver.notifications.add(id);
  receiver.send({ type: 'subscribed', id });
  receiver.sendNotificationsResync([id]);
}

/** Sends the changes that the receiver missed, in the order of commits; if there are too many, a resync. */
async function resume(hub: Hub, receiver: Receiver, position: string): Promise<void> {
  const missed = await hub.since(position);
  if (missed === undefined) receiver.send({ type: 'resync', subs: null, position: hub.position });
  else {
    await hub.broadcast(missed, () => [receiver]);
    const last = missed.at(-1)?.position;
    receiver.send({ type: 'resumed', position: last === undefined ? position : hub.encodePosition(last) });
  }
}

/** The record of a message, by the current name of its module: those who know it by an earlier name see each other. */
function recordOf({ scope: { snapshot } }: Receiver, { module, id }: { readonly module: string; readonly id: string }): string {
  return `${createNameResolver(snapshot).module(module)}/${id}`;
}

async function enter({ views }: LiveContext, hub: Hub, receiver: Receiver, message: RequestOf<'present'>): Promise<void> {
  const { id, field } = message;
  const record = recordOf(receiver, message);
  const [module = ''] = record.split('/');
  if (!receiver.open.has(record)) {
    if (receiver.open.size >= MAX_OPEN_RECORDS)
      throw new MusterError('live_too_many', { values: { most: MAX_OPEN_RECORDS, what: 'open records' } });
    await views.assertCanOpen(receiver.scope, module, id);
  }
  hub.presence.enter(receiver, record, field ?? null);
}
