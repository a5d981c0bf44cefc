import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SYSTEM_ACTOR } from '../access/index.ts';
import { createOutboundHttp } from '../adapters/outbound-http/index.ts';
import type { CompositionOverrides } from '../application/index.ts';
import { MusterError } from '../errors/index.ts';
import type { PluginManifest } from '../plugin-host/index.ts';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';
import type { PluginTestKit, PluginTestOptions } from './contract.ts';
import { createKit, PUBLIC_URL, type KitState } from './create-kit.ts';
import { createMemoryLog } from './memory-log.ts';
import { setSetting } from './settings.ts';
import { configureProduct, startProduct } from './start-product.ts';
import { createTestClock } from './test-clock.ts';
import { dropDatabase, nameDatabase } from './test-database.ts';

/** Default of `PluginTestOptions.timeout`, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Starts the product with a plugin, the plugins that it requires and those that the options list, on an empty store.
 *
 * @throws `plugin_invalid` for a plugin that the product refuses or that fails when it starts, `definition_broken`, `definition_invalid` for a
 * wrong setting, `secret_not_found`, `secret_invalid`, `store_unavailable`. Nothing stays open then.
 */
export async function startPlugin(options: PluginTestOptions): Promise<PluginTestKit> {
  const { startTime = new Date().toISOString(), timeout = TIMEOUT } = options;
  const place = createPlace(options.store ?? 'sqlite');
  const clock = createTestClock(startTime);
  const log = createMemoryLog();
  const start = async (plugin: PluginManifest): Promise<KitState> => {
    const started = await startProduct({
      configuration: configureProduct(place, { publicUrl: PUBLIC_URL }),
      overrides: { ...overridesOf(options, plugin), clock, log },
      background: 'manual',
      timeout,
    });
    const off = started.application.pluginHost.statuses().find(({ state }) => state === 'off');
    if (off === undefined) return { ...started, plugin };
    await started.running.stop();
    throw new MusterError('plugin_invalid', { values: { plugin: off.name, cause: off.cause ?? 'It is off.' } });
  };
  try {
    const state = await start(options.plugin);
    await enterSettings(state, options).catch(async (error: unknown) => {
      await state.running.stop();
      throw error;
    });
    return await createKit({ state, start, clock, log, timeout, remove: place.remove });
  } catch (error) {
    await place.remove();
    throw error;
  }
}

/** Where a kit keeps its data. */
interface Place {
  readonly dataFolder: string;
  readonly mongodbUrl?: string;
  readonly remove: () => Promise<void>;
}

function createPlace(store: NonNullable<PluginTestOptions['store']>): Place {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'muster-plugin-'));
  const removeFolder = (): void => rmSync(dataFolder, { recursive: true, force: true });
  if (store === 'sqlite') return { dataFolder, remove: async () => removeFolder() };
  const mongodbUrl = nameDatabase(store.mongodb, `muster_test_${process.pid}_${randomBytes(6).toString('hex')}`);
  return {
    dataFolder,
    mongodbUrl,
    remove: async () => {
      removeFolder();
      await dropDatabase(mongodbUrl);
    },
  };
}

function overridesOf(options: PluginTestOptions, plugin: PluginManifest): CompositionOverrides {
  const { definitions = [], outboundHosts = [] } = options;
  const folders = definitions === 'product' ? undefined : definitions instanceof URL ? [definitions] : definitions;
  return {
    plugins: listPlugins(plugin, options.plugins ?? []),
    ...(folders === undefined ? {} : { definitionFolders: folders.map(toPath) }),
    // Names resolve to nothing, so that no request leaves this machine.
    outboundHttp: createOutboundHttp({ privateHosts: outboundHosts, resolve: async () => [] }),
    failsOnUndeclaredFields: true,
  };
}

function toPath(folder: URL | string): string {
  return folder instanceof URL || folder.startsWith('file:') ? fileURLToPath(folder) : path.resolve(folder);
}

/**
 * The plugin, the listed ones, and all that they require, directly or not. A required plugin that is not found is reported by the plugin
 * host. Errors: `plugin_invalid` for a name that the product does not know.
 */
function listPlugins(plugin: PluginManifest, listed: NonNullable<PluginTestOptions['plugins']>): readonly PluginManifest[] {
  const known = [plugin, ...listed.filter((one) => typeof one !== 'string'), ...ENABLED_PLUGINS];
  const find = (name: string): PluginManifest | undefined => known.find((one) => one.name === name);
  const needed = new Set<PluginManifest>();
  const add = (manifest: PluginManifest): void => {
    if (needed.has(manifest)) return;
    needed.add(manifest);
    for (const name of manifest.requires ?? []) {
      const required = find(name);
      if (required !== undefined) add(required);
    }
  };
  add(plugin);
  for (const one of listed) add(typeof one === 'string' ? (find(one) ?? refuseName(one)) : one);
  return [...needed];
}

function refuseName(plugin: string): never {
  throw new MusterError('plugin_invalid', { values: { plugin, cause: 'The product contains no plugin of this name.' } });
}

async function enterSettings({ application }: KitState, { plugin, settings = {}, secrets = {} }: PluginTestOptions): Promise<void> {
  for (const [key, value] of Object.entries(settings)) await setSetting(application, key, value);
  for (const [key, value] of Object.entries(secrets))
    await application.pluginSecrets.set(SYSTEM_ACTOR, { plugin: plugin.name, key }, value);
}
