import type { CollectionSchema, KeySchema } from '#engine/model';

/** When a document is of no more use (milliseconds since the epoch), so that old ones can be swept. */
export const EXPIRES_AT: KeySchema = { id: 'expiresAt', kind: 'number', list: false };

/** Whose it is. */
export const OWNER: KeySchema = { id: 'user', kind: 'text', list: false };

/** Password hashes, by user id. Apart from the users' records, so that no call that reads records can show one. */
export const CREDENTIALS: CollectionSchema = { name: '_credentials', keys: [], indexes: [], contains: [] };

/** Open sessions (families of refresh tokens), by session id. */
export const SESSIONS: CollectionSchema = {
  name: '_sessions',
  keys: [OWNER, EXPIRES_AT],
  indexes: [{ keys: ['user'] }, { keys: ['expiresAt'] }],
  contains: [],
};

/** Temporary passwords, one a user at most, by user id. */
export const TEMPORARY_PASSWORDS: CollectionSchema = { name: '_temporary_passwords', keys: [EXPIRES_AT], indexes: [{ keys: ['expiresAt'] }], contains: [] };

/** Failed sign-ins of late, by a digest of the e-mail or address. */
export const FAILED_ATTEMPTS: CollectionSchema = { name: '_failed_attempts', keys: [EXPIRES_AT], indexes: [{ keys: ['expiresAt'] }], contains: [] };

/** API tokens, by the hash of their text. */
export const API_TOKENS: CollectionSchema = {
  name: '_api_tokens',
  keys: [OWNER, EXPIRES_AT],
  indexes: [{ keys: ['user'] }, { keys: ['expiresAt'] }],
  contains: [],
};

/** All that this room keeps; main makes them with the others. */
export const SESSION_COLLECTIONS: readonly CollectionSchema[] = [CREDENTIALS, SESSIONS, TEMPORARY_PASSWORDS, FAILED_ATTEMPTS, API_TOKENS];
