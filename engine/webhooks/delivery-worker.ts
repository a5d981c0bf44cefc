import { createBackOff, runWithBackOff } from '#engine/model';
import { findDue } from './delivery-store.ts';
import { createDeliveryQueues } from './delivery-queues.ts';
import type { WebhookContext } from './webhook-context.ts';
import type { WebhookCache } from './webhook-cache.ts';

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
