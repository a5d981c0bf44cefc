import { MusterError } from '../../errors/index.ts';
import type { JsonValue } from '#engine/model/values';

/** Names that a body may contain but that never set the actor, and properties of responses that are sent back. */
export const IGNORED = ['_warnings', 'user', 'sentBy', 'userId'] as const;

/** Refuses a body with other names than these and those of `IGNORED`. Errors: `body_invalid` with all of them. */
export function assertKnownNames(body: { readonly [name: string]: JsonValue }, names: readonly string[], place = ''): void {
  const isKnown = (name: string): boolean => names.includes(name) || (IGNORED as readonly string[]).includes(name);
  const unknown = Object.keys(body).filter((name) => !isKnown(name));
  if (unknown.length === 0) return;
  throw new MusterError('body_invalid', {
    values: { reason: `${unknown.map((name) => `${place}${name}`).join(', ')} is unknown` },
    details: unknown.map((name) => ({ field: `${place}${name}`, code: 'unknown', message: 'This is not part of the body.' })),
  });
}
