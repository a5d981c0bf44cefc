import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Actor } from '../access/index.ts';
import { ERROR_CATALOGUE, MusterError, type ErrorRow } from '../errors/index.ts';
import type { LogPort } from '../ports/index.ts';
import type { HookRegistry } from '../records/index.ts';
import type { DefinitionSnapshot, PluginDefinitions, Registry } from '../registry/index.ts';
import { assertFields } from './check-fields.ts';
import { assertManifests } from './check-manifests.ts';
import { createHookRegistry } from './hook-registry.ts';
import type { PluginJob, PluginManifest } from './manifest.ts';
import { orderPlugins } from './order-plugins.ts';
import { listHostedRoutes, type HostedRoute, type RouteServices } from './plugin-routes.ts';
import { createPluginContext, createPluginLog, createRefuse, type PluginRuntime } from './plugin-runtime.ts';
import { createSettingReader } from './plugin-settings.ts';
import { runGuarded } from './run-guarded.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

const START_DEADLINE = 30_000;
const STOP_DEADLINE = 5000;

/** What a host is made of. */
export interface PluginHostOptions {
  readonly plugins: readonly PluginManifest[];
  /** Version of the engine, for the plugins' ranges. */
  readonly engineVersion: string;
  /** Folder of the bundled plugins: one that names no folder of definitions has `<folder>/<name>/definitions`. */
  readonly pluginsFolder: string;
  readonly log: LogPort;
  /** A thread that names a handler which blocks this process; off in tests. */
  readonly watchdog?: boolean;
}

/** What a plugin is to an admin. */
export interface PluginStatus {
  readonly name: string;
  readonly version: string;
  readonly state: 'checked' | 'running' | 'off';
  readonly cause?: string;
}

/** A job of a plugin, ready for a schedule. */
export interface HostedJob {
  readonly plugin: string;
  readonly name: string;
  readonly schedule: string;
  run(): Promise<void>;
}

/** The plugins of a process. Made first; started once registry and records stand on it. */
export interface PluginHost {
  /** What the plugins bring to the definitions, for the registry. */
  readonly definitions: readonly PluginDefinitions[];
  readonly hooks: HookRegistry;
  readonly routes: readonly HostedRoute[];
  readonly jobs: readonly HostedJob[];
  /** Rows of all error codes, the plugins' too: for documents of the API. */
  readonly errorRows: { readonly [code: string]: ErrorRow };
  /** Errors of the plugins that look at the saves of a module, by code. */
  errorsOf(module: string): { readonly [code: string]: ErrorRow };
  /** Checks the plugins against the definitions and starts them in order. Errors: `plugin_invalid`. A start that fails turns its plugin off. */
  start(services: RouteServices & { readonly registry: Registry }): Promise<void>;
  statuses(): readonly PluginStatus[];
  /** Stops those that run, last started first. */
  stop(): Promise<void>;
}

/** Checks the manifests and makes their hooks, routes and jobs ready. Errors: `plugin_invalid`. */
export function createPluginHost(options: PluginHostOptions): PluginHost {
  assertManifests(options.plugins, options.engineVersion);
  const ordered = orderPlugins(options.plugins);
  let started: (RouteServices & { readonly registry: Registry }) | undefined;
  let watchdog: Watchdog | undefined;
  const watch = (handler: string): (() => void) => watchdog?.watch(handler) ?? (() => undefined);
  const snapshot = (): DefinitionSnapshot | undefined => started?.registry.current();
  const services = (): RouteServices => {
    if (!started) throw new MusterError('overloaded');
    return started;
  };
  const runtimes = ordered.map((manifest): PluginRuntime => {
    const log = createPluginLog(options.log, manifest.name);
    return { manifest, log, setting: createSettingReader(manifest, snapshot, log), refuse: createRefuse(manifest), state: { kind: 'checked' } };
  });
  return {
    definitions: ordered.map((manifest) => listDefinitions(manifest, options.pluginsFolder)),
    hooks: createHookRegistry(runtimes, watch),
    routes: listHostedRoutes(runtimes, services, watch),
    jobs: runtimes.flatMap((plugin) => (plugin.manifest.jobs ?? []).map((job) => hostJob(plugin, job, services))),
    errorRows: Object.assign({}, ERROR_CATALOGUE, ...ordered.map((manifest) => manifest.errors ?? {})) as { [code: string]: ErrorRow },
    errorsOf: (module) => Object.assign({}, ...ordered.filter((manifest) => looksAtSaves(manifest, module)).map((manifest) => manifest.errors ?? {})) as { [code: string]: ErrorRow },
    start: async (given) => {
      started = given;
      for (const { manifest } of runtimes) assertFields(manifest, given.registry.current());
      if (options.watchdog === true) watchdog = startWatchdog(options.log);
      for (const plugin of runtimes) await startPlugin(plugin, runtimes, given);
    },
    statuses: () => runtimes.map(describeStatus),
    stop: async () => {
      for (const plugin of [...runtimes].reverse()) await stopPlugin(plugin);
      await watchdog?.stop();
    },
  };
}

