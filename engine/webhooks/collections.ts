import type { CollectionSchema, KeySchema } from '#engine/model';

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
