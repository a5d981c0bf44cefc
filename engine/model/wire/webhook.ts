import type { JsonObject } from '../json/index.ts';

/** What a webhook can be told of. 'deleted' is the mark, 'removed' is for good; 'merged': it became part of another record. */
export const WEBHOOK_EVENTS = ['created', 'updated', 'deleted', 'restored', 'removed', 'merged'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** How a webhook stands. 'failing': the last delivery did not arrive; 'paused': nothing arrived for days, or its receiver is gone for good. */
export const WEBHOOK_STATES = ['active', 'inactive', 'failing', 'paused'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** What an admin chooses of a webhook. */
export interface WebhookInput {
  readonly name: string;
  readonly url: string;
  /** Names of modules; empty: all of them. */
  readonly modules: readonly string[];
  readonly events: readonly WebhookEvent[];
  /** Only records that match, in the filter grammar; {}: all of them. Needs exactly one module. */
  readonly filter: JsonObject;
  /** The record goes with each event, without its sensitive fields. */
  readonly includeRecord: boolean;
  readonly active: boolean;
}

/** A webhook as System Admins see it; its secret is shown once, when it is made. Times are ISO 8601. */
export interface WebhookView extends WebhookInput {
  readonly _id: string;
  readonly _version: number;
  readonly state: WebhookState;
  /** Since when nothing arrived; null: the last delivery did. */
  readonly failingSince: string | null;
  /** Deliveries that wait for their first or next try, and those that were given up, of the last 14 days. */
  readonly waiting: number;
  readonly dead: number;
  readonly createdAt: string;
  /** Id of the user who made it. */
  readonly createdBy: string;
  /** Until when deliveries are signed with the secret before as well; null: with the one in force alone. */
  readonly previousSecretUntil: string | null;
}

/** A webhook whose secret was made just now. */
export interface WebhookWithSecret extends WebhookView {
  readonly secret: string;
}

export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

/** One try of a delivery. */
export interface WebhookAttempt {
  readonly at: string;
  /** Status of the answer; null: there was none. */
  readonly status: number | null;
  /** Milliseconds. */
  readonly duration: number;
  /** Why it did not arrive; null: it did. */
  readonly error: string | null;
  /** How the answer began, at most 500 characters. */
  readonly excerpt: string;
}

/** A message to a webhook, as System Admins see it. */
export interface WebhookDeliveryView {
  /** The `webhook-id` that it carries, the same at each try. */
  readonly _id: string;
  readonly event: WebhookEvent | 'test';
  readonly module: string | null;
  readonly record: string | null;
  readonly state: WebhookDeliveryState;
  readonly createdAt: string;
  /** When it is tried next; null: not by itself. */
  readonly nextAt: string | null;
  /** The last tries, oldest first; at most 20. */
  readonly attempts: readonly WebhookAttempt[];
}

/** The same with what is sent. */
export interface WebhookDeliveryDetail extends WebhookDeliveryView {
  /** The body as it is signed: JSON. */
  readonly body: string;
}
