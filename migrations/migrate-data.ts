import { MusterError } from '../engine/errors/index.ts';
import type { LogPort, StorePort } from '../engine/ports/index.ts';
import { META_COLLECTION, readMeta, writeMeta, type DataMeta, type SeedState } from './data-meta.ts';
import type { Migration } from './migration.ts';
import { MIGRATIONS } from './timeline.ts';

export interface MigrateOptions {
  readonly store: StorePort;
  readonly log: LogPort;
  /** The seed state of a new store. */
  readonly seed: SeedState;
  /** Default: the product's own timeline. */
  readonly migrations?: readonly Migration[];
}

/**
 * Migrates the data to this version, one step after the other; the version is stored after each step. Returns the metadata of the store.
 * Errors: `data_version_unknown` when the data were written by a later version.
 */
export async function migrateData({ store, log, seed, migrations = MIGRATIONS }: MigrateOptions): Promise<DataMeta> {
  await store.applySchemas([META_COLLECTION]);
  const own = migrations.at(-1)?.number ?? 0;
  let hasMigrated = false;
  for (;;) {
    const meta = await readMeta(store);
    if (meta === undefined) {
      await writeMeta(store, undefined, { dataVersion: own, seed, seedLease: 0 });
      continue;
    }
    if (meta.dataVersion > own) throw new MusterError('data_version_unknown', { values: { found: meta.dataVersion, own } });
    const next = migrations.find(({ number }) => number === meta.dataVersion + 1);
    if (next === undefined) {
      if (hasMigrated) await store.truncateLog();
      return meta;
    }
    log.info({ migration: next.number, name: next.name }, 'migrating the data');
    await next.run({ store, log });
    hasMigrated = true;
    // If another process stored the version first, the next iteration reads the newer one.
    await writeMeta(store, meta, { ...meta, dataVersion: next.number });
  }
}
