import type { PreSaveContext } from '#engine';

/** The text is the specification's own. */
const TEXT = 'Error creating user for provider.';

/** Why, at a field that would let it through. */
type Reason = { readonly field: string; readonly message: string };

/** Ends a save that was to make a user and cannot: a form shows what is said at its fields, so the text stands there too. */
export function refuseUser({ refuse }: Pick<PreSaveContext, 'refuse'>, reasons: readonly Reason[]): never {
  return refuse('provider_user_failed', { message: TEXT, details: reasons.map(({ field, message }) => ({ field, code: 'provider_user_failed', message: `${TEXT} ${message}` })) });
}
