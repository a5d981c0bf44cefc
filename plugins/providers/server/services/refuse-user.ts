import type { PreSaveContext } from '#engine';

/** The text is defined by the specification. */
const TEXT = 'Error creating user for provider.';

/** A reason, with the field whose change would fix the problem. */
type Reason = { readonly field: string; readonly message: string };

/** Rejects a save that cannot create its user. A form shows messages at the fields, so the general text is repeated there. */
export function refuseUser({ refuse }: Pick<PreSaveContext, 'refuse'>, reasons: readonly Reason[]): never {
  return refuse('provider_user_failed', {
    message: TEXT,
    details: reasons.map(({ field, message }) => ({ field, code: 'provider_user_failed', message: `${TEXT} ${message}` })),
  });
}
