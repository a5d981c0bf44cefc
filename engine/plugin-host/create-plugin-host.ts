import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MenuDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { SYSTEM_UPDATE_EVENT, type PluginStatusView } from '#engine/model/wire';
import type { Actor } from '../access/index.ts';
import type { JobDefinition, WorkflowConnections } from '../automation/index.ts';
import { ERROR_CATALOGUE, MusterError, type ErrorRow } from '../errors/index.ts';
import type { LogPort, StorePort } from '../ports/index.ts';
import type { NotificationKind } from '../notifications/index.ts';
import type { HookRegistry } from '../records/index.ts';
import type { DefinitionSnapshot, PluginDefinitions, Registry } from '../registry/index.ts';
import { createJobAdder } from './add-job.ts';
import { assertFields, createFieldChecks } from './declared-fields.ts';
import { findService, type ServiceCall } from './call-service.ts';
import { JOB_DEADLINE, JOB_GRACE } from './check-jobs.ts';
import { addFieldTypes, assertManifests, orderPlugins } from './check-manifests.ts';
import { createHookRegistry } from './hook-registry.ts';
import { assertWorkflowParts, hostMessageParts, hostWorkflowActions } from './host-workflow-actions.ts';
import type { PluginJob, PluginManifest } from './manifest.ts';
import type { PluginMenuResult } from './menu-result.ts';
import { migratePlugin } from './migrate-plugin.ts';
import { assertServices } from './offer-service.ts';
import { assertMenus, readMenu } from './plugin-menu.ts';
import type { PreviewedServices } from './preview-services.ts';
import { assertHookOrder } from './order-hooks.ts';
import { assertLiveEvents, createPluginLive } from './create-plugin-live.ts';
import { listHostedRoutes, type HostedRoute } from './plugin-routes.ts';
import { createPluginSwitches, listDependents, type PluginSwitches } from './plugin-switches.ts';
import {
  createDropdownReader,
  createPluginContext,
  createPluginLog,
  createRefuse,
  createSettingReader,
  type PluginRuntime,
  type PluginServices,
} from './plugin-runtime.ts';
import { describeCause, runGuarded } from './run-guarded.ts';
import { assertSessionData, readSessionData, type SessionDataRequest } from './session-data.ts';
import { watchUncaughtErrors } from './uncaught-errors.ts';
import { startWatchdog, type BlockedProcessOptions, type Watch, type Watchdog } from './watchdog.ts';

const START_DEADLINE = 10_000;
const MIGRATION_DEADLINE = 600_000;
const STOP_DEADLINE = 5000;

/** Options of a plugin host. */
export interface PluginHostOptions {
  readonly plugins: readonly PluginManifest[];
  /** Version of the engine, checked against the plugins' ranges. */
  readonly engineVersion: string;
  /** Folder of the bundled plugins: a plugin without a definitions folder uses `<folder>/<name>/definitions`. */
  readonly pluginsFolder: string;
  readonly log: LogPort;
  /** Starts a thread that reports a handler which blocks this process; off in tests. */
  readonly watchdog?: boolean;
  /** A hook that uses a field which its plugin does not declare fails; default: it is logged. */
  readonly failsOnUndeclaredFields?: boolean | undefined;
  /** How this process ends when a handler blocks it; absent where no other process would replace it. */
  readonly blockedProcess?: BlockedProcessOptions | undefined;
  /** Plugins that must not run, with the cause: they blocked earlier processes. */
  readonly off?: { readonly [plugin: string]: string } | undefined;
}

/** The services that a plugin host uses once it has started. */
export interface HostServices extends PluginServices {
  readonly registry: Registry;
  readonly store: StorePort;
}

