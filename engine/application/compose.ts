import { createAccess, type Access } from '../access/index.ts';
import { createAesCipher } from '../adapters/aes-cipher/index.ts';
import type { DemoData } from './demo-data/index.ts';
import { createOutboundHttp } from '../adapters/outbound-http/index.ts';
import { createUsZips } from '../adapters/us-zips/index.ts';
import { createOutbox, createWorkflows, type Jobs, type Outbox, type WorkflowOperations, type Workflows } from '../automation/index.ts';
import { MusterError } from '../errors/index.ts';
import { assertNoRestore } from './backup/data-folder.ts';
import type { Configuration } from './configuration.ts';
import { createFiles, type Files } from '../files/index.ts';
import type { ExportJobs } from '../export-jobs/index.ts';
import type { Imports } from '../imports/index.ts';
import { createIndexUses, type IndexUses, type LayoutCosts } from '../indexes/index.ts';
import { createLive, type Live } from '../live/index.ts';
import { createNotifications, type Notifications } from '../notifications/index.ts';
import { loadPackagedPlugins } from './load-packaged-plugins.ts';
import { openFiles, openMail, openPubSub, openQueue, openWebhooks, applyCacheSetting, openStore } from './open-adapters.ts';
import { openJobs } from './open-jobs.ts';
import { openTransfers } from './open-transfers.ts';
import { openStudio } from './open-studio.ts';
import { connectWorkflows } from './connect-workflows.ts';
import { createPluginHost, createPluginSecrets, type PluginHost, type PluginManifest, type PluginSecrets } from '../plugin-host/index.ts';
import type {
  CipherPort,
  ClockPort,
  FilesPort,
  GeocoderPort,
  IdsPort,
  LogPort,
  MailPort,
  OutboundHttpPort,
  QueuePort,
  StorePort,
} from '../ports/index.ts';
import { SaveCounts } from '../metrics/index.ts';
import { findProductFiles, type ProductFiles } from './product.ts';
import { PRODUCT_COLLECTIONS } from './product-collections.ts';
import { createProductMetrics, createSaveObserver, type MetricSources, type ProductMetrics } from './product-metrics.ts';
import {
  createChangeReader,
  createDryRecordOperations,
  createRecordOperations,
  createRecordReader,
  replaySave,
  fillAllLinkKeys,
  type ReadServices,
  type RecordOperations,
} from '../records/index.ts';
import { aliasUserOf, type AliasUses, type ChangeSets } from '../change-sets/index.ts';
import type { Previews } from '../previews/index.ts';
import { createRegistry, type Registry } from '../registry/index.ts';
import { createSaveTraces, type SaveTraceOperations, type SaveTraces } from '../save-traces/index.ts';
import { closeAll, nameOf, refreshBoth, supervisedHostOptions } from './process-parts.ts';
import { readSecret } from './secret.ts';
import type { Supervision } from './supervision/supervision.ts';
import { createSessions, type FirstAdmin, type Sessions } from '../sessions/index.ts';
import { createIds, createLog, createSystemClock } from './system-ports.ts';
import { createWebhookCache, type Webhooks } from '../webhooks/index.ts';
import { migrateData, readMeta } from '../../migrations/index.ts';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';

/** Replacements for the product's own components, for tests and commands. */
export interface CompositionOverrides {
  readonly store?: StorePort;
  readonly clock?: ClockPort;
  readonly log?: LogPort;
  readonly mail?: MailPort;
  /** Storage of file contents. */
  readonly contents?: FilesPort;
  /** HTTP client for external servers. */
  readonly outboundHttp?: OutboundHttpPort;
  /** Folders of definition files; default: the product's. */
  readonly definitionFolders?: readonly string[];
  readonly plugins?: readonly PluginManifest[];
  /** Reports a handler that blocks the process; default true. */
  readonly watchdog?: boolean;
  /** A hook fails when it reads a field that its plugin does not declare; default: true in development (`NODE_ENV` is 'development'). */
  readonly failsOnUndeclaredFields?: boolean;
  /** The process that replaces this one when it blocks; absent: no supervision. */
  readonly supervision?: Supervision | undefined;
}

