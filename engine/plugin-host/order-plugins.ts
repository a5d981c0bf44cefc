import { makePluginInvalid } from './check-manifests.ts';
import type { PluginManifest } from './manifest.ts';

/** Returns the plugins in the order in which they run: required ones first, else in the order in which they were enabled. */
export function orderPlugins(plugins: readonly PluginManifest[]): readonly PluginManifest[] {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  const ordered: PluginManifest[] = [];
  const open = new Set<string>();
  const visit = (plugin: PluginManifest): void => {
    if (ordered.includes(plugin)) return;
    if (open.has(plugin.name)) throw makePluginInvalid(plugin.name, `The plugins ${[...open].join(', ')} need each other.`);
    open.add(plugin.name);
    for (const required of plugin.requires ?? []) {
      const other = byName.get(required);
      if (other) visit(other);
    }
    open.delete(plugin.name);
    ordered.push(plugin);
  };
  plugins.forEach(visit);
  return ordered;
}
