import type { NotificationPage, NotificationPreference, NotificationView } from '#engine/model/wire';
import type { Actor } from '../access/index.ts';
import type { HookRegistry } from '../records/index.ts';

/** A kind of notifications: what its sentences say. */
export interface NotificationKind {
  /** Lower case letters, digits and `_`: 'task_due'. Unique in the product. */
  readonly name: string;
  /** The kind as users see it, with a capital: 'Task due'. */
  readonly label: string;
  /** Name of its icon, one of those of modules: 'bell-ring'. */
  readonly icon: string;
  /**
   * The sentence, without a full stop. `{who}` is the user who caused it ('Somebody', if their name is hidden; 'The system', if nobody did),
   * `{what}` the record ('the lead Mei Tanaka') or records ('40 leads'): '{who} assigned you {what}'.
   */
  readonly text: string;
}

/** A notification to be created. */
export interface NotificationInput {
  /** A kind of the product (`assigned`, `mentioned`, `approval_requested`), or one that a plugin declares. */
  readonly kind: string;
  /**
   * Ids of users; or the users with a role that lets them edit this field of the record (without those of `except`), and the System Admins
   * if there are none. Users who are not active, who may not see the record, or who caused the notification get none.
   */
  readonly to: readonly string[] | { readonly whoMayEdit: string; readonly except?: readonly string[] };
  /** Name of the module of the record. */
  readonly module: string;
  /** Id of the record that it is about. Its name is not stored: each reader sees it with the rights of that moment. */
  readonly record: string;
  /**
   * What makes it one notification, at most 300 characters. The same kind and key notify a user once, however often it is repeated while
   * the notification is stored; several records with the same key are one notification about all of them.
   */
  readonly key: string;
  /** Id of the user who caused it; null: nobody. */
  readonly by: string | null;
  /**
   * When it happened, in epoch milliseconds, for what happens to one record again and again, such as comments: a later time than that of the
   * stored notification makes it unread again, with its new time and user. Default: the same kind and key notify a user once.
   */
  readonly occurredAt?: number;
  /** The page below `/app` that it opens in place of the record, such as '/chat?c=…'. */
  readonly opens?: string;
}

/** Names one notification of a user. */
export interface NotificationReference {
  /** Its kind, such as `comment`. */
  readonly kind: string;
  /** Id of the user. */
  readonly to: string;
  /** The key that it was created with. */
  readonly key: string;
}

/** A notification about a page of its user, such as one with files that are ready. */
export interface PageNotificationInput {
  /** A kind of the product. */
  readonly kind: string;
  /** Id of the user. One who is not active gets none. */
  readonly to: string;
  /**
   * The page below `/app` that it opens, such as '/exports', whose own endpoint decides who may read it; and what the sentence names:
   * '{what} is ready'. The name is stored, so it says nothing that the user may later not see; at most 500 characters are kept.
   */
  readonly page: { readonly path: string; readonly name: string };
  /** What makes it one notification, as in `NotificationInput`. */
  readonly key: string;
}

/** A notification about a record, with a text of its own. */
export interface TextNotificationInput {
  /** Ids of users. Those who are not active, or may not see the record, get none. */
  readonly to: readonly string[];
  /** Name of the module of the record. */
  readonly module: string;
  /** Id of the record, which the notification opens. */
  readonly record: string;
  /** What it says, at most 500 characters. It is stored. */
  readonly text: string;
  /** The page that it opens instead, such as '/approvals'. */
  readonly page?: string;
  /** What makes it one notification, as in `NotificationInput`. */
  readonly key: string;
}

/** What a user may do with their own notifications. There is no access to those of others, for System Admins either. */
export interface OwnNotifications {
  /**
   * A page of the actor's notifications, the newest first.
   * @throws `action_not_allowed` for an actor who is not a user; `parameter_invalid` for an unknown `before`.
   */
  list(
    actor: Actor,
    input: { readonly limit: number; readonly before?: string | undefined; readonly unread?: boolean | undefined },
  ): Promise<NotificationPage>;
  /**
   * The number of the actor's notifications that are not read.
   * @throws `action_not_allowed` for an actor who is not a user.
   */
  countUnread(actor: Actor): Promise<number>;
  /**
   * Marks one as read or as not read.
   * @throws `notification_not_found`, also for one of another user; `action_not_allowed` for an actor who is not a user.
   */
  mark(actor: Actor, input: { readonly id: string; readonly read: boolean }): Promise<NotificationView>;
  /**
   * Marks all as read that were created up to a time (epoch milliseconds; default: now), and returns how many they were.
   * @throws `action_not_allowed` for an actor who is not a user.
   */
  markAll(actor: Actor, input: { readonly until?: number | undefined }): Promise<number>;
  /**
   * All kinds, with what the actor chose for each: under the bell, and by e-mail.
   * @throws `action_not_allowed` for an actor who is not a user.
   */
  preferences(actor: Actor): Promise<readonly NotificationPreference[]>;
  /**
   * Stores choices of the actor for some kinds, and returns all. They count for what happens from now on.
   * @throws `parameter_invalid` for an unknown kind; `action_not_allowed` for an actor who is not a user.
   */
  setPreferences(
    actor: Actor,
    changes: readonly Pick<NotificationPreference, 'kind' | 'app' | 'mail'>[],
  ): Promise<readonly NotificationPreference[]>;
}

/** Notifications of users. */
export interface Notifications extends OwnNotifications {
  /**
   * Creates a notification for each of its users who may see the record. Repeating it has no further effect.
   * @throws `notification_invalid` for an unknown kind, module or field, or a key that is empty or too long; errors of the store.
   */
  notify(input: NotificationInput): Promise<void>;
  /**
   * Creates a notification about a page. Repeating it has no further effect.
   * @throws `notification_invalid` for an unknown kind, or a key that is empty or too long; errors of the store.
   */
  notifyOfPage(input: PageNotificationInput): Promise<void>;
  /**
   * Creates a notification with a text about a record, of the kind `workflow`. Repeating it has no further effect.
   * @throws `notification_invalid` for an unknown module, or a key that is empty or too long; errors of the store.
   */
  notifyOfText(input: TextNotificationInput): Promise<void>;
  /** Marks a notification as read, because its user has seen elsewhere what it is about. One that is not stored is left alone. */
  markRead(notification: NotificationReference): Promise<void>;
  /** The hooks with the one that notifies of saves: of users entered in fields, and of records that were deleted or merged. */
  addHooksTo(hooks: HookRegistry): HookRegistry;
  /** Called with the ids of users whose notifications changed. */
  onChange(listener: (users: readonly string[]) => void): void;
  /**
   * Sends the e-mails that are due, one for each user. One that fails is tried again after ten minutes, for two days.
   * @throws errors of the store.
   */
  sendDueMails(): Promise<{ readonly sent: number; readonly failed: number }>;
  /** Removes those that are older than the setting `notification_days`, and returns how many. */
  removeOld(): Promise<number>;
}
