import type { OutboundResult } from '../ports/index.ts';
import { readStoredDocument } from '../records/index.ts';
import type { WebhookAttempt } from '#engine/model';
import { WEBHOOKS, WEBHOOK_HEALTH } from './collections.ts';
import { updateDelivery, type DeliveryChange } from './delivery-store.ts';
import { recordSuccess, recordFailure } from './record-health.ts';
import { signMessage } from './sign.ts';
import { readHealth, readWebhook, type StoredDelivery, type StoredWebhook } from './stored-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before the tries after the first, a fifth more at most; after the last the delivery is given up. */
const RETRY_DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 12 * HOUR] as const;

/** For so long a process holds what it sends: a call ends before. */
export const LEASE = 30 * SECOND;
const MAX_ATTEMPTS = 20;
/** The answer of a receiver that wants nothing any more. */
const GONE = 410;

/** Where the secrets of a webhook belong. */
export function secretCipherContext(webhook: string): string {
  return `webhook/${webhook}/secret`;
}

/**
 * Tries a delivery once, if no other process holds it and its webhook still stands. Answers it as it is then, or undefined
 * when there was nothing to try. Errors: of the store.
 */
export async function sendDelivery(context: WebhookContext, due: StoredDelivery): Promise<StoredDelivery | undefined> {
  const { store, clock } = context;
  const claimed = await updateDelivery(store, due, { due: clock.now() + LEASE });
  if (claimed === undefined) return undefined;
  const webhook = await findSendableWebhook(context, claimed);
  // It waits for the webhook to be switched on again; one that was deleted took its deliveries along.
  if (webhook === undefined) return void (await updateDelivery(store, claimed, { due: due.due }));
  const at = new Date(clock.now()).toISOString();
  const attempt = toAttempt(at, await callReceiver(context, webhook, claimed));
  const isDone = await updateDelivery(store, claimed, outcomeOf(claimed, attempt, clock.now()));
  if (attempt.error === null) await recordSuccess(context, webhook._id);
  else if (claimed.event !== 'test') await recordFailure(context, webhook, attempt.status === GONE);
  return isDone;
}

/** The webhook of a delivery, as it is now; undefined where nothing may be sent. A test may be sent to one that is switched off. */
async function findSendableWebhook({ store }: WebhookContext, { webhook: id, event }: StoredDelivery): Promise<StoredWebhook | undefined> {
  const [stored, health] = await Promise.all([readStoredDocument(store, WEBHOOKS, id), readStoredDocument(store, WEBHOOK_HEALTH, id)]);
  if (stored === undefined) return undefined;
  const webhook = readWebhook(stored);
  const isOff = !webhook.active || (health !== undefined && readHealth(health).pausedAt !== null);
  return isOff && event !== 'test' ? undefined : webhook;
}

async function callReceiver({ cipher, http, clock }: WebhookContext, webhook: StoredWebhook, { _id, body }: StoredDelivery): Promise<OutboundResult> {
  const { secret, previousSecret, previousUntil, url } = webhook;
  const place = secretCipherContext(webhook._id);
  const current = cipher.decrypt(secret, place);
  if (current === undefined) return { status: undefined, failure: 'its secret cannot be read: the product\'s own secret was changed. Make a new one', excerpt: '', duration: 0 };
  const now = clock.now();
  const previous = previousSecret !== null && previousUntil !== null && previousUntil > now ? cipher.decrypt(previousSecret, place) : undefined;
  const headers = signMessage({ id: _id, timestamp: Math.floor(now / SECOND), body }, previous === undefined ? [current] : [current, previous]);
  return http.post({ url, headers, body });
}

function toAttempt(at: string, { status, failure, excerpt, duration }: OutboundResult): WebhookAttempt {
  return { at, status: status ?? null, duration, error: failure ?? describeFailure(status), excerpt };
}

/** Any answer of 200 to 299 means that it arrived. */
function describeFailure(status = 0): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `the receiver answered ${status}; redirects are not followed` : `the receiver answered ${status}`;
}

function outcomeOf(delivery: StoredDelivery, attempt: WebhookAttempt, now: number): DeliveryChange {
  const attempts = [...delivery.attempts, attempt].slice(-MAX_ATTEMPTS);
  if (attempt.error === null) return { attempts, state: 'delivered', due: undefined };
  const pause = delivery.event === 'test' || attempt.status === GONE ? undefined : RETRY_DELAYS[delivery.tries];
  const tries = delivery.tries + 1;
  return pause === undefined ? { attempts, tries, state: 'dead', due: undefined } : { attempts, tries, due: now + Math.round(pause * (1 + Math.random() / 5)) };
}
