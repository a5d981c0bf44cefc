import { register } from 'node:module';
import { MusterError } from '../errors/index.ts';
import type { PluginManifest } from '../plugin-host/index.ts';

/** The entry points that plugins import, as files next to this one: sources or build output. */
const ENTRY_POINTS = import.meta.url.endsWith('.ts')
  ? { '#engine': '../index.ts', '#engine/model': '../model/index.ts' }
  : { '#engine': './entry-points/engine.js', '#engine/model': './entry-points/model.js' };

/**
 * Loads the server parts of plugins from npm packages, in the order of their names. A package exports its manifest as
 * `plugin`, and imports the same entry points as a bundled one. Errors: `plugin_invalid`.
 */
export async function loadPackagedPlugins(names: readonly string[]): Promise<readonly PluginManifest[]> {
  if (names.length > 0) registerEntryPoints();
  const plugins: PluginManifest[] = [];
  for (const name of names) plugins.push(await loadPackage(name));
  return plugins;
}

let areRegistered = false;

/** Node would resolve `#engine` of a package in its own package.json: this resolves it to the product's entry point. */
function registerEntryPoints(): void {
  if (areRegistered) return;
  areRegistered = true;
  const data = Object.fromEntries(Object.entries(ENTRY_POINTS).map(([name, place]) => [name, new URL(place, import.meta.url).href]));
  register(new URL('./resolve-entry-points.js', import.meta.url), { data });
}

async function loadPackage(name: string): Promise<PluginManifest> {
  try {
    const { plugin } = (await import(name)) as { readonly plugin?: PluginManifest };
    if (plugin !== undefined) return plugin;
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    const isAway = code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`);
    throw refuse(name, isAway ? `The package is not installed: npm install ${name}` : message);
  }
  throw refuse(name, 'The package exports no `plugin`.');
}

function refuse(plugin: string, cause: string): MusterError {
  return new MusterError('plugin_invalid', { values: { plugin, cause }, data: { plugin } });
}
