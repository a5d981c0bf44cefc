import type { CollectionSchema, KeySchema } from '#engine/model';
import { VIEW_CHOICES_COLLECTION, VIEWS_COLLECTION } from './views/stored-view.ts';
import { FILE_LINKS_COLLECTION, FILES_COLLECTION } from './attachments/file-entries.ts';

function key(id: string, kind: KeySchema['kind'] = 'text'): KeySchema {
  return { id, kind, list: false };
}

/** Keys of an audit entry. Its `_id` increases with time, so each index is in time order too. */
export const AUDIT_KEYS = {
  module: key('module'),
  record: key('record'),
  field: key('field'),
  by: key('by'),
  batch: key('batch'),
  at: key('at', 'number'),
  name: key('name'),
  source: key('source'),
} as const;

/** Keys of a change. `pending` is 1 while its post-save effects are pending, and missing afterwards. */
export const CHANGE_KEYS = { batch: key('batch'), pending: key('pending', 'number') } as const;

export const FAVORITE_KEYS = { user: key('user'), module: key('module') } as const;

export const IDEMPOTENCY_KEYS = { at: key('at', 'number') } as const;

/** One entry per changed field, and one per created or removed record; append-only. */
export const AUDIT_COLLECTION: CollectionSchema = {
  name: '_audit',
  keys: Object.values(AUDIT_KEYS),
  indexes: [{ keys: ['record'] }, { keys: ['module'] }],
  contains: [],
};

/** One entry per save: the data for undo, and the outbox of post-save effects. */
export const CHANGES_COLLECTION: CollectionSchema = {
  name: '_changes',
  keys: Object.values(CHANGE_KEYS),
  indexes: [{ keys: ['batch'] }, { keys: ['pending'] }],
  contains: [],
};

/** Results of writes with an idempotency key, stored for 24 hours. */
export const IDEMPOTENCY_COLLECTION: CollectionSchema = {
  name: '_idempotency',
  keys: Object.values(IDEMPOTENCY_KEYS),
  indexes: [{ keys: ['at'] }],
  contains: [],
};

export const FAVORITES_COLLECTION: CollectionSchema = {
  name: '_favorites',
  keys: Object.values(FAVORITE_KEYS),
  indexes: [{ keys: ['user', 'module'] }],
  contains: [],
};

/** One document per user: the records that they opened last. */
export const RECENTS_COLLECTION: CollectionSchema = { name: '_recents', keys: [], indexes: [], contains: [] };

/** One document per batch that was undone or is being undone, with the id of the batch. */
export const UNDOS_COLLECTION: CollectionSchema = { name: '_undos', keys: [], indexes: [], contains: [] };

/** One document per module with sensitive fields: the fields whose earlier values were encrypted in existing records. */
export const ENCRYPTED_FIELDS_COLLECTION: CollectionSchema = { name: '_seals', keys: [], indexes: [], contains: [] };

/** All collections of this package besides the records themselves; to be applied to the store at startup. */
export const RECORD_COLLECTIONS: readonly CollectionSchema[] = [
  AUDIT_COLLECTION,
  CHANGES_COLLECTION,
  IDEMPOTENCY_COLLECTION,
  FAVORITES_COLLECTION,
  RECENTS_COLLECTION,
  UNDOS_COLLECTION,
  ENCRYPTED_FIELDS_COLLECTION,
  VIEWS_COLLECTION,
  VIEW_CHOICES_COLLECTION,
  FILES_COLLECTION,
  FILE_LINKS_COLLECTION,
];