/** The plugins of a process. Created first; started once registry and records exist, which depend on it. */
export interface PluginHost extends Pick<WorkflowConnections, 'actions' | 'renderTemplate' | 'sendMessage'> {
  /** The definitions of the plugins, for the registry. */
  readonly definitions: readonly PluginDefinitions[];
  readonly hooks: HookRegistry;
  readonly routes: readonly HostedRoute[];
  /** The jobs of the plugins, for the queues. */
  readonly jobs: readonly JobDefinition[];
  /** The kinds of notifications that the plugins declare. */
  readonly notificationKinds: readonly NotificationKind[];
  /** The plugins in the order in which they run. */
  readonly manifests: readonly PluginManifest[];
  /** Rows of all error codes, including those of the plugins: for the API documentation. */
  readonly errorRows: { readonly [code: string]: ErrorRow };
  /** Errors of the plugins whose hooks run with the saves of a module, by code. */
  errorsOf(module: string): { readonly [code: string]: ErrorRow };
  /**
   * Checks the plugins against the definitions and starts them in order. Errors: `plugin_invalid`. A plugin whose start fails is turned
   * off.
   */
  start(services: HostServices): Promise<void>;
  /** What the running plugins add to the session of a user, by name; in a preview, that of the person for whom it is shown. */
  sessionData(actor: Actor, preview?: PreviewedServices): Promise<JsonObject>;
  /** What a plugin makes of the menu of a user, given the groups of the definitions; empty: nothing. */
  menu(request: SessionDataRequest, groups: MenuDefinition['groups']): Promise<PluginMenuResult>;
  statuses(): readonly PluginStatusView[];
  /** Turns a running plugin off, and those that require it: the modules that it hooks refuse writes. */
  turnOff(plugin: string, cause: string): void;
  /** Stops the running plugins, last started first. */
  stop(): Promise<void>;
}

/** Checks the manifests, and adds their field types. Errors: `plugin_invalid`. */
function assertPlugins({ plugins, engineVersion }: PluginHostOptions): void {
  assertManifests(plugins, engineVersion);
  assertServices(plugins);
  assertSessionData(plugins);
  assertMenus(plugins);
  assertWorkflowParts(plugins);
  assertLiveEvents(plugins, [SYSTEM_UPDATE_EVENT]);
  addFieldTypes(plugins);
}

/** Checks the manifests and creates their hooks, routes and jobs. Errors: `plugin_invalid`. */
export function createPluginHost(options: PluginHostOptions): PluginHost {
  assertPlugins(options);
  const ordered = orderPlugins(options.plugins);
  for (const { plugin, name } of assertHookOrder(ordered))
    options.log.info({ plugin, name }, `The plugin ${plugin} orders a hook by ${name}, which is ignored: that plugin is not enabled.`);
  let started: HostServices | undefined;
  let watchdog: Watchdog | undefined;
  let stopWatchingErrors: (() => void) | undefined;
  const watch: Watch = (plugin, handler) => watchdog?.watch(plugin, handler);
  const snapshot = (): DefinitionSnapshot | undefined => started?.registry.current();
  const services = (): PluginServices => {
    if (!started) throw new MusterError('overloaded');
    return started;
  };
  const findIn = (call: ServiceCall) => findService({ plugins: runtimes, services, watch }, call);
  const host = { snapshot, switches: createPluginSwitches(ordered, snapshot), findService: findIn };
  const runtimes: readonly PluginRuntime[] = ordered.map((manifest) => createRuntime(manifest, options, host));
  return {
    manifests: ordered,
    definitions: ordered.map((manifest) => listDefinitions(manifest, options.pluginsFolder)),
    hooks: createHookRegistry(runtimes, watch, services),
    routes: listHostedRoutes(runtimes, services, watch),
    jobs: runtimes.flatMap((plugin) => (plugin.manifest.jobs ?? []).map((job) => hostJob(plugin, job, services, watch))),
    actions: hostWorkflowActions(runtimes, services, watch),
    ...hostMessageParts(runtimes, services, watch),
    notificationKinds: ordered.flatMap((manifest) => manifest.notifications ?? []),
    errorRows: Object.assign({}, ERROR_CATALOGUE, ...ordered.map((manifest) => manifest.errors ?? {})) as { [code: string]: ErrorRow },
    errorsOf: (module) =>
      Object.assign({}, ...ordered.filter((manifest) => looksAtSaves(manifest, module)).map((manifest) => manifest.errors ?? {})) as {
        [code: string]: ErrorRow;
      },
    start: async (given) => {
      started = given;
      for (const { manifest } of runtimes) assertFields(manifest, given.registry.current());
      if (options.watchdog === true)
        watchdog = startWatchdog({ log: options.log, plugins: ordered.map(({ name }) => name), blockedProcess: options.blockedProcess });
      if (options.blockedProcess !== undefined)
        stopWatchingErrors = watchUncaughtErrors({
          log: options.log,
          plugins: ordered.map(({ name }) => name),
          reportFd: options.blockedProcess.reportFd,
        });
      for (const plugin of runtimes) await startPlugin(plugin, { all: runtimes, services: given, watch, off: options.off ?? {} });
    },
    sessionData: (actor, preview) => readSessionData(runtimes, services(), watch, { actor, preview }),
    menu: (request, groups) => readMenu(runtimes, services(), watch, { ...request, groups }),
    statuses: () => runtimes.map((plugin) => describeStatus(plugin, ordered)),
    turnOff: (name, cause) => turnOff(runtimes, name, cause),
    stop: async () => {
      for (const plugin of [...runtimes].reverse()) await stopPlugin(plugin, watch);
      await watchdog?.stop();
      stopWatchingErrors?.();
    },
  };
}

