import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookAttempt } from '#engine/model/wire';
import type { OutboundResult } from '../ports/index.ts';
import { readStoredDocument } from '../records/index.ts';
import { updateDelivery, type DeliveryChange } from './delivery-store.ts';
import { recordSuccess, recordFailure } from './record-health.ts';
import { WEBHOOKS, WEBHOOK_HEALTH, readHealth, readWebhook, type StoredDelivery, type StoredWebhook } from './stored-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays before the attempts after the first, plus at most a fifth; after the last attempt the delivery is dead. */
const RETRY_DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 12 * HOUR] as const;

/** How long a process leases a delivery; a request ends earlier. */
export const LEASE = 30 * SECOND;
const MAX_ATTEMPTS = 20;
/** The status of a receiver that no longer accepts messages. */
const GONE = 410;

/** The cipher context of a webhook's secrets. */
export function secretCipherContext(webhook: string): string {
  return `webhook/${webhook}/secret`;
}

/**
 * Attempts a delivery once, if no other process has leased it and its webhook still exists. Returns the delivery after the attempt, or
 * undefined when it was not attempted. Errors: of the store.
 */
export async function sendDelivery(context: WebhookContext, due: StoredDelivery): Promise<StoredDelivery | undefined> {
  const { store, clock } = context;
  const claimed = await updateDelivery(store, due, { due: clock.now() + LEASE });
  if (claimed === undefined) return undefined;
  const webhook = await findSendableWebhook(context, claimed);
  // The delivery waits until the webhook is switched on again; when the webhook was deleted, so was the delivery.
  if (webhook === undefined) return void (await updateDelivery(store, claimed, { due: due.due }));
  const at = new Date(clock.now()).toISOString();
  const attempt = toAttempt(at, await callReceiver(context, webhook, claimed));
  const isDone = await updateDelivery(store, claimed, outcomeOf(claimed, attempt, clock.now()));
  if (attempt.error === null) await recordSuccess(context, webhook._id);
  else if (claimed.event !== 'test') await recordFailure(context, webhook, attempt.status === GONE);
  return isDone;
}

/** The current webhook of a delivery; undefined when nothing may be sent. A test may be sent to an inactive webhook. */
async function findSendableWebhook({ store }: WebhookContext, { webhook: id, event }: StoredDelivery): Promise<StoredWebhook | undefined> {
  const [stored, health] = await Promise.all([readStoredDocument(store, WEBHOOKS, id), readStoredDocument(store, WEBHOOK_HEALTH, id)]);
  if (stored === undefined) return undefined;
  const webhook = readWebhook(stored);
  const isOff = !webhook.active || (health !== undefined && readHealth(health).pausedAt !== null);
  return isOff && event !== 'test' ? undefined : webhook;
}

async function callReceiver(
  { cipher, http, clock }: WebhookContext,
  webhook: StoredWebhook,
  { _id, body }: StoredDelivery,
): Promise<OutboundResult> {
  const { secret, previousSecret, previousUntil, url } = webhook;
  const place = secretCipherContext(webhook._id);
  const current = cipher.decrypt(secret, place);
  if (current === undefined)
    return {
      status: undefined,
      failure: "its secret cannot be read: the product's own secret was changed. Make a new one",
      excerpt: '',
      duration: 0,
    };
  const now = clock.now();
  const previous =
    previousSecret !== null && previousUntil !== null && previousUntil > now ? cipher.decrypt(previousSecret, place) : undefined;
  const headers = signMessage(
    { id: _id, timestamp: Math.floor(now / SECOND), body },
    previous === undefined ? [current] : [current, previous],
  );
  return http.post({ url, headers, body });
}

function toAttempt(at: string, { status, failure, excerpt, duration }: OutboundResult): WebhookAttempt {
  return { at, status: status ?? null, duration, error: failure ?? describeFailure(status), excerpt };
}

/** Any status from 200 to 299 means that the message arrived. */
function describeFailure(status = 0): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `the receiver responded with ${status}; redirects are not followed`
    : `the receiver responded with ${status}`;
}

function outcomeOf(delivery: StoredDelivery, attempt: WebhookAttempt, now: number): DeliveryChange {
  const attempts = [...delivery.attempts, attempt].slice(-MAX_ATTEMPTS);
  if (attempt.error === null) return { attempts, state: 'delivered', due: undefined };
  const pause = delivery.event === 'test' || attempt.status === GONE ? undefined : RETRY_DELAYS[delivery.tries];
  const tries = delivery.tries + 1;
  return pause === undefined
    ? { attempts, tries, state: 'dead', due: undefined }
    : { attempts, tries, due: now + Math.round(pause * (1 + Math.random() / 5)) };
}

/** Prefix of a secret in the standard-webhooks format; the rest is base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret: 'whsec_' and 32 random bytes in base64. */
export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The message to sign. */
interface SignedMessage {
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
