import { setTimeout as pause } from 'node:timers/promises';
import type { CollectionSchema } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { MusterError } from '../errors/index.ts';
import type { ClockPort, IdsPort, LogPort, StorePort } from '../ports/index.ts';
import type { PluginMigration } from './manifest.ts';

/** The version of the data of each plugin that has migrations, and which process changes them now. */
export const PLUGIN_DATA_COLLECTION: CollectionSchema = { name: '_plugin_data', keys: [], indexes: [], contains: [] };

/** Milliseconds after which another process takes over from one that ended during a migration. */
const LEASE = 30_000;
const RENEWAL = LEASE / 3;
/** Milliseconds between two looks at a migration that another process runs. */
const LOOK = 200;

/** The stored state of a plugin's data. */
interface PluginData {
  readonly version: number;
  readonly dataVersion: number;
  /** The process that migrates, until `leaseEnd` in epoch milliseconds; null: none. */
  readonly holder: string | null;
  readonly leaseEnd: number;
}

const NO_DATA: PluginData = { version: 0, dataVersion: 0, holder: null, leaseEnd: 0 };

/** What migrating the data of one plugin needs. */
export interface MigratePluginInput {
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  readonly plugin: string;
  readonly migrations: readonly PluginMigration[];
  /** Runs one migration; its error ends the start of the plugin. */
  readonly run: (migration: PluginMigration) => Promise<void>;
}

/**
 * Runs the migrations of a plugin that its data have not had, in order, each in one process only: the others wait until it has ended. The
 * version is stored after each. Errors: `plugin_data_unknown` for the data of a later version of the plugin; those of a migration.
 */
export async function migratePlugin(input: MigratePluginInput): Promise<void> {
  const { store, clock, log, plugin, migrations } = input;
  const holder = input.ids.next();
  let isWaiting = false;
  for (;;) {
    const data = await readData(store, plugin);
    if (data.dataVersion > migrations.length)
      throw new MusterError('plugin_data_unknown', { values: { plugin, found: data.dataVersion, own: migrations.length } });
    const next = migrations[data.dataVersion];
    if (next === undefined) return;
    if (data.holder !== null && data.leaseEnd > clock.now()) {
      if (!isWaiting)
        log.info({ migration: next.number, name: next.name }, `waiting for the migration of the plugin ${plugin} by another process`);
      isWaiting = true;
      await pause(LOOK);
    } else if (await writeData(store, plugin, data, { ...data, holder, leaseEnd: clock.now() + LEASE })) await runNext(input, holder, next);
  }
}

async function runNext({ store, clock, log, plugin, run }: MigratePluginInput, holder: string, migration: PluginMigration): Promise<void> {
  log.info({ migration: migration.number, name: migration.name }, `migrating the data of the plugin ${plugin}`);
  const renewal = setInterval(() => {
    void changeOwn(store, plugin, holder, (data) => ({ ...data, leaseEnd: clock.now() + LEASE })).catch(() => undefined);
  }, RENEWAL);
  try {
    await run(migration);
    await changeOwn(store, plugin, holder, (data) => ({ ...data, dataVersion: migration.number, holder: null }));
  } catch (error) {
    await changeOwn(store, plugin, holder, (data) => ({ ...data, holder: null })).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Changes the state while this process holds it; another process that took over stores the version itself. */
async function changeOwn(store: StorePort, plugin: string, holder: string, change: (data: PluginData) => PluginData): Promise<void> {
  for (;;) {
    const data = await readData(store, plugin);
    if (data.holder !== holder || (await writeData(store, plugin, data, change(data)))) return;
  }
}

async function readData(store: StorePort, plugin: string): Promise<PluginData> {
  const [stored] = await store.get(PLUGIN_DATA_COLLECTION.name, [plugin]);
  if (stored === undefined) return NO_DATA;
  const { _version, dataVersion, holder, leaseEnd } = stored.document;
  return { version: _version, dataVersion: Number(dataVersion), holder: holder as string | null, leaseEnd: Number(leaseEnd) };
}

/** False when another process changed it first. */
async function writeData(store: StorePort, plugin: string, before: PluginData, after: PluginData): Promise<boolean> {
  const { dataVersion, holder, leaseEnd } = after;
  const document: RecordDocument = { _id: plugin, _version: before.version + 1, dataVersion, holder, leaseEnd };
  const collection = PLUGIN_DATA_COLLECTION.name;
  const shared = { collection, document, keys: {}, definitionVersion: 0 };
  const { committed } = await store.commit(
    before.version === 0
      ? { writes: [{ kind: 'insert', ...shared }], versionChecks: [{ collection, id: plugin, version: null }] }
      : { writes: [{ kind: 'update', ...shared, previousKeys: {}, expectedVersion: before.version }] },
  );
  return committed;
}
