import type { CollectionSchema, KeySchema } from '#engine/model';
import { VIEW_CHOICES_COLLECTION, VIEWS_COLLECTION } from './stored-view.ts';
import { FILE_LINKS_COLLECTION, FILES_COLLECTION } from './file-entries.ts';

function key(id: string, kind: KeySchema['kind'] = 'text'): KeySchema {
  return { id, kind, list: false };
}

/** Keys of an audit entry. Its `_id` rises with time, so that each index is in the order of time too. */
export const AUDIT_KEYS = { module: key('module'), record: key('record'), field: key('field'), by: key('by'), batch: key('batch'), at: key('at', 'number'), name: key('name'), source: key('source') } as const;

/** Keys of a change: `pending` is 1 while its post-save effects are due, and missing after. */
export const CHANGE_KEYS = { batch: key('batch'), pending: key('pending', 'number') } as const;

export const FAVORITE_KEYS = { user: key('user'), module: key('module') } as const;

export const IDEMPOTENCY_KEYS = { at: key('at', 'number') } as const;

/** One entry a field changed, one a record made or removed; append-only. */
export const AUDIT_COLLECTION: CollectionSchema = {
  name: '_audit',
  keys: Object.values(AUDIT_KEYS),
  indexes: [{ keys: ['record'] }, { keys: ['module'] }],
  contains: [],
};

/** One entry a save: what undo needs, and the outbox of post-save effects. */
export const CHANGES_COLLECTION: CollectionSchema = {
  name: '_changes',
  keys: Object.values(CHANGE_KEYS),
  indexes: [{ keys: ['batch'] }, { keys: ['pending'] }],
  contains: [],
};

/** Answers of writes that carried an idempotency key, for 24 hours. */
export const IDEMPOTENCY_COLLECTION: CollectionSchema = { name: '_idempotency', keys: Object.values(IDEMPOTENCY_KEYS), indexes: [{ keys: ['at'] }], contains: [] };

export const FAVORITES_COLLECTION: CollectionSchema = { name: '_favorites', keys: Object.values(FAVORITE_KEYS), indexes: [{ keys: ['user', 'module'] }], contains: [] };

/** One document a user: what they opened last. */
export const RECENTS_COLLECTION: CollectionSchema = { name: '_recents', keys: [], indexes: [], contains: [] };

/** One document a batch that was undone, or is being undone, by the id of the batch. */
export const UNDOS_COLLECTION: CollectionSchema = { name: '_undos', keys: [], indexes: [], contains: [] };

/** One document a module with sensitive fields: those whose values were sealed in the records that were there before. */
export const ENCRYPTED_FIELDS_COLLECTION: CollectionSchema = { name: '_seals', keys: [], indexes: [], contains: [] };

/** All that this room keeps beside the records themselves; to be applied to the store at boot. */
export const RECORD_COLLECTIONS: readonly CollectionSchema[] = [AUDIT_COLLECTION, CHANGES_COLLECTION, IDEMPOTENCY_COLLECTION, FAVORITES_COLLECTION, RECENTS_COLLECTION, UNDOS_COLLECTION, ENCRYPTED_FIELDS_COLLECTION, VIEWS_COLLECTION, VIEW_CHOICES_COLLECTION, FILES_COLLECTION, FILE_LINKS_COLLECTION];
