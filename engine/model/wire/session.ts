/** An open session of the signed-in user, as they see it. Times are ISO 8601. */
export interface SessionView {
  readonly _id: string;
  /** The browser and its system, such as 'Chrome on Windows'; null: not recognised. */
  readonly device: string | null;
  readonly openedAt: string;
  /** When it was last renewed: within 15 minutes of its last use. */
  readonly lastUsedAt: string;
  /** The session of the request. */
  readonly isCurrent: boolean;
}

/** How a user signs in, for System Admins. */
export interface UserAccountView {
  /** False: they were invited, and have not set one yet. */
  readonly hasPassword: boolean;
  /** Until when a temporary password that was sent is valid; null: there is none. ISO 8601. */
  readonly temporaryPasswordUntil: string | null;
  /** Why the requester must not act as this user; null: they may. */
  readonly impersonationRefused: string | null;
}
