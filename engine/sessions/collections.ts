import type { CollectionSchema, KeySchema } from '#engine/model';

/** When a document is no longer needed (milliseconds since the epoch), so that old ones can be removed. */
export const EXPIRES_AT: KeySchema = { id: 'expiresAt', kind: 'number', list: false };

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

/** Recent failed sign-ins, by a digest of the e-mail or address. */
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
export const SESSION_COLLECTIONS: readonly CollectionSchema[] = [CREDENTIALS, SESSIONS, TEMPORARY_PASSWORDS, FAILED_ATTEMPTS, API_TOKENS];
