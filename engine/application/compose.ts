import path from 'node:path';
import { createAccess, timeZoneOf, type Access } from '../access/index.ts';
import { createAesSeal } from '../adapters/aes-seal/index.ts';
import { createOutboxMail, OUTBOX_MAIL } from '../adapters/outbox/index.ts';
import { createOutbox, createScheduler, makeHousekeeping, type Outbox, type Scheduler } from '../automation/index.ts';
import type { Configuration } from './configuration.ts';
import { openStore } from './open-store.ts';
import { createPluginHost, type PluginHost, type PluginManifest } from '../plugin-host/index.ts';
import type { ClockPort, IdsPort, LogPort, MailPort, StorePort } from '../ports/index.ts';
import { findProductFiles, type ProductFiles } from './product.ts';
import { createRecordOperations, RECORD_COLLECTIONS, type RecordOperations } from '../records/index.ts';
import { createRegistry, type Registry } from '../registry/index.ts';
import { readSecret } from './secret.ts';
import { createSessions, SESSION_COLLECTIONS, type FirstAdmin, type Sessions } from '../sessions/index.ts';
import { createIds, createLog, createSystemClock } from './system-ports.ts';
import { migrateData, readMeta } from '../../migrations/index.ts';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';

/** What a test or a command puts in place of the product's own. */
export interface CompositionOverrides {
  readonly store?: StorePort;
  readonly clock?: ClockPort;
  readonly log?: LogPort;
  readonly mail?: MailPort;
  /** Folders of definition files; default: the product's. */
  readonly definitionFolders?: readonly string[];
  readonly plugins?: readonly PluginManifest[];
  /** Names a handler that blocks the process; default true. */
  readonly watchdog?: boolean;
}

/** The product put together, without a server: what serves, seeds and exports is built on it. */
export interface Application {
  readonly configuration: Configuration;
  readonly files: ProductFiles;
  readonly secret: string;
  readonly store: StorePort;
  readonly registry: Registry;
  readonly access: Access;
  readonly records: RecordOperations;
  readonly sessions: Sessions;
  readonly pluginHost: PluginHost;
  readonly outbox: Outbox;
  readonly scheduler: Scheduler;
  readonly mail: MailPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** Makes the first admin of an empty store; undefined when there are users. */
  ensureFirstAdmin(): Promise<FirstAdmin | undefined>;
  /** The first seed is done, or none was wanted. */
  isSeeded(): Promise<boolean>;
  /** Ends what runs in the background and closes the store. */
  close(): Promise<void>;
}

/**
 * Opens the store, migrates its data, loads definitions and plugins, and puts the rooms on each other. Errors:
 * `configuration_invalid`, `store_refused`, `store_unavailable`, `data_version_unknown`, `definition_broken`, `plugin_invalid`.
 */
export async function composeApplication(configuration: Configuration, overrides: CompositionOverrides = {}): Promise<Application> {
  const files = findProductFiles();
  const secret = readSecret(configuration);
  const clock = overrides.clock ?? createSystemClock();
  const ids = createIds(clock);
  const log = overrides.log ?? createLog();
  const store = overrides.store ?? (await openStore(configuration));
  try {
    const mail = overrides.mail ?? (await createMail(configuration, { store, clock, ids, log }));
    return await compose({ configuration, files, secret, clock, ids, log, store, mail }, overrides);
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
}

type Ground = Pick<Application, 'configuration' | 'files' | 'secret' | 'clock' | 'ids' | 'log' | 'store' | 'mail'>;

async function compose(ground: Ground, overrides: CompositionOverrides): Promise<Application> {
  const { configuration, files, secret, clock, ids, log, store, mail } = ground;
  await migrateData({ store, log, seed: configuration.seed === 'demo' ? 'pending' : 'none' });
  await store.applyShapes([...RECORD_COLLECTIONS, ...SESSION_COLLECTIONS, OUTBOX_MAIL]);
  const plugins = overrides.plugins ?? ENABLED_PLUGINS;
  const pluginHost = createPluginHost({ plugins, engineVersion: files.version, pluginsFolder: files.pluginsFolder, log, watchdog: overrides.watchdog ?? true });
  const registry = await createRegistry({ store, folders: overrides.definitionFolders ?? [files.definitionsFolder], plugins: pluginHost.definitions, log, clock, ids });
  const access = createAccess({ store, registry, clock });
  const { hooks } = pluginHost;
  const seal = createAesSeal({ secret, previousSecret: configuration.secretPrevious });
  const records = createRecordOperations({ store, seal, registry, access, hooks, clock, ids, log });
  const sessions = createSessions({ store, registry, records, mail, clock, ids, log, secret, publicUrl: configuration.publicUrl });
  const outbox = createOutbox({ store, seal, registry, records, hooks, clock, ids, log });
  const scheduler = await createScheduler({ jobs: [...pluginHost.jobs, ...makeHousekeeping({ store, seal, access, clock, log, current: () => registry.current() })], store, clock, log, timeZone: () => timeZoneOf(registry.current()) });
  await pluginHost.start({ registry, records, access, clock, ids });
  return {
    ...ground, registry, access, records, sessions, pluginHost, outbox, scheduler,
    ensureFirstAdmin: () => sessions.ensureFirstAdmin({ email: configuration.adminEmail, password: configuration.adminPassword }),
    isSeeded: async () => ['done', 'none'].includes((await readMeta(store))?.seed ?? 'pending'),
    close: () => closeAll([() => scheduler.stop(), () => outbox.stop(), () => pluginHost.stop(), () => sessions.stop(), () => mail.close(), () => store.close()], log),
  };
}

async function createMail(configuration: Configuration, ground: Pick<Ground, 'store' | 'clock' | 'ids' | 'log'>): Promise<MailPort> {
  const from = `Muster <muster@${new URL(configuration.publicUrl).hostname}>`;
  if (configuration.smtpUrl === undefined) return createOutboxMail({ ...ground, from, folder: path.join(configuration.dataFolder, 'outbox') });
  const { createSmtpMail } = await import('../adapters/smtp/index.ts');
  return createSmtpMail({ url: configuration.smtpUrl, from });
}

/** Each step is tried, whatever became of the one before. */
async function closeAll(steps: readonly (() => Promise<void>)[], log: LogPort): Promise<void> {
  for (const step of steps) await step().catch((error: Error) => log.warn({ error: error.name }, 'a part did not close cleanly'));
}
