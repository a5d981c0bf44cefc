import { register } from 'node:module';
import { MusterError } from '../errors/index.ts';
import type { PluginManifest } from '../plugin-host/index.ts';

/** The doors by which a plugin enters, as they lie beside this file: sources, or what the build made of them. */
const ENTRY_POINTS = import.meta.url.endsWith('.ts')
  ? { '#engine': '../index.ts', '#engine/model': '../model/index.ts' }
  : { '#engine': './doors/engine.js', '#engine/model': './doors/model.js' };

/**
 * The server halves of plugins from npm packages, in the order of their names. A package exports its manifest as `plugin`,
 * and enters by the doors as a bundled one does. Errors: `plugin_invalid`.
 */
export async function loadPackagedPlugins(names: readonly string[]): Promise<readonly PluginManifest[]> {
  if (names.length > 0) registerEntryPoints();
  const plugins: PluginManifest[] = [];
  for (const name of names) plugins.push(await loadPackage(name));
  return plugins;
}

let areRegistered = false;

/** A package's own `#engine` would be looked for in its own package.json: from here on it is the product's door. */
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
