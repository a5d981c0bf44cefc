import type { JsonValue } from '#engine/model';

interface Entry {
  readonly email_address?: JsonValue;
  readonly primary?: JsonValue;
  readonly invalid_email?: JsonValue;
}

/** The e-mail for the invitation: the primary one if it is valid, otherwise the first valid one; undefined if there is none. */
export function getPrimaryEmail(addresses: JsonValue | undefined): string | undefined {
  const entries = (Array.isArray(addresses) ? addresses : []) as readonly Entry[];
  const good = entries.filter((entry) => entry.invalid_email !== true);
  const email = (good.find((entry) => entry.primary === true) ?? good[0])?.email_address;
  return typeof email === 'string' ? email : undefined;
}
