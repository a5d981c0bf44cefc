/**
 * Who asks. Goes with every operation and into every audit entry. `system` is the product itself (migration, seed,
 * sign-in bookkeeping) and passes every check; all others act within the rights of `userId`.
 */
export interface Actor {
  readonly kind: 'user' | 'plugin' | 'workflow' | 'job' | 'system';
  /** The user whose rights apply; absent for `system` alone. */
  readonly userId?: string;
  /** The user behind an impersonation. */
  readonly impersonatorId?: string;
  /** Name of the plugin, workflow or job, if it is one, or of the API token that the user's program came with. */
  readonly name?: string;
  /** The scopes of that API token, which narrow the user's rights. What a plugin does about a save has all of them. */
  readonly scopes?: readonly string[] | undefined;
}

export const SYSTEM_ACTOR: Actor = { kind: 'system' };
