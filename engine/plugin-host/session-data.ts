import type { Actor } from '../access/index.ts';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { makePluginInvalid } from './check-manifests.ts';
import type { PluginManifest, SessionDataContext } from './manifest.ts';
import { createPluginContext, type PluginRuntime, type PluginServices } from './plugin-runtime.ts';
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
  services: PluginServices,
  watch: Watch,
  { actor, preview }: SessionDataRequest,
): Promise<JsonObject> {
  const { rights } = await (preview ?? services).access.scope(actor);
  const wanted = plugins
    .filter(({ current }) => current().kind === 'running')
    .flatMap((plugin) =>
      (plugin.manifest.sessionData ?? [])
        .filter(({ userTypes }) => userTypes === undefined || userTypes.includes(rights.userType))
        .map((data) => ({ plugin, data })),
    );
  const read = async ({ plugin, data }: (typeof wanted)[number]): Promise<readonly [string, JsonValue][]> => {
    const value = await readForUser(plugin, services, watch, {
      handler: `session data ${data.name}`,
      deadline: data.deadline,
      actor,
      preview,
      read: (context) => data.read(context),
    }).catch((error: unknown) => {
      plugin.log.warn({ data: data.name, error: error instanceof Error ? error.message : '' }, 'data of a session could not be read');
      return undefined;
    });
    return value === undefined ? [] : [[data.name, value]];
  };
  return Object.fromEntries((await Promise.all(wanted.map(read))).flat());
}

/** Runs a function of a plugin that reads something for a user, with the rights of that user; in a preview, through the preview. */
export async function readForUser<Value>(
  given: PluginRuntime,
  givenServices: PluginServices,
  watch: Watch,
  reading: SessionDataRequest & {
    readonly handler: string;
    readonly deadline: number | undefined;
    readonly read: (context: SessionDataContext) => Promise<Value> | Value;
  },
): Promise<Value> {
  const { handler, read } = reading;
  const { plugin, services } = limitToPreview(given, givenServices, reading.preview);
  const { context, actor, revoke } = createPluginContext(plugin, services, { handler, actor: reading.actor });
  const { rights } = await services.access.scope(actor);
  const { name } = plugin.manifest;
  return runGuarded(
    { plugin: name, handler, purpose: 'request', deadline: reading.deadline ?? DEADLINE, log: plugin.log, watch, revoke },
    () => read({ ...context, actor, rights }),
  );
}
