import type { JsonObject } from '../values/json.ts';

/** The events of a webhook. 'deleted': marked as deleted; 'removed': removed permanently; 'merged': merged into another record. */
export const WEBHOOK_EVENTS = ['created', 'updated', 'deleted', 'restored', 'removed', 'merged'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/**
 * The state of a webhook. 'failing': the last delivery failed; 'paused': all deliveries failed for days, or the receiver
 * is permanently gone.
 */
export const WEBHOOK_STATES = ['active', 'inactive', 'failing', 'paused'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** The properties of a webhook that an admin sets. */
export interface WebhookInput {
  readonly name: string;
  readonly url: string;
  /** Names of modules; empty: all of them. */
  readonly modules: readonly string[];
  readonly events: readonly WebhookEvent[];
  /** Only records that match, in the filter grammar; {}: all records. Requires exactly one module. */
  readonly filter: JsonObject;
  /** Each event includes the record, without its sensitive fields. */
  readonly includeRecord: boolean;
  readonly active: boolean;
}

/** The JSON Schemas of the properties of a webhook: the server checks a body with them, and the form shows their limits. */
export const WEBHOOK_PROPERTIES = {
  name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
  url: { type: 'string', minLength: 1, maxLength: 2_000 },
  modules: { type: 'array', maxItems: 200, items: { type: 'string', minLength: 1, maxLength: 200 } },
  events: { type: 'array', minItems: 1, items: { enum: [...WEBHOOK_EVENTS] } },
  filter: { type: 'object' },
  includeRecord: { type: 'boolean' },
  active: { type: 'boolean' },
};

/** A webhook as returned to System Admins; its secret is returned once, when it is created. Times are ISO 8601. */
export interface WebhookView extends WebhookInput {
  readonly _id: string;
  readonly _version: number;
  readonly state: WebhookState;
  /** The time since which deliveries fail; null: the last delivery succeeded. */
  readonly failingSince: string | null;
  /** Deliveries of the last 14 days: waiting for their first or next attempt, and abandoned. */
  readonly waiting: number;
  readonly dead: number;
  readonly createdAt: string;
  /** Id of the user who created it. */
  readonly createdBy: string;
  /** Until when deliveries are also signed with the previous secret; null: only with the current one. */
  readonly previousSecretUntil: string | null;
}

/** A webhook whose secret was just created. */
export interface WebhookWithSecret extends WebhookView {
  readonly secret: string;
}

export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

/** One attempt of a delivery. */
export interface WebhookAttempt {
  readonly at: string;
  /** Status of the response; null: there was no response. */
  readonly status: number | null;
  /** Milliseconds. */
  readonly duration: number;
  /** Why it failed; null: it succeeded. */
  readonly error: string | null;
  /** The start of the response, at most 500 characters. */
  readonly excerpt: string;
}

/** A message to a webhook, as returned to System Admins. */
export interface WebhookDeliveryView {
  /** The `webhook-id` header, the same for each attempt. */
  readonly _id: string;
  readonly event: WebhookEvent | 'test';
  readonly module: string | null;
  readonly record: string | null;
  readonly state: WebhookDeliveryState;
  readonly createdAt: string;
  /** Time of the next attempt; null: there is no automatic attempt. */
  readonly nextAt: string | null;
  /** The last attempts, oldest first; at most 20. */
  readonly attempts: readonly WebhookAttempt[];
}

/** The same with the content of the message. */
export interface WebhookDeliveryDetail extends WebhookDeliveryView {
  /** The signed body: JSON. */
  readonly body: string;
}
