import { createBackOff, runWithBackOff } from '#engine/model/time';
import { findDue } from './delivery-store.ts';
import { sendDelivery } from './send-delivery.ts';
import type { StoredDelivery } from './stored-webhook.ts';
import type { WebhookCache } from './webhook-cache.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Concurrent requests: of one webhook, of one whose last delivery failed, and of all. */
const MAX_PER_WEBHOOK = 4;
const MAX_PER_FAILING_WEBHOOK = 1;
/** More than the maximum number of webhooks, so that hanging receivers never block all others. */
const MAX_CONCURRENT = 64;
/** Due deliveries that are read in order to find some whose record has no delivery in progress. */
const LOOKAHEAD = 20;

/** The deliveries in progress, with one queue per webhook. */
interface DeliveryQueues {
  /** Starts as many due deliveries of a webhook as the limits allow. Errors: of the store. */
  sendDue(webhook: string): Promise<void>;
  /** Whether a delivery is in progress. */
  isBusy(): boolean;
  /** Resolves when all deliveries in progress have ended. */
  whenIdle(): Promise<void>;
}

interface DeliveryQueue {
  /** Records with a delivery in progress: the events of one record are sent one after the other. */
  readonly busy: Set<string>;
  hasFailed: boolean;
}

/** `onEnd` is called after each delivery, when another one may start. */
function createDeliveryQueues(context: WebhookContext, onEnd: () => void): DeliveryQueues {
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
      const hasCapacity = (): boolean =>
        queue.busy.size < (queue.hasFailed ? MAX_PER_FAILING_WEBHOOK : MAX_PER_WEBHOOK) && running.size < MAX_CONCURRENT;
      if (!hasCapacity()) return;
      for (const delivery of await findDue(context.store, context.clock.now(), LOOKAHEAD, webhook)) {
        const key = `${delivery.module ?? delivery._id}/${delivery.record ?? ''}`;
        if (!hasCapacity()) return;
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
    // Its lease expires, and it is tried again.
    context.log.warn({ delivery: delivery._id, error: (error as Error).name }, 'the result of a delivery could not be saved');
  }
}

const INTERVAL = 1_000;
/** Maximum interval between two polls while the store is unavailable. */
const MAX_PAUSE = 10_000;

/** Sends due deliveries. Several processes share the work, because each delivery is leased; a slow webhook does not delay the others. */
export interface DeliveryWorker {
  start(): void;
  /** Polls now. */
  wake(): void;
  /** Sends all due deliveries, and resolves when none is due or in progress. */
  drain(): Promise<void>;
  /** Stops polling; resolves when all deliveries in progress have ended. */
  stop(): Promise<void>;
}

export function createDeliveryWorker(context: WebhookContext, directory: WebhookCache): DeliveryWorker {
  const { store, clock, log } = context;
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const sendAllDue = async (): Promise<void> => {
    do {
      again = false;
      await directory.refresh();
      const active = directory.active();
      if (active.length === 0 || (await findDue(store, clock.now(), 1)).length === 0) continue;
      for (const { _id } of active) if (!stopped) await queues.sendDue(_id);
    } while (again && !stopped);
  };
  const begin = (): Promise<void> => {
    again = true;
    running ??= sendAllDue().finally(() => (running = undefined));
    return running;
  };
  const backOff = createBackOff({ initialDelay: INTERVAL, maxDelay: MAX_PAUSE });
  const wake = (): void => {
    if (!stopped)
      runWithBackOff(backOff, begin, ({ name }, nextInSeconds) =>
        log.warn({ error: name, nextInSeconds }, 'The deliveries of webhooks could not be read.'),
      );
  };
  const queues = createDeliveryQueues(context, wake);
  return {
    start: () => {
      timer ??= setInterval(wake, INTERVAL);
      timer.unref();
      wake();
    },
    wake,
    drain: async () => {
      do {
        await begin();
        await queues.whenIdle();
      } while (queues.isBusy() || running !== undefined);
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running?.catch(() => undefined);
      await queues.whenIdle();
    },
  };
}