/** A checked plugin, before its start. Errors: `plugin_invalid`. */
function createRuntime(
  manifest: PluginManifest,
  options: PluginHostOptions,
  host: {
    readonly snapshot: () => DefinitionSnapshot | undefined;
    readonly switches: PluginSwitches;
    readonly findService: (call: ServiceCall) => object | undefined;
  },
): PluginRuntime {
  const { snapshot, switches } = host;
  const log = createPluginLog(options.log, manifest.name);
  const runtime: PluginRuntime = {
    manifest,
    log,
    setting: createSettingReader(manifest, snapshot, log),
    dropdown: createDropdownReader(snapshot),
    refuse: createRefuse(manifest),
    createAddJob: createJobAdder(manifest),
    createLive: createPluginLive(manifest),
    fieldChecks: createFieldChecks({ manifest, snapshot, log, failsOnUndeclared: options.failsOnUndeclaredFields === true }),
    findService: (actor, token) => host.findService({ caller: manifest, actor, token }),
    state: { kind: 'checked' },
    current: () => {
      const cause = runtime.state.kind === 'running' ? switches(manifest.name) : undefined;
      return cause === undefined ? runtime.state : { kind: 'off', cause, switchedOff: true };
    },
  };
  return runtime;
}

function looksAtSaves({ hooks }: PluginManifest, module: string): boolean {
  return [...(hooks?.preSave ?? []), ...(hooks?.inTransaction ?? [])].some((hook) => hook.module === module || hook.module === '*');
}

function listDefinitions(manifest: PluginManifest, pluginsFolder: string): PluginDefinitions {
  const { folder, items, extensions } = manifest.definitions ?? {};
  return {
    plugin: manifest.name,
    folder:
      folder === undefined
        ? path.join(pluginsFolder, manifest.name, 'definitions')
        : folder instanceof URL
          ? fileURLToPath(folder)
          : folder,
    definitions: items,
    extensions,
    permissions: manifest.permissions,
    settings: Object.entries(manifest.settings ?? {}).map(([key, schema]) => ({ key, schema })),
    reads: manifest.reads,
    writes: manifest.writes,
  };
}

/** The inputs of a start in addition to the plugin. */
interface StartInput {
  readonly all: readonly PluginRuntime[];
  readonly services: HostServices;
  readonly watch: Watch;
  readonly off: { readonly [plugin: string]: string };
}

async function startPlugin(plugin: PluginRuntime, { all, services, watch, off }: StartInput): Promise<void> {
  const { name, requires = [] } = plugin.manifest;
  if (off[name] !== undefined) return markOff(plugin, off[name]);
  const missing = requires.find((required) => all.some((each) => each.manifest.name === required && each.state.kind === 'off'));
  if (missing !== undefined) return markOff(plugin, `It needs the plugin ${missing}, which is off.`);
  const { context, revoke } = createPluginContext(plugin, services, { handler: 'start', check: plugin.fieldChecks('start')() });
  try {
    await migrate(plugin, services, watch);
    await runGuarded({ plugin: name, handler: 'start', purpose: 'process', deadline: START_DEADLINE, log: plugin.log, watch, revoke }, () =>
      plugin.manifest.start?.(context),
    );
    plugin.state = { kind: 'running' };
  } catch (error) {
    markOff(plugin, explainStart(error as Error), error instanceof MusterError ? error.code : undefined);
  }
}

async function migrate(plugin: PluginRuntime, services: HostServices, watch: Watch): Promise<void> {
  const { name, migrations = [] } = plugin.manifest;
  if (migrations.length === 0) return;
  const { store, clock, ids } = services;
  await migratePlugin({
    store,
    clock,
    ids,
    log: plugin.log,
    plugin: name,
    migrations,
    run: async (migration) => {
      const handler = `migration ${migration.number}`;
      const deadline = migration.deadline ?? MIGRATION_DEADLINE;
      const { context, revoke } = createPluginContext(plugin, services, { handler, check: plugin.fieldChecks(handler)() });
      const given = { ...context, actor: { kind: 'system' as const, name }, signal: AbortSignal.timeout(deadline) };
      await runGuarded({ plugin: name, handler, purpose: 'process', deadline, log: plugin.log, watch, revoke }, () =>
        migration.run(given),
      ).catch((error: Error) => {
        throw new MusterError('plugin_migration_failed', {
          values: { plugin: name, number: migration.number, name: migration.name, cause: explainError(error) },
          cause: error,
        });
      });
    },
  });
}

