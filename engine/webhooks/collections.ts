import type { CollectionSchema, KeySchema } from '#engine/model';

function key(id: string, kind: KeySchema['kind'] = 'text'): KeySchema {
  return { id, kind, list: false };
}

/** `due` is when a delivery is tried next, or may be taken over from a process that died with it; missing once it is over. */
export const DELIVERY_KEYS = { webhook: key('webhook'), state: key('state'), due: key('due', 'number'), at: key('at', 'number') } as const;

/** What admins chose, one document a webhook. */
export const WEBHOOKS: CollectionSchema = { name: '_webhooks', keys: [], indexes: [], contains: [] };

/** One document a webhook that fails: since when, and whether it is paused. Apart, so that no delivery crosses the change of an admin. */
export const WEBHOOK_HEALTH: CollectionSchema = { name: '_webhook_health', keys: [], indexes: [], contains: [] };

/** One document a message. Its `_id` rises with time. */
export const WEBHOOK_DELIVERIES: CollectionSchema = {
  name: '_webhook_deliveries',
  keys: Object.values(DELIVERY_KEYS),
  indexes: [{ keys: ['webhook'] }, { keys: ['due'] }, { keys: ['webhook', 'due'] }, { keys: ['state', 'webhook'] }, { keys: ['at'] }],
  contains: [],
};

/** All that this room keeps; main makes them with the others. */
export const WEBHOOK_COLLECTIONS: readonly CollectionSchema[] = [WEBHOOKS, WEBHOOK_HEALTH, WEBHOOK_DELIVERIES];
