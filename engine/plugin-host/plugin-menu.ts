import type { MenuDefinition } from '#engine/model/definitions';
import { makePluginInvalid } from './check-manifests.ts';
import type { PluginManifest } from './manifest.ts';
import type { PluginMenuResult } from './menu-result.ts';
import type { PluginRuntime, PluginServices } from './plugin-runtime.ts';
import { readForUser, type SessionDataRequest } from './session-data.ts';
import type { Watch } from './watchdog.ts';

/** Checks the menus of plugins. Errors: `plugin_invalid`. */
export function assertMenus(plugins: readonly PluginManifest[]): void {
  const [first, second] = plugins.filter(({ menu }) => menu !== undefined);
  if (first !== undefined && typeof first.menu?.read !== 'function') throw makePluginInvalid(first.name, 'Its menu has no function read.');
  if (first !== undefined && second !== undefined)
    throw makePluginInvalid(second.name, `The plugin ${first.name} has a menu too: one plugin can have it.`);
}

/**
 * Reads the menu that a running plugin makes for a user from that of the definitions. A menu that cannot be read is left out: everyone
 * has at least the menu of the definitions.
 */
export async function readMenu(
  plugins: readonly PluginRuntime[],
  services: PluginServices,
  watch: Watch,
  { actor, preview, groups }: SessionDataRequest & { readonly groups: MenuDefinition['groups'] },
): Promise<PluginMenuResult> {
  const plugin = plugins.find(({ current, manifest }) => current().kind === 'running' && manifest.menu !== undefined);
  const menu = plugin?.manifest.menu;
  if (plugin === undefined || menu === undefined) return {};
  const read: Parameters<typeof readForUser<PluginMenuResult>>[3]['read'] = (context) => menu.read({ ...context, groups });
  return readForUser(plugin, services, watch, { handler: 'menu', deadline: menu.deadline, actor, preview, read }).catch(
    (error: unknown) => {
      plugin.log.warn({ error: error instanceof Error ? error.message : '' }, 'the menu of a user could not be read');
      return {};
    },
  );
}