function explainStart(error: Error): string {
  if (error instanceof MusterError && error.code === 'plugin_timeout')
    return `Its start did not end within ${START_DEADLINE / 1000} seconds.`;
  return explainError(error);
}

/** The text of an error that a plugin threw, rather than that of the error that names the plugin. */
function explainError(error: Error): string {
  return error instanceof MusterError && error.code === 'plugin_failed' && error.cause instanceof Error
    ? error.cause.message
    : error.message;
}

function markOff(plugin: PluginRuntime, cause: string, code?: string): void {
  plugin.state = { kind: 'off', cause };
  plugin.log.error(
    { cause, ...(code === undefined ? {} : { code }) },
    `The plugin ${plugin.manifest.name} is off: ${cause} The modules that it hooks refuse to be saved.`,
  );
}

function turnOff(all: readonly PluginRuntime[], name: string, cause: string): void {
  const plugin = all.find(({ manifest, state }) => manifest.name === name && state.kind !== 'off');
  if (plugin === undefined) return;
  markOff(plugin, cause);
  for (const { manifest } of all)
    if (manifest.requires?.includes(name) === true) turnOff(all, manifest.name, `It needs the plugin ${name}, which is off.`);
}

async function stopPlugin(plugin: PluginRuntime, watch: Watch): Promise<void> {
  if (plugin.state.kind !== 'running') return;
  const task = {
    plugin: plugin.manifest.name,
    handler: 'stop',
    purpose: 'process',
    deadline: STOP_DEADLINE,
    log: plugin.log,
    watch,
  } as const;
  // A failure was already logged; the process ends all the same.
  await runGuarded(task, () => plugin.manifest.stop?.()).catch(() => undefined);
  plugin.state = { kind: 'off', cause: 'It was stopped.' };
}

function hostJob(plugin: PluginRuntime, job: PluginJob, services: () => PluginServices, watch: Watch): JobDefinition {
  const { name } = plugin.manifest;
  const handler = `job ${job.name}`;
  const checks = plugin.fieldChecks(handler);
  const deadline = job.deadline ?? JOB_DEADLINE;
  return {
    plugin: name,
    name: job.name,
    schedule: job.schedule,
    attempts: job.attempts,
    backOff: job.backOff,
    limit: deadline + JOB_GRACE,
    concurrency: job.concurrency,
    isReady: () => plugin.current().kind === 'running',
    isRetryable: (error) => isRetryable(plugin, job, error),
    run: async ({ id, payload, signal, progress, attempt, losses }) => {
      const { context, actor, revoke } = createPluginContext(plugin, services(), { handler, check: checks() });
      const timely = AbortSignal.any([signal, AbortSignal.timeout(deadline)]);
      return runGuarded({ plugin: name, handler, purpose: 'job', deadline, log: plugin.log, watch, revoke }, () =>
        job.run({ ...context, actor, id, payload, signal: timely, progress, attempt, losses }),
      );
    },
  };
}

/** Asks the job about what it threw, which `plugin_failed` has as its cause. A job that fails to answer is tried again. */
function isRetryable({ log }: PluginRuntime, job: PluginJob, error: unknown): boolean {
  try {
    return job.isRetryable?.(isFailure(error) ? error.cause : error) !== false;
  } catch (failure) {
    log.error({ job: job.name, cause: describeCause(failure) }, 'The isRetryable of a job failed.');
    return true;
  }
}

function isFailure(error: unknown): error is MusterError {
  return error instanceof MusterError && error.code === 'plugin_failed' && error.cause !== undefined;
}

function describeStatus({ manifest, current }: PluginRuntime, ordered: readonly PluginManifest[]): PluginStatusView {
  const { name, label, version, hooks } = manifest;
  const state = current();
  const hooked = [...(hooks?.preSave ?? []), ...(hooks?.inTransaction ?? []), ...(hooks?.postSave ?? [])];
  return {
    name,
    ...(label === undefined ? {} : { label }),
    version,
    state: state.kind,
    ...(state.kind === 'off' ? { cause: state.cause } : {}),
    switchedOff: state.kind === 'off' && state.switchedOff === true,
    requiredBy: listDependents(ordered, name),
    modules: [...new Set(hooked.map(({ module }) => module))],
  };
}
