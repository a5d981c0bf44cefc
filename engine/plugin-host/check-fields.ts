import type { DefinitionSnapshot } from '../registry/index.ts';
import { makePluginInvalid } from './check-manifests.ts';
import type { PluginManifest } from './manifest.ts';

/** Checks that the modules and fields that a plugin names are defined; otherwise throws `plugin_invalid` with the name. */
export function assertFields(plugin: PluginManifest, snapshot: DefinitionSnapshot): void {
  for (const kind of ['reads', 'writes'] as const) for (const name of plugin[kind] ?? []) assertField(plugin, kind, name, snapshot);
  for (const [kind, hooks] of Object.entries(plugin.hooks ?? {})) {
    for (const hook of hooks as readonly { module: string; name: string }[]) {
      if (hook.module !== '*' && !snapshot.modules.has(hook.module))
        throw makePluginInvalid(plugin.name, `Its ${kind} hook ${hook.name} is for the module ${hook.module}, which is not defined.`);
    }
  }
  for (const permission of plugin.permissions ?? []) {
    if (!snapshot.modules.has(permission.module))
      throw makePluginInvalid(
        plugin.name,
        `Its permission ${permission.name} is on the module ${permission.module}, which is not defined.`,
      );
  }
}

function assertField(plugin: PluginManifest, kind: string, name: string, snapshot: DefinitionSnapshot): void {
  const [module = '', field = '*'] = name.split('.');
  if (module === '*') return;
  const compiled = snapshot.modules.get(module);
  if (!compiled) throw makePluginInvalid(plugin.name, `It ${kind} ${name}, but there is no module ${module}.`);
  if (field !== '*' && !compiled.fields.has(field))
    throw makePluginInvalid(plugin.name, `It ${kind} ${name}, but ${module} has no field ${field}.`);
}
