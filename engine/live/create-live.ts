import { MusterError } from '../errors/index.ts';
import type { Live, LiveReceiver, LiveSession } from './contract.ts';
import { Hub } from './hub.ts';
import { handleRequest } from './handle-request.ts';
import type { LiveContext } from './live-context.ts';
import { Receiver } from './receiver.ts';

/** Creates the live events service. Nothing is polled and no timer runs while no socket is open. */
export function createLive(options: LiveContext): Live {
  const hub = new Hub(options);
  return {
    connect: async (socket, session) => {
      const scope = await options.access.scope(session.actor);
      if (!scope.rights.active) throw new MusterError('session_expired');
      const receiver = new Receiver(socket, session, scope, await options.nameOf(session.claims.sub));
      const position = await hub.add(receiver);
      // The hub did not notify this receiver of changes before it was added, so its rights are read again.
      receiver.scope = await options.access.scope(session.actor);
      receiver.send({ type: 'welcome', position });
      return serveReceiver(options, hub, receiver);
    },
    broadcastUpdate: () => hub.broadcastUpdate(),
    count: () => hub.receivers.size,
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
