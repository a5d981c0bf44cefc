import { SYSTEM_ACTOR } from '../access/index.ts';
import { documentKeysOf, removeInRounds, type ReadServices } from '../records/index.ts';
import type { NotificationKind, Notifications } from './contract.ts';
import { createKinds } from './notification-kinds.ts';
import type { NotificationContext } from './notification-context.ts';
import { notifyOfPage, notifyOfText, notifyUsers } from './notify.ts';
import { createOwnNotifications, markRead } from './own-notifications.ts';
import { createSaveHook } from './save-hook.ts';
import { sendDueMails } from './send-mails.ts';
import { firstTimeOf, NOTIFICATION_KEYS, NOTIFICATIONS_COLLECTION } from './stored-notification.ts';

/** Documents removed in one commit: few enough that saves never wait long for it. */
const ROUND = 200;
const MAX_ROUNDS = 500;

/** Creates the notifications service over a store, with the kinds that plugins declare. */
export function createNotifications(
  services: ReadServices & Pick<NotificationContext, 'mail' | 'publicUrl'> & { readonly kinds: readonly NotificationKind[] },
): Notifications {
  const listeners: ((users: readonly string[]) => void)[] = [];
  const context: NotificationContext = {
    ...services,
    kinds: createKinds(services.kinds),
    report: (users) => {
      for (const listener of listeners) listener(users);
    },
  };
  const hook = createSaveHook(context);
  return {
    ...createOwnNotifications(context),
    notify: (input) => notifyUsers(context, input),
    notifyOfPage: (input) => notifyOfPage(context, input),
    notifyOfText: (input) => notifyOfText(context, input),
    markRead: (notification) => markRead(context, notification),
    addHooksTo: (hooks) => {
      const withHook = new Map<string, ReturnType<typeof hooks.postSave>>();
      return {
        ...hooks,
        postSave: (module) => {
          let all = withHook.get(module);
          if (all === undefined) withHook.set(module, (all = [...hooks.postSave(module), hook]));
          return all;
        },
      };
    },
    sendDueMails: () => sendDueMails(context),
    onChange: (listener) => void listeners.push(listener),
    removeOld: async () => {
      const { snapshot } = await context.access.scope(SYSTEM_ACTOR);
      return removeInRounds(context.store, {
        collection: NOTIFICATIONS_COLLECTION.name,
        filter: { kind: 'range', key: NOTIFICATION_KEYS.at, lt: firstTimeOf(snapshot, context.clock.now()) },
        keysOf: (document) => documentKeysOf(NOTIFICATIONS_COLLECTION, document),
        round: ROUND,
        maxRounds: MAX_ROUNDS,
      });
    },
  };
}
