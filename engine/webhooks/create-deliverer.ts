import { createBackOff, tryWhenDue } from '#engine/model';
import { findDue } from './keep-deliveries.ts';
import { createLanes } from './lanes.ts';
import type { WebhookContext } from './webhook-context.ts';
import type { WebhookDirectory } from './webhook-directory.ts';

const INTERVAL = 1_000;
/** While the store is away nobody looks more often. */
const LONGEST_PAUSE = 10_000;

/** Sends what is due. Several processes share the work, for each delivery is leased; none waits behind another webhook's. */
export interface Deliverer {
  start(): void;
  /** Looks now. */
  wake(): void;
  /** Sends all that is due, and resolves when nothing is left or under way. */
  drain(): Promise<void>;
  /** Ends the looking; resolves when what is under way has ended. */
  stop(): Promise<void>;
}

export function createDeliverer(context: WebhookContext, directory: WebhookDirectory): Deliverer {
  const { store, clock, log } = context;
  let looking: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    do {
      again = false;
      await directory.refresh();
      const active = directory.active();
      if (active.length === 0 || (await findDue(store, clock.now(), 1)).length === 0) continue;
      for (const { _id } of active) if (!stopped) await lanes.fill(_id);
    } while (again && !stopped);
  };
  const begin = (): Promise<void> => {
    again = true;
    looking ??= look().finally(() => (looking = undefined));
    return looking;
  };
  const backOff = createBackOff({ first: INTERVAL, longest: LONGEST_PAUSE });
  const wake = (): void => {
    if (!stopped) tryWhenDue(backOff, begin, ({ name }, nextInSeconds) => log.warn({ error: name, nextInSeconds }, 'The deliveries of webhooks could not be read.'));
  };
  const lanes = createLanes(context, wake);
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
        await lanes.settle();
      } while (lanes.isBusy() || looking !== undefined);
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await looking?.catch(() => undefined);
      await lanes.settle();
    },
  };
}
