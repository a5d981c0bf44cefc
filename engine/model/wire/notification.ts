/** A notification as its user sees it, with their current rights. Times are ISO 8601. */
export interface NotificationView {
  readonly _id: string;
  /** Why the user is notified: 'assigned', 'mentioned', 'approval_requested', or a kind that a plugin declares. */
  readonly kind: string;
  /** Name of the icon of the kind. */
  readonly icon: string;
  /** A sentence: 'Priya Raman assigned you the lead Mei Tanaka'. It names nothing that the user may not see. */
  readonly text: string;
  /** Name of the module; null if the user may see none of the records any more. */
  readonly module: string | null;
  /** The record, if it is only one and the user may open it. */
  readonly record: { readonly _id: string; readonly name: string } | null;
  /** How many of its records the user may see. */
  readonly count: number;
  /** The page about work that ended, after the start of the user's pages, such as '/imports/1'; null: it is about records. */
  readonly path: string | null;
  /** The user who caused it; null: the product itself, or a user whose name the reader may not see. */
  readonly by: { readonly _id: string; readonly name: string } | null;
  readonly createdAt: string;
  /** null: not read yet. */
  readonly readAt: string | null;
}

/** A page of notifications, the newest first. */
export interface NotificationPage {
  readonly data: readonly NotificationView[];
  /** Number of notifications that are not read. */
  readonly unread: number;
  /** The parameter `before` of the next page; null: this is the last one. */
  readonly next: string | null;
}

/** When e-mails about a kind of notifications are sent: never, within a minute or two, or once a day at 8 in the morning. */
export type NotificationMail = 'off' | 'now' | 'daily';

/** What a user chose for a kind of notifications. */
export interface NotificationPreference {
  /** Name of the kind. */
  readonly kind: string;
  /** The kind as users see it. */
  readonly label: string;
  /** Name of its icon. */
  readonly icon: string;
  /** Shown under the bell. */
  readonly app: boolean;
  readonly mail: NotificationMail;
}