/** The composed product without a server: serving, seeding and exporting use it. */
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
  /** Secret settings of the plugins. */
  readonly pluginSecrets: PluginSecrets;
  readonly outbox: Outbox;
  readonly queue: QueuePort;
  /** Scheduled and other background jobs. */
  readonly jobs: Jobs;
  /** How often queries used the indexes of the modules. */
  readonly indexUses: IndexUses;
  /** What layouts cost on this store. */
  readonly layoutCosts: LayoutCosts;
  /** Drafts and the history of changes to the definitions. */
  readonly changeSets: ChangeSets;
  /** Counts of the uses of earlier names. */
  readonly aliasUses: AliasUses;
  /** What System Admins see through drafts, as somebody else. */
  readonly previews: Previews;
  /** What this process measures; undefined: no token is configured. */
  readonly metrics: ProductMetrics | undefined;
  /** Live events over websockets. */
  readonly live: Live;
  readonly mail: MailPort;
  /** Notifications of users. */
  readonly notifications: Notifications;
  /** What people do with workflows and their runs. */
  readonly workflows: WorkflowOperations;
  /** What admins do with traces of saves. */
  readonly saveTraces: SaveTraceOperations;
  /** External servers that are notified of saves. */
  readonly webhooks: Webhooks;
  /** Storage of file contents. */
  readonly contents: FilesPort;
  /** Uploaded files. */
  readonly uploads: Files;
  /** Imports of records from files. */
  readonly imports: Imports;
  /** Exports that run as jobs. */
  readonly exportJobs: ExportJobs;
  /** Locations of ZIPs. */
  readonly geocoder: GeocoderPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** The records of the first seed, and their removal. */
  readonly demoData: DemoData;
  /** Creates the first admin of an empty store; undefined when there are users. */
  ensureFirstAdmin(): Promise<FirstAdmin | undefined>;
  /** True when the first seed is done or none was configured. */
  isSeeded(): Promise<boolean>;
  /** Stops the background work and closes the store. */
  close(): Promise<void>;
}

/**
 * Opens the store, migrates its data, loads definitions and plugins, and connects the packages. Errors:
 * `configuration_invalid`, `restore_refused` (a restore was interrupted), `store_refused`, `store_unavailable`, `data_version_unknown`, `definition_broken`,
 * `plugin_invalid`.
 */
