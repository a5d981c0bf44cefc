import { defineService, offerService } from '#engine';
import type { JsonObject } from '#engine/model';
import { beginDelivery, completeDelivery, failDelivery, type BegunDelivery, type Delivery, type DeliveryFailure } from './delivery.ts';
import type { SendRun } from './waiting-message.ts';

/** The outbox, for a plugin that brings messages to other mail servers than that of the product. */
export interface Outbox {
  /** Begins an attempt to send a message, after its sender and its recipient were checked again. Without `delivery` there is nothing to send. */
  begin(run: SendRun): Promise<BegunDelivery>;
  /**
   * Ends an attempt: the message was sent, or there is a failure. Undefined: the message waits, and is to be tried again.
   */
  end(delivery: Pick<Delivery, 'message'>, attempt: number, failure?: DeliveryFailure): Promise<JsonObject | undefined>;
}

/** Offered to the plugin of mail accounts: messages over an account have the states, checks and content of all others. */
export const OUTBOX_SERVICE = offerService<Outbox>(defineService<Outbox>('messages.outbox', '1.0.0'), (context) => ({
  begin: (run) => beginDelivery(context, run),
  end: ({ message }, attempt, failure) =>
    failure === undefined ? completeDelivery(context, message) : failDelivery(context, message, attempt, failure),
}));
