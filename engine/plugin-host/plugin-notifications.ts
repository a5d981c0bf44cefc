import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import {
  PRODUCT_KINDS,
  type NotificationInput,
  type NotificationKind,
  type NotificationReference,
  type Notifications,
} from '../notifications/index.ts';

export type { NotificationInput, NotificationKind } from '../notifications/index.ts';

/** A notification that a plugin creates. */
export interface PluginNotification extends Omit<NotificationInput, 'by'> {
  /** Id of the user who caused it; null: nobody. Default: the user on whose behalf the handler runs. */
  readonly by?: string | null;
}

/** Notifies users. */
export interface NotificationCreator {
  /**
   * Notifies users of a record, under the bell. Each user who may see the record is notified once for a key, however often the handler runs.
   * @throws `notification_invalid` for a kind that neither the product nor the plugin has, an unknown module or field, or a key that is empty
   * or longer than 200 characters; errors of the store.
   */
  readonly notify: (notification: PluginNotification) => Promise<void>;
  /**
   * Marks a notification of the plugin as read, because its user has seen elsewhere what it is about. One that is not stored, or was read, is
   * left alone.
   * @throws errors of the store.
   */
  readonly markNotificationRead: (notification: NotificationReference) => Promise<void>;
}

/** Creates the notifications of a handler: of kinds of its plugin or of the product, with keys of their own. */
export function createNotify(
  notifications: Pick<Notifications, 'notify' | 'markRead'>,
  { name, notifications: own = [] }: { readonly name: string; readonly notifications?: readonly NotificationKind[] },
  { userId }: Actor,
): NotificationCreator {
  const kinds = new Set([...PRODUCT_KINDS, ...own].map((kind) => kind.name));
  return {
    notify: async ({ key, by = userId ?? null, ...rest }) => {
      if (!kinds.has(rest.kind))
        throw new MusterError('notification_invalid', { values: { reason: `the plugin ${name} declares no kind ${rest.kind}` } });
      return notifications.notify({ ...rest, by, key: key === '' ? '' : `${name}/${key}` });
    },
    markNotificationRead: ({ key, ...rest }) => notifications.markRead({ ...rest, key: `${name}/${key}` }),
  };
}
