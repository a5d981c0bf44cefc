export { createSqliteStore, type SqliteStoreOptions } from './create-sqlite-store.ts';
export type { SqliteStore } from './sqlite-store.ts';
