import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import type { StorePort } from '../ports/index.ts';
import { createDocumentRemoval } from '../records/index.ts';

/** When a document is no longer needed (milliseconds since the epoch), so that old ones can be removed. */
const EXPIRES_AT: KeySchema = { id: 'expiresAt', kind: 'number', list: false };

/** Id of the user who owns the document. */
export const OWNER: KeySchema = { id: 'user', kind: 'text', list: false };

/** Password hashes, by user id. Stored apart from the user records, so that no endpoint that reads records can return one. */
export const CREDENTIALS: CollectionSchema = { name: '_credentials', keys: [], indexes: [], contains: [] };

/** Open sessions (families of refresh tokens), by session id. */
export const SESSIONS: CollectionSchema = {
  name: '_sessions',
  keys: [OWNER, EXPIRES_AT],
  indexes: [{ keys: ['user'] }, { keys: ['expiresAt'] }],
  contains: [],
};

/** Temporary passwords, at most one per user, by user id. */
export const TEMPORARY_PASSWORDS: CollectionSchema = {
  name: '_temporary_passwords',
  keys: [EXPIRES_AT],
  indexes: [{ keys: ['expiresAt'] }],
  contains: [],
};

/** Changes of an e-mail that wait for the code that was sent to the new address, at most one per user, by user id. */
export const EMAIL_CHANGES: CollectionSchema = {
  name: '_email_changes',
  keys: [EXPIRES_AT],
  indexes: [{ keys: ['expiresAt'] }],
  contains: [],
};

/** Failed sign-ins, by a digest of the account, the address or both. */
export const FAILED_ATTEMPTS: CollectionSchema = {
  name: '_failed_attempts',
  keys: [EXPIRES_AT],
  indexes: [{ keys: ['expiresAt'] }],
  contains: [],
};

/** API tokens, by the hash of their text. */
export const API_TOKENS: CollectionSchema = {
  name: '_api_tokens',
  keys: [OWNER, EXPIRES_AT],
  indexes: [{ keys: ['user'] }, { keys: ['expiresAt'] }],
  contains: [],
};

/** All collections of this package; main creates them with the others. */
export const SESSION_COLLECTIONS: readonly CollectionSchema[] = [
  CREDENTIALS,
  SESSIONS,
  TEMPORARY_PASSWORDS,
  EMAIL_CHANGES,
  FAILED_ATTEMPTS,
  API_TOKENS,
];

/** Maximum number of documents removed in one sweep. */
const SWEPT = 100;
/** Only one of this many calls sweeps, starting with the first of a process. */
const SWEEP_EVERY = 25;

const sinceSweep = new WeakMap<CollectionSchema, number>();

/** Removes expired documents now and then; when another process removed or changed one of them first, all are left for a later sweep. */
export async function sweepExpired(store: StorePort, shape: CollectionSchema, now: number): Promise<void> {
  const count = sinceSweep.get(shape) ?? 0;
  sinceSweep.set(shape, (count + 1) % SWEEP_EVERY);
  if (count > 0) return;
  const ended = await store.find({
    collection: shape.name,
    filter: { kind: 'range', key: EXPIRES_AT, lt: now },
    sort: [{ kind: 'key', key: EXPIRES_AT, descending: false }],
    limit: SWEPT,
  });
  if (ended.length > 0) await store.commit({ writes: ended.map(({ document }) => createDocumentRemoval(shape, document)) });
}
