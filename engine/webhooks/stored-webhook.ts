import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import type {
  WebhookAttempt,
  WebhookDeliveryState,
  WebhookDeliveryView,
  WebhookEvent,
  WebhookInput,
  WebhookState,
  WebhookView,
} from '#engine/model/wire';

function key(id: string, kind: KeySchema['kind'] = 'text'): KeySchema {
  return { id, kind, list: false };
}

/**
 * `due` is the time of the next attempt, or of the end of the lease, after which another process may take the delivery over; missing once
 * it has ended.
 */
export const DELIVERY_KEYS = { webhook: key('webhook'), state: key('state'), due: key('due', 'number'), at: key('at', 'number') } as const;

/** The settings of webhooks, one document each. */
export const WEBHOOKS: CollectionSchema = { name: '_webhooks', keys: [], indexes: [], contains: [] };

/**
 * The health of failing webhooks, one document each: since when, and whether it is paused. A separate collection, so that no delivery
 * conflicts with a change by an admin.
 */
export const WEBHOOK_HEALTH: CollectionSchema = { name: '_webhook_health', keys: [], indexes: [], contains: [] };

/** Deliveries, one document each. The `_id` rises with time. */
export const WEBHOOK_DELIVERIES: CollectionSchema = {
  name: '_webhook_deliveries',
  keys: Object.values(DELIVERY_KEYS),
  indexes: [{ keys: ['webhook'] }, { keys: ['due'] }, { keys: ['webhook', 'due'] }, { keys: ['state', 'webhook'] }, { keys: ['at'] }],
  contains: [],
};

/** All collections of this package; main creates them with the others. */
export const WEBHOOK_COLLECTIONS: readonly CollectionSchema[] = [WEBHOOKS, WEBHOOK_HEALTH, WEBHOOK_DELIVERIES];

/** A stored webhook: `modules` are the names that keys have for modules. Times in epoch milliseconds. */
export interface StoredWebhook extends WebhookInput {
  readonly _id: string;
  readonly _version: number;
  readonly createdAt: number;
  readonly createdBy: string;
  /** Encrypted. */
  readonly secret: string;
  /** Encrypted; deliveries are also signed with it until `previousUntil`. */
  readonly previousSecret: string | null;
  readonly previousUntil: number | null;
  /**
   * A digest of the idempotency key of the request that created the current secret, so that only a repetition of that request returns it
   * again.
   */
  readonly secretOf: string | null;
  /** Version of the definitions in which the filter was written; absent: a release that did not note it. */
  readonly definitions?: number;
  /** A digest of the request body that created it, if it was created with an idempotency key. */
  readonly madeOf: string | null;
}

/** The health of a failing webhook. */
interface WebhookHealth {
  /** Epoch milliseconds of the first failure since the last successful delivery. */
  readonly failingSince: number;
  /** Epoch milliseconds; null: deliveries are still attempted. */
  readonly pausedAt: number | null;
}

/** A stored delivery. Times in epoch milliseconds. */
export interface StoredDelivery {
  readonly _id: string;
  readonly _version: number;
  readonly webhook: string;
  readonly event: WebhookEvent | 'test';
  readonly module: string | null;
  readonly record: string | null;
  readonly body: string;
  readonly state: WebhookDeliveryState;
  /** When the event happened. */
  readonly at: number;
  readonly due?: number;
  /** Failed attempts since it was created or sent again by an admin. */
  readonly tries: number;
  readonly attempts: readonly WebhookAttempt[];
}

export function readWebhook(document: RecordDocument): StoredWebhook {
  return document as unknown as StoredWebhook;
}

export function readHealth(document: RecordDocument): WebhookHealth {
  return document as unknown as WebhookHealth;
}

export function readDelivery(document: RecordDocument): StoredDelivery {
  return document as unknown as StoredDelivery;
}

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** Contains nothing of the secret. */
export function toWebhookView(
  webhook: StoredWebhook,
  health: WebhookHealth | undefined,
  counts: { readonly waiting: number; readonly dead: number },
  now: number,
): WebhookView {
  const { _id, _version, name, url, modules, events, filter, includeRecord, active, createdAt, createdBy, previousUntil } = webhook;
  return {
    _id,
    _version,
    name,
    url,
    modules,
    events,
    filter,
    includeRecord,
    active,
    createdBy,
    ...counts,
    state: stateOf(active, health),
    failingSince: iso(health?.failingSince ?? null),
    createdAt: new Date(createdAt).toISOString(),
    previousSecretUntil: previousUntil !== null && previousUntil > now ? iso(previousUntil) : null,
  };
}

function stateOf(active: boolean, health: WebhookHealth | undefined): WebhookState {
  if (!active) return 'inactive';
  if (health === undefined) return 'active';
  return health.pausedAt === null ? 'failing' : 'paused';
}

export function toDeliveryView({ _id, event, module, record, state, at, due, attempts }: StoredDelivery): WebhookDeliveryView {
  return {
    _id,
    event,
    module,
    record,
    state,
    createdAt: new Date(at).toISOString(),
    nextAt: state === 'waiting' ? iso(due ?? null) : null,
    attempts,
  };
}
