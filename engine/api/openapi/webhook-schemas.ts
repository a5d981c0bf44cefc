import {
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_EVENTS,
  WEBHOOK_STATES,
  type JsonObject,
  type WebhookAttempt,
  type WebhookDeliveryDetail,
  type WebhookDeliveryView,
  type WebhookView,
  type WebhookWithSecret,
} from '#engine/model';
import { COUNT, FLAG, listOf, NULLABLE_TEXT, closedObject, TEXT, TEXTS } from './schema-parts.ts';

const WEBHOOK = {
  _id: TEXT,
  _version: COUNT,
  name: TEXT,
  url: TEXT,
  modules: TEXTS,
  events: listOf({ enum: [...WEBHOOK_EVENTS] }),
  filter: { type: 'object' },
  includeRecord: FLAG,
  active: FLAG,
  state: { enum: [...WEBHOOK_STATES] },
  failingSince: NULLABLE_TEXT,
  waiting: COUNT,
  dead: COUNT,
  createdAt: TEXT,
  createdBy: TEXT,
  previousSecretUntil: NULLABLE_TEXT,
};

const ATTEMPT = closedObject<WebhookAttempt>({
  at: TEXT,
  status: { type: ['integer', 'null'] },
  duration: COUNT,
  error: NULLABLE_TEXT,
  excerpt: TEXT,
});

const DELIVERY = {
  _id: TEXT,
  event: { enum: [...WEBHOOK_EVENTS, 'test'] },
  module: NULLABLE_TEXT,
  record: NULLABLE_TEXT,
  state: { enum: [...WEBHOOK_DELIVERY_STATES] },
  createdAt: TEXT,
  nextAt: NULLABLE_TEXT,
  attempts: listOf(ATTEMPT),
};

/** Schemas of webhooks and their deliveries in responses. */
export function webhookSchemas(): { readonly [name: string]: JsonObject } {
  return {
    'View.webhook': closedObject<WebhookView>(WEBHOOK),
    'View.webhookWithSecret': closedObject<WebhookWithSecret>({ ...WEBHOOK, secret: TEXT }),
    'View.webhookDelivery': closedObject<WebhookDeliveryView>(DELIVERY),
    'View.webhookDeliveryDetail': closedObject<WebhookDeliveryDetail>({ ...DELIVERY, body: TEXT }),
  };
}
