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
