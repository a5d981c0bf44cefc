import type { Actor } from '#engine';

/** The product's rights for what follows from a call that was allowed; the audit still names the plugin and the user behind it. */
export function actAsProduct(actor: Actor): Actor {
  return { ...actor, kind: 'system' };
}
