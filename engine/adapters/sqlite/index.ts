export { createSqliteStore, type SqliteStoreOptions } from './create-sqlite-store.ts';
export type { SqliteStore } from './sqlite-store.ts';
export { copySqliteStore, type StoreCopyOptions } from './file/copy-store.ts';
export { isSqliteStoreOpen, openStoredFile, type StoredFile } from './file/stored-file.ts';