function looksAtSaves({ hooks }: PluginManifest, module: string): boolean {
  return [...(hooks?.preSave ?? []), ...(hooks?.inSave ?? [])].some((hook) => hook.module === module || hook.module === '*');
}

function listDefinitions(manifest: PluginManifest, pluginsFolder: string): PluginDefinitions {
  const { folder, items, extensions } = manifest.definitions ?? {};
  return {
    plugin: manifest.name,
    folder: folder === undefined ? path.join(pluginsFolder, manifest.name, 'definitions') : folder instanceof URL ? fileURLToPath(folder) : folder,
    definitions: items,
    extensions,
    settings: Object.entries(manifest.settings ?? {}).map(([key, schema]) => ({ key, title: schema.title, value: schema.default })),
    reads: manifest.reads,
    writes: manifest.writes,
  };
}

async function startPlugin(plugin: PluginRuntime, all: readonly PluginRuntime[], services: RouteServices): Promise<void> {
  const { name, requires = [] } = plugin.manifest;
  const missing = requires.find((required) => all.some((each) => each.manifest.name === required && each.state.kind === 'off'));
  try {
    if (missing !== undefined) throw new MusterError('plugin_unavailable', { values: { plugin: missing } });
    await runGuarded({ plugin: name, handler: 'start', deadline: START_DEADLINE, log: plugin.log }, () => plugin.manifest.start?.(createPluginContext(plugin, services)));
    plugin.state = { kind: 'running' };
  } catch (error) {
    const cause = missing === undefined ? ((error as Error).cause as Error | undefined)?.message ?? (error as Error).message : `It needs the plugin ${missing}, which is off.`;
    plugin.state = { kind: 'off', cause };
    plugin.log.error({ cause }, `The plugin ${name} is off, for its start failed: ${cause}`);
  }
}

async function stopPlugin(plugin: PluginRuntime): Promise<void> {
  if (plugin.state.kind !== 'running') return;
  const task = { plugin: plugin.manifest.name, handler: 'stop', deadline: STOP_DEADLINE, log: plugin.log };
  // What fails here was logged; the process ends all the same.
  await runGuarded(task, () => plugin.manifest.stop?.()).catch(() => undefined);
  plugin.state = { kind: 'off', cause: 'It was stopped.' };
}

function hostJob(plugin: PluginRuntime, job: PluginJob, services: () => RouteServices): HostedJob {
  const { name } = plugin.manifest;
  const actor: Actor = { kind: 'system', name };
  return {
    plugin: name,
    name: job.name,
    schedule: job.schedule,
    run: async () => {
      if (plugin.state.kind !== 'running') return;
      const context = { ...createPluginContext(plugin, services()), actor };
      await runGuarded({ plugin: name, handler: `job ${job.name}`, deadline: job.deadline ?? 60_000, log: plugin.log }, () => job.run(context));
    },
  };
}

function describeStatus({ manifest, state }: PluginRuntime): PluginStatus {
  return { name: manifest.name, version: manifest.version, state: state.kind, ...(state.kind === 'off' ? { cause: state.cause } : {}) };
}