export async function composeApplication(configuration: Configuration, overrides: CompositionOverrides = {}): Promise<Application> {
  const files = findProductFiles();
  if (configuration.mongodbUrl === undefined) assertNoRestore(configuration.dataFolder);
  const secret = readSecret(configuration);
  const clock = overrides.clock ?? createSystemClock();
  const ids = createIds(clock);
  const log = overrides.log ?? createLog();
  const store = overrides.store ?? (await openStore(configuration));
  try {
    const mail = overrides.mail ?? (await openMail(configuration, { store, clock, ids, log }));
    const contents = overrides.contents ?? (await openFiles(configuration));
    return await compose({ configuration, files, secret, clock, ids, log, store, mail, contents }, overrides);
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
}

type BaseServices = Pick<Application, 'configuration' | 'files' | 'secret' | 'clock' | 'ids' | 'log' | 'store' | 'mail' | 'contents'>;

async function compose(base: BaseServices, overrides: CompositionOverrides): Promise<Application> {
  const { clock, ids, log, store, mail, contents } = base;
  const { publicUrl, adminEmail: email, adminPassword: password } = base.configuration;
  await prepareStore(base);
  const pluginHost = await createHost(base, overrides);
  const recordServices = await createRecordServices(base, pluginHost, overrides);
  const { registry, access, records, webhooks, notifications, geocoder, cipher } = recordServices;
  const uploads = createFiles({ contents, store, access, records, clock, ids, log });
  const sessions = createSessions({ store, registry, records, mail, clock, ids, log, secret: base.secret, publicUrl });
  const studio = openStudio(base, recordServices, sessions);
  const live = await openLive(base, recordServices, sessions, studio.aliasUses);
  const outbox = openOutbox(base, recordServices, sessions);
  const queue = await openQueue(base);
  const transfers = openTransfers(base, recordServices, queue);
  connectWorkflows({ ...base, ...recordServices, queue, pluginHost });
  const work = openJobs({ ...base, ...recordServices, ...studio, pluginHost, uploads, ...transfers, queue });
  const secrets = await openPluginSecrets(base, pluginHost, cipher);
  await pluginHost.start({
    ...recordServices.reading,
    registry,
    records,
    queue,
    secrets,
    publicUrl,
    mail,
    http: recordServices.http,
    live,
    files: uploads,
    notifications,
  });
  const indexUses = createIndexUses({ store, registry, clock, log });
  const metrics = openMetrics(base, { saves: recordServices.saves, queue, outbox, live });
  const parts = [live, work.jobs, queue, outbox, webhooks, pluginHost, sessions, indexUses, studio.aliasUses];
  return {
    ...base,
    geocoder,
    registry,
    access,
    records,
    uploads,
    ...transfers,
    sessions,
    pluginHost,
    pluginSecrets: secrets,
    outbox,
    queue,
    ...work,
    live,
    indexUses,
    notifications,
    workflows: recordServices.workflows.operations,
    saveTraces: recordServices.saveTraces.operations,
    ...studio,
    metrics,
    webhooks,
    ensureFirstAdmin: () => sessions.ensureFirstAdmin({ email, password }),
    isSeeded: async () => ['done', 'none'].includes((await readMeta(store))?.seed ?? 'pending'),
    close: () => closeAll([...parts, ...(metrics ? [metrics] : [])], [mail, contents, store], log),
  };
}

/** Migrates the data of the store and creates the collections of every package. */
async function prepareStore({ configuration, store, log }: BaseServices): Promise<void> {
  await migrateData({ store, log, seed: configuration.seed === 'demo' ? 'pending' : 'none' });
  await store.applySchemas(PRODUCT_COLLECTIONS);
}

/** The plugins of the configuration, checked and not started. Errors: `plugin_invalid`. */
export async function createHost(
  { configuration, files, log }: Pick<BaseServices, 'configuration' | 'files' | 'log'>,
  overrides: CompositionOverrides,
): Promise<PluginHost> {
  const plugins = overrides.plugins ?? (await loadPlugins(configuration, files));
  return createPluginHost({
    plugins,
    engineVersion: files.version,
    pluginsFolder: files.pluginsFolder,
    log,
    watchdog: overrides.watchdog ?? true,
    failsOnUndeclaredFields: overrides.failsOnUndeclaredFields ?? process.env['NODE_ENV'] === 'development',
    ...supervisedHostOptions(configuration, overrides.supervision),
  });
}

/** Definitions, access and records, and what is connected to every save. */
interface RecordServices {
  readonly registry: Registry;
  readonly access: Access;
  readonly records: RecordOperations;
  /** The operations on a store that writes nothing. */
  readonly dryRecords: RecordOperations;
  readonly workflows: Workflows;
  readonly saveTraces: SaveTraces;
  readonly webhooks: Webhooks;
  readonly notifications: Notifications;
  /** What reading records needs. */
  readonly reading: ReadServices;
  readonly geocoder: GeocoderPort;
  readonly cipher: CipherPort;
  readonly http: OutboundHttpPort;
  /** Counts of saves; undefined: nothing is measured. */
  readonly saves: SaveCounts | undefined;
  /** The hooks of plugins and webhooks. */
  readonly hooks: PluginHost['hooks'];
}

async function createRecordServices(base: BaseServices, pluginHost: PluginHost, overrides: CompositionOverrides): Promise<RecordServices> {
  const { configuration, files, secret, clock, ids, log, store, mail } = base;
  const registry = await createRegistry({
    store,
    folders: overrides.definitionFolders ?? [configuration.definitionsFolder ?? files.definitionsFolder],
    plugins: pluginHost.definitions,
    log,
    clock,
    ids,
  });
  const applyCache = (): void => applyCacheSetting(store, configuration, registry.current());
  applyCache();
  registry.onChange(applyCache);
  const directory = createWebhookCache(store, () => registry.current().moduleNames);
  const cipher = createAesCipher({ secret, previousSecret: configuration.secretPrevious });
  const saveTraces = createSaveTraces({ store, cipher, clock, ids, log });
  const onRightsVersion = refreshBoth(directory.refreshTo, saveTraces.refreshTo);
  const access = createAccess({ store, registry, clock, onRightsVersion });
  const geocoder = createUsZips();
  const reading: ReadServices = { store, cipher, geocoder, access, clock, ids };
  const http = overrides.outboundHttp ?? createOutboundHttp({ privateHosts: configuration.webhookHosts ?? [] });
  const reader = createRecordReader(reading);
  const webhooks = openWebhooks(configuration, { store, cipher, access, mail, clock, ids, log, directory, http, reader });
  const notifications = createNotifications({ ...reading, mail, publicUrl: configuration.publicUrl, kinds: pluginHost.notificationKinds });
  const workflows = createWorkflows({ store, access, clock, ids, log });
  const hooks = workflows.addHooksTo(webhooks.addHooksTo(notifications.addHooksTo(pluginHost.hooks)));
  const saves = configuration.metricsToken === undefined ? undefined : new SaveCounts();
  const observer = saves && createSaveObserver(saves, () => registry.current());
  const records = createRecordOperations({ ...reading, hooks, log, saves: observer, tracer: saveTraces.tracer });
  const dryRecords = createDryRecordOperations({ ...reading, hooks, log });
  saveTraces.connect({ access, records, replay: (save) => replaySave({ ...reading, hooks, log }, save) });
  await fillAllLinkKeys({ store, cipher, access });
  return {
    registry,
    access,
    records,
    dryRecords,
    saveTraces,
    workflows,
    webhooks,
    notifications,
    reading,
    geocoder,
    cipher,
    http,
    saves,
    hooks,
  };
}

/** Undefined without a token: then nothing is measured. */
function openMetrics(
  { configuration: { metricsToken: token, workers }, files: { version }, store }: BaseServices,
  { saves, ...sources }: Pick<MetricSources, 'queue' | 'outbox' | 'live'> & { readonly saves: SaveCounts | undefined },
): ProductMetrics | undefined {
  return token === undefined || saves === undefined
    ? undefined
    : createProductMetrics({ token, workers, version, store, saves, ...sources });
}

/** The secret settings of plugins, encrypted with the current key. */
async function openPluginSecrets({ store, clock, ids }: BaseServices, host: PluginHost, cipher: CipherPort): Promise<PluginSecrets> {
  const secrets = createPluginSecrets(host.manifests, { store, cipher, clock, ids });
  await secrets.reencrypt();
  return secrets;
}

async function openLive(base: BaseServices, services: RecordServices, sessions: Sessions, aliasUses: AliasUses): Promise<Live> {
  const { clock, ids, log, store } = base;
  const { access, records, reading, notifications } = services;
  const views = createChangeReader(reading);
  const pubSub = await openPubSub(base);
  const live = createLive({
    store,
    access,
    records,
    views,
    isLive: (claims) => sessions.isLive(claims),
    countAlias: ({ id }, session) => aliasUses.count(id, aliasUserOf(session)),
    nameOf: (userId) => nameOf(sessions, userId),
    pubSub,
    cipher: services.cipher,
    clock,
    ids,
    log,
  });
  notifications.onChange((users) => live.broadcastNotifications(users));
  services.registry.onChange(() => live.applyDefinitions());
  return live;
}

function openOutbox(base: BaseServices, services: RecordServices, sessions: Sessions): Outbox {
  const { configuration, clock, ids, log, store } = base;
  const { registry, records, cipher, hooks, webhooks } = services;
  return createOutbox({
    store,
    cipher,
    registry,
    records,
    hooks,
    invite: (input) => sessions.sendInvite(input),
    publicUrl: configuration.publicUrl,
    clock,
    ids,
    log,
    refresh: webhooks.refresh,
  });
}

/** The enabled plugins, bundled and from packages, or those of them that the configuration names. Errors: `configuration_invalid`. */
async function loadPlugins({ plugins: names }: Configuration, { packagedPlugins }: ProductFiles): Promise<readonly PluginManifest[]> {
  if (names?.length === 0) return [];
  const enabled = [...ENABLED_PLUGINS, ...(await loadPackagedPlugins(packagedPlugins))];
  if (names === undefined) return enabled;
  const unknown = names.filter((name) => !enabled.some((plugin) => plugin.name === name));
  if (unknown.length > 0)
    throw new MusterError('configuration_invalid', {
      values: { reason: `MUSTER_PLUGINS names plugins that are not enabled: ${unknown.join(', ')}.` },
    });
  return enabled.filter((plugin) => names.includes(plugin.name));
}
