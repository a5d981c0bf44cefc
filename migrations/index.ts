export { migrateData, type MigrateOptions } from './migrate-data.ts';
export { META_COLLECTION, readMeta, writeSeedState, type DataMeta, type SeedState } from './data-meta.ts';
export type { Migration } from './migration.ts';
export { MIGRATIONS } from './timeline.ts';
