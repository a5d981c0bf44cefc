import { createHmac, randomBytes } from 'node:crypto';

/** How a secret begins in the standard-webhooks format; the rest is base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret: 'whsec_' and 32 random bytes in base64. */
export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** What is sent. */
export interface SignedMessage {
  /** The same at each try. */
  readonly id: string;
  /** Seconds since the epoch, of this try. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers of a message after the standard-webhooks specification: `v1,` and the base64 of the HMAC-SHA256 over id,
 * timestamp and body, a dot between them, under the bytes of the secret; one signature for each secret that holds.
 */
export function signMessage({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): { readonly [header: string]: string } {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'content-type': 'application/json', 'user-agent': 'Muster-Webhooks/1', 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
