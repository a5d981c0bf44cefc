import type { AccessScope } from '../access/index.ts';
import { LIVE_CLOSE_CODES } from '#engine/model/wire';
import type { LiveContext } from './live-context.ts';
import type { Presence } from './presence.ts';
import type { Receiver } from './receiver.ts';
import { openSubscription } from './subscription.ts';

/** Receivers that are refreshed at the same time. */
const CONCURRENCY = 50;

/** The sockets of this process, as a refresh uses them. */
interface ReceiverHub {
  readonly receivers: ReadonlySet<Receiver>;
  readonly presence: Presence;
  /** Position of the last change that was sent. */
  readonly position: string;
  end(receiver: Receiver, code: number, reason: string): void;
}

/**
 * Applies the current rights and definitions to every receiver: sockets of ended sessions or of users without rights are closed; receivers
 * whose visibility changed get a resync.
 */
export async function refreshReceivers(
  options: LiveContext,
  hub: ReceiverHub,
  versions: { readonly definitions: number; readonly rights: number },
): Promise<void> {
  const all = [...hub.receivers];
  const sessions = new Map<string, Promise<boolean>>();
  const isLive = (receiver: Receiver): Promise<boolean> => {
    const { claims } = receiver.session;
    // A session has another user while it is used to act as them.
    const key = `${claims.sid} ${claims.sub}`;
    const check = sessions.get(key) ?? options.isLive(claims);
    sessions.set(key, check);
    return check;
  };
  for (let start = 0; start < all.length; start += CONCURRENCY) {
    await Promise.all(
      all.slice(start, start + CONCURRENCY).map(async (receiver) => {
        const scope = await options.access.scope(receiver.session.actor);
        if (!scope.rights.active || !(await isLive(receiver)))
          return hub.end(receiver, LIVE_CLOSE_CODES.sessionExpired, 'the session has ended');
        if (!hasSameVisibility(receiver.scope, scope)) await updateVisibility(options, hub, receiver, scope, versions);
      }),
    );
  }
}

function hasSameVisibility(before: AccessScope, now: AccessScope): boolean {
  return (
    before.snapshot.version === now.snapshot.version &&
    (before.rights === now.rights || computeVisibility(before) === computeVisibility(now))
  );
}

/** Roles are compared by their content, because the rights of a role can change while its name stays. */
function computeVisibility({ rights }: AccessScope): string {
  return JSON.stringify([rights.userType, rights.unrestricted, rights.roles, [...rights.teams].sort(), rights.ofUser]);
}

/** Applies the new rights to filters; subscriptions and open records that are no longer allowed are removed. */
async function updateVisibility(
  options: LiveContext,
  hub: ReceiverHub,
  receiver: Receiver,
  scope: AccessScope,
  versions: { readonly definitions: number; readonly rights: number },
): Promise<void> {
  receiver.scope = scope;
  for (const [id, { to }] of receiver.subscriptions) {
    if (to.kind === 'shell' || to.kind === 'notifications') continue;
    try {
      receiver.subscriptions.set(
        id,
        await openSubscription(
          { views: options.views, readRecord: (reader, module, record) => options.records.get(reader.actor, { module, id: record }) },
          scope,
          to,
        ),
      );
    } catch {
      receiver.subscriptions.delete(id);
      receiver.send({ type: 'resync', subs: [id], position: hub.position });
    }
  }
  for (const record of [...receiver.open.keys()]) {
    const [module = '', id = ''] = record.split('/');
    await options.views.assertCanOpen(scope, module, id).catch(() => hub.presence.leave(receiver, record));
  }
  if (receiver.hasShell) receiver.send({ type: 'shell', ...versions });
  receiver.requireResync(null);
}
