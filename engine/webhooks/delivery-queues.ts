import { findDue } from './delivery-store.ts';
import { sendDelivery } from './send-delivery.ts';
import type { StoredDelivery } from './stored-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Calls at the same time: of one webhook, of one whose receiver failed last, and of all. */
const MAX_PER_WEBHOOK = 4;
const MAX_PER_FAILING_WEBHOOK = 1;
/** More than there can be webhooks, so that receivers that all hang still leave room for one that does not. */
const MAX_CONCURRENT = 64;
/** Due deliveries that are looked at for some whose record has none under way. */
const LOOKAHEAD = 20;

/** The calls that are under way, a lane for each webhook. */
export interface DeliveryQueues {
  /** Begins as many due deliveries of a webhook as there is room for. Errors: of the store. */
  sendDue(webhook: string): Promise<void>;
  /** Whether a call is under way. */
  isBusy(): boolean;
  /** Resolves when what is under way now has ended. */
  whenIdle(): Promise<void>;
}

interface DeliveryQueue {
  /** The records that a call is under way for: the events of one go one after the other. */
  readonly busy: Set<string>;
  hasFailed: boolean;
}

/** `onEnd` is called after each call: there may be room for another. */
export function createDeliveryQueues(context: WebhookContext, onEnd: () => void): DeliveryQueues {
  const queues = new Map<string, DeliveryQueue>();
  const running = new Set<Promise<void>>();
  const begin = (queue: DeliveryQueue, key: string, delivery: StoredDelivery): void => {
    queue.busy.add(key);
    const task = send(context, queue, delivery).finally(() => {
      queue.busy.delete(key);
      running.delete(task);
      onEnd();
    });
    running.add(task);
  };
  return {
    async sendDue(webhook) {
      const queue = queues.get(webhook) ?? { busy: new Set<string>(), hasFailed: false };
      queues.set(webhook, queue);
      const hasRoom = (): boolean => queue.busy.size < (queue.hasFailed ? MAX_PER_FAILING_WEBHOOK : MAX_PER_WEBHOOK) && running.size < MAX_CONCURRENT;
      if (!hasRoom()) return;
      for (const delivery of await findDue(context.store, context.clock.now(), LOOKAHEAD, webhook)) {
        const key = `${delivery.module ?? delivery._id}/${delivery.record ?? ''}`;
        if (!hasRoom()) return;
        if (!queue.busy.has(key)) begin(queue, key, delivery);
      }
    },
    isBusy: () => running.size > 0,
    whenIdle: async () => void (await Promise.all(running)),
  };
}

async function send(context: WebhookContext, queue: DeliveryQueue, delivery: StoredDelivery): Promise<void> {
  try {
    const sent = await sendDelivery(context, delivery);
    if (sent !== undefined) queue.hasFailed = sent.state !== 'delivered';
  } catch (error) {
    // Its lease ends, and it is tried again.
    context.log.warn({ delivery: delivery._id, error: (error as Error).name }, 'the result of a delivery could not be saved');
  }
}
