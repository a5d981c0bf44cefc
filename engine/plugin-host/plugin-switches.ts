import type { DefinitionSnapshot } from '../registry/index.ts';
import type { PluginManifest } from './manifest.ts';

/** Key of the setting with the names of the plugins that admins switched off. */
const PLUGINS_OFF = 'plugins_off';

/** Why a plugin is switched off; undefined: it is not. */
export type PluginSwitches = (plugin: string) => string | undefined;

/**
 * Reads which plugins are switched off: those of the setting `plugins_off`, and those that require one of them. Each process checks the
 * version of the definitions with each request, so a change counts at once in all of them. `ordered`: required plugins come first.
 */
export function createPluginSwitches(ordered: readonly PluginManifest[], snapshot: () => DefinitionSnapshot | undefined): PluginSwitches {
  let read: DefinitionSnapshot | undefined;
  let off: ReadonlyMap<string, string> = new Map();
  return (plugin) => {
    const current = snapshot();
    if (current !== read) {
      read = current;
      off = listSwitchedOff(ordered, current?.settings.get(PLUGINS_OFF)?.setting);
    }
    return off.get(plugin);
  };
}

function listSwitchedOff(ordered: readonly PluginManifest[], names: unknown): ReadonlyMap<string, string> {
  const off = new Map<string, string>();
  const chosen: readonly unknown[] = Array.isArray(names) ? names : [];
  for (const { name, requires = [] } of ordered) {
    const missing = requires.find((required) => off.has(required));
    if (chosen.includes(name)) off.set(name, 'It was switched off.');
    else if (missing !== undefined) off.set(name, `It needs the plugin ${missing}, which is switched off.`);
  }
  return off;
}

/** Names of the plugins that require a plugin, directly or through others. */
export function listDependents(ordered: readonly PluginManifest[], plugin: string): readonly string[] {
  const found = new Set([plugin]);
  for (const { name, requires = [] } of ordered) if (requires.some((required) => found.has(required))) found.add(name);
  found.delete(plugin);
  return [...found];
}
