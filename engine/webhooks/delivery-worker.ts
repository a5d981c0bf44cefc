import { createBackOff, runWithBackOff } from '#engine/model';
import { findDue } from './delivery-store.ts';
import { createDeliveryQueues } from './delivery-queues.ts';
import type { WebhookContext } from './webhook-context.ts';
import type { WebhookCache } from './webhook-cache.ts';

const INTERVAL = 1_000;
/** While the store is away nobody looks more often. */
const MAX_PAUSE = 10_000;

/** Sends what is due. Several processes share the work, for each delivery is leased; none waits behind another webhook's. */
export interface DeliveryWorker {
  start(): void;
  /** Looks now. */
  wake(): void;
  /** Sends all that is due, and resolves when nothing is left or under way. */
  drain(): Promise<void>;
  /** Ends the looking; resolves when what is under way has ended. */
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
    if (!stopped) runWithBackOff(backOff, begin, ({ name }, nextInSeconds) => log.warn({ error: name, nextInSeconds }, 'The deliveries of webhooks could not be read.'));
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
