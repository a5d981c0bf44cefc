import { findDue } from './keep-deliveries.ts';
import { sendDelivery } from './send-delivery.ts';
import type { StoredDelivery } from './stored-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Calls at the same time: of one webhook, of one whose receiver failed last, and of all. */
const OF_ONE = 4;
const OF_FAILING = 1;
/** More than there can be webhooks, so that receivers that all hang still leave room for one that does not. */
const OF_ALL = 64;
/** Due deliveries that are looked at for some whose record has none under way. */
const LOOKED_AT = 20;

/** The calls that are under way, a lane for each webhook. */
export interface Lanes {
  /** Begins as many due deliveries of a webhook as there is room for. Errors: of the store. */
  fill(webhook: string): Promise<void>;
  /** Whether a call is under way. */
  isBusy(): boolean;
  /** Resolves when what is under way now has ended. */
  settle(): Promise<void>;
}

interface Lane {
  /** The records that a call is under way for: the events of one go one after the other. */
  readonly busy: Set<string>;
  hasFailed: boolean;
}

/** `onEnd` is called after each call: there may be room for another. */
export function createLanes(context: WebhookContext, onEnd: () => void): Lanes {
  const lanes = new Map<string, Lane>();
  const running = new Set<Promise<void>>();
  const begin = (lane: Lane, key: string, delivery: StoredDelivery): void => {
    lane.busy.add(key);
    const task = send(context, lane, delivery).finally(() => {
      lane.busy.delete(key);
      running.delete(task);
      onEnd();
    });
    running.add(task);
  };
  return {
    async fill(webhook) {
      const lane = lanes.get(webhook) ?? { busy: new Set<string>(), hasFailed: false };
      lanes.set(webhook, lane);
      const hasRoom = (): boolean => lane.busy.size < (lane.hasFailed ? OF_FAILING : OF_ONE) && running.size < OF_ALL;
      if (!hasRoom()) return;
      for (const delivery of await findDue(context.store, context.clock.now(), LOOKED_AT, webhook)) {
        const key = `${delivery.module ?? delivery._id}/${delivery.record ?? ''}`;
        if (!hasRoom()) return;
        if (!lane.busy.has(key)) begin(lane, key, delivery);
      }
    },
    isBusy: () => running.size > 0,
    settle: async () => void (await Promise.all(running)),
  };
}

async function send(context: WebhookContext, lane: Lane, delivery: StoredDelivery): Promise<void> {
  try {
    const sent = await sendDelivery(context, delivery);
    if (sent !== undefined) lane.hasFailed = sent.state !== 'delivered';
  } catch (error) {
    // Its lease ends, and it is tried again.
    context.log.warn({ delivery: delivery._id, error: (error as Error).name }, 'what became of a delivery could not be kept');
  }
}
