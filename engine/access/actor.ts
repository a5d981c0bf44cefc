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
  /** Name of the plugin, workflow or job, if it is one. */
  readonly name?: string;
}

export const SYSTEM_ACTOR: Actor = { kind: 'system' };
