/**
 * Who performs an operation. It is passed to every operation and stored in every audit entry. `system` is the product
 * itself (migration, seed, sign-in bookkeeping) and passes every check; all others act within the rights of `userId`.
 */
export interface Actor {
  readonly kind: 'user' | 'plugin' | 'workflow' | 'job' | 'system';
  /** The user whose rights apply; absent only for `system`. */
  readonly userId?: string;
  /** The user who impersonates `userId`, if any. */
  readonly impersonatorId?: string;
  /** Name of the plugin, workflow or job, or of the API token that the user's program authenticates with. */
  readonly name?: string;
  /** The scopes of that API token, which narrow the user's rights. They do not narrow what a plugin does in response to a save. */
  readonly scopes?: readonly string[] | undefined;
}

export const SYSTEM_ACTOR: Actor = { kind: 'system' };
