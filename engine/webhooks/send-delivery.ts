import type { OutboundResult } from '../ports/index.ts';
import { readKept } from '../records/index.ts';
import type { WebhookAttempt } from '#engine/model';
import { WEBHOOKS, WEBHOOK_HEALTH } from './collections.ts';
import { changeDelivery, type DeliveryChange } from './keep-deliveries.ts';
import { noteArrival, noteFailure } from './keep-health.ts';
import { signMessage } from './sign.ts';
import { readHealth, readWebhook, type StoredDelivery, type StoredWebhook } from './stored-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before the tries after the first, a fifth more at most; after the last the delivery is given up. */
const PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 12 * HOUR] as const;

/** For so long a process holds what it sends: a call ends before. */
export const LEASE = 30 * SECOND;
const MOST_ATTEMPTS = 20;
/** The answer of a receiver that wants nothing any more. */
const GONE = 410;

/** Where the secrets of a webhook belong. */
export function secretPlace(webhook: string): string {
  return `webhook/${webhook}/secret`;
}

/**
 * Tries a delivery once, if no other process holds it and its webhook still stands. Answers it as it is then, or undefined
 * when there was nothing to try. Errors: of the store.
 */
export async function sendDelivery(context: WebhookContext, due: StoredDelivery): Promise<StoredDelivery | undefined> {
  const { store, clock } = context;
  const claimed = await changeDelivery(store, due, { due: clock.now() + LEASE });
  if (claimed === undefined) return undefined;
  const webhook = await findStanding(context, claimed);
  // It waits for the webhook to be switched on again; one that was deleted took its deliveries along.
  if (webhook === undefined) return void (await changeDelivery(store, claimed, { due: due.due }));
  const at = new Date(clock.now()).toISOString();
  const attempt = toAttempt(at, await callReceiver(context, webhook, claimed));
  const isDone = await changeDelivery(store, claimed, outcomeOf(claimed, attempt, clock.now()));
  if (attempt.error === null) await noteArrival(context, webhook._id);
  else if (claimed.event !== 'test') await noteFailure(context, webhook, attempt.status === GONE);
  return isDone;
}

/** The webhook of a delivery, as it is now; undefined where nothing may be sent. A test may be sent to one that is switched off. */
async function findStanding({ store }: WebhookContext, { webhook: id, event }: StoredDelivery): Promise<StoredWebhook | undefined> {
  const [kept, health] = await Promise.all([readKept(store, WEBHOOKS, id), readKept(store, WEBHOOK_HEALTH, id)]);
  if (kept === undefined) return undefined;
  const webhook = readWebhook(kept);
  const isOff = !webhook.active || (health !== undefined && readHealth(health).pausedAt !== null);
  return isOff && event !== 'test' ? undefined : webhook;
}

async function callReceiver({ seal, http, clock }: WebhookContext, webhook: StoredWebhook, { _id, body }: StoredDelivery): Promise<OutboundResult> {
  const { secret, previousSecret, previousUntil, url } = webhook;
  const place = secretPlace(webhook._id);
  const current = seal.open(secret, place);
  if (current === undefined) return { status: undefined, failure: 'its secret cannot be read: the product\'s own secret was changed. Make a new one', excerpt: '', duration: 0 };
  const now = clock.now();
  const previous = previousSecret !== null && previousUntil !== null && previousUntil > now ? seal.open(previousSecret, place) : undefined;
  const headers = signMessage({ id: _id, timestamp: Math.floor(now / SECOND), body }, previous === undefined ? [current] : [current, previous]);
  return http.post({ url, headers, body });
}

function toAttempt(at: string, { status, failure, excerpt, duration }: OutboundResult): WebhookAttempt {
  return { at, status: status ?? null, duration, error: failure ?? refusalOf(status), excerpt };
}

/** Any answer of 200 to 299 means that it arrived. */
function refusalOf(status = 0): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `the receiver answered ${status}; redirects are not followed` : `the receiver answered ${status}`;
}

function outcomeOf(delivery: StoredDelivery, attempt: WebhookAttempt, now: number): DeliveryChange {
  const attempts = [...delivery.attempts, attempt].slice(-MOST_ATTEMPTS);
  if (attempt.error === null) return { attempts, state: 'delivered', due: undefined };
  const pause = delivery.event === 'test' || attempt.status === GONE ? undefined : PAUSES[delivery.tries];
  const tries = delivery.tries + 1;
  return pause === undefined ? { attempts, tries, state: 'dead', due: undefined } : { attempts, tries, due: now + Math.round(pause * (1 + Math.random() / 5)) };
}
