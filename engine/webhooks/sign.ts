import { createHmac, randomBytes } from 'node:crypto';

/** Prefix of a secret in the standard-webhooks format; the rest is base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret: 'whsec_' and 32 random bytes in base64. */
export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The message to sign. */
export interface SignedMessage {
  /** The same for each attempt. */
  readonly id: string;
  /** Seconds since the epoch, of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers of a message according to the standard-webhooks specification: `v1,` and the base64 of the HMAC-SHA256 of id, timestamp and
 * body, separated by dots, with the bytes of the secret as the key; one signature for each valid secret.
 */
export function signMessage({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): { readonly [header: string]: string } {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'Muster-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
