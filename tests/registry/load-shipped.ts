import { createPluginHost } from '../../engine/plugin-host/index.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { loadSnapshot, type DefinitionSnapshot } from '../../engine/registry/index.ts';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';

const log: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Loads the shipped definitions, including those of the plugins. Errors: `definition_broken`. */
export async function loadShipped(): Promise<DefinitionSnapshot> {
  const { definitions } = createPluginHost({ plugins: ENABLED_PLUGINS, engineVersion: '0.1.0', pluginsFolder: 'plugins', log });
  return loadSnapshot(['definitions'], definitions);
}
