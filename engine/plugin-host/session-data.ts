import type { Actor } from '../access/index.ts';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { makePluginInvalid } from './check-manifests.ts';
import type { PluginManifest, PluginSessionData } from './manifest.ts';
import { createPluginContext, type PluginRuntime, type RouteServices } from './plugin-runtime.ts';
import { limitToPreview, type PreviewedServices } from './preview-services.ts';
import { runGuarded } from './run-guarded.ts';
import type { Watch } from './watchdog.ts';

const DEADLINE = 2_000;

/** Checks what plugins add to sessions. Errors: `plugin_invalid`. */
export function assertSessionData(plugins: readonly PluginManifest[]): void {
  const owners = new Map<string, string>();
  for (const { name: plugin, sessionData = [] } of plugins) {
    for (const data of sessionData) {
      const { name } = data;
      if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_]{0,59}$/.test(name))
        throw makePluginInvalid(plugin, 'The name of its session data is not made of letters, digits and _.');
      if (typeof data.read !== 'function') throw makePluginInvalid(plugin, `Its session data ${name} have no function read.`);
      const other = owners.get(name);
      if (other !== undefined) throw makePluginInvalid(plugin, `The plugin ${other} has session data named ${name} too.`);
      owners.set(name, plugin);
    }
  }
}

/** Whose session, and the preview that shows it. */
export interface SessionDataRequest {
  readonly actor: Actor;
  readonly preview?: PreviewedServices | undefined;
}

/**
 * Reads what the running plugins add to the session of a user, by name. Data that cannot be read are left out: everyone can still
 * sign in.
 */
export async function readSessionData(
  plugins: readonly PluginRuntime[],
  services: RouteServices,
  watch: Watch,
  { actor, preview }: SessionDataRequest,
): Promise<JsonObject> {
  const { rights } = await (preview ?? services).access.scope(actor);
  const wanted = plugins
    .filter(({ state }) => state.kind === 'running')
    .flatMap((plugin) =>
      (plugin.manifest.sessionData ?? [])
        .filter(({ userTypes }) => userTypes === undefined || userTypes.includes(rights.userType))
        .map((data) => ({ plugin, data })),
    );
  const read = async ({ plugin, data }: (typeof wanted)[number]): Promise<readonly [string, JsonValue][]> => {
    const limited = limitToPreview(plugin, services, preview);
    const value = await readOne(limited.plugin, limited.services, watch, { data, actor }).catch((error: unknown) => {
      plugin.log.warn({ data: data.name, error: error instanceof Error ? error.message : '' }, 'data of a session could not be read');
      return undefined;
    });
    return value === undefined ? [] : [[data.name, value]];
  };
  return Object.fromEntries((await Promise.all(wanted.map(read))).flat());
}

async function readOne(
  plugin: PluginRuntime,
  services: RouteServices,
  watch: Watch,
  { data, actor: requester }: { readonly data: PluginSessionData; readonly actor: Actor },
): Promise<JsonValue | undefined> {
  const handler = `session data ${data.name}`;
  const { context, actor, revoke } = createPluginContext(plugin, services, { handler, actor: requester });
  const { rights } = await services.access.scope(actor);
  const { name } = plugin.manifest;
  return runGuarded(
    { plugin: name, handler, purpose: 'request', deadline: data.deadline ?? DEADLINE, log: plugin.log, watch, revoke },
    () => data.read({ ...context, actor, rights }),
  );
}
