import type { Actor, Rights } from '../access/index.ts';
import { MusterError, type ErrorRow } from '../errors/index.ts';
import { deriveIdempotencyKey, type IdempotencyKey, type SourceCollector } from '../records/index.ts';
import { collectSources } from './collect-sources.ts';
import { openLink } from './links.ts';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { PluginRouteContext, PluginRouteDefinition } from './manifest.ts';
import type { PluginPermission } from './plugin-settings.ts';
import type { PluginDownload, PluginRouteResponse } from './route-response.ts';
import type { OpenedLink } from './plugin-links.ts';
import { assertRunning, createPluginContext, type PluginRuntime, type PluginServices } from './plugin-runtime.ts';
import { limitToPreview, type PreviewedServices } from './preview-services.ts';
import { isDownload, readDownload } from './read-download.ts';
import { runGuarded } from './run-guarded.ts';
import type { Watch } from './watchdog.ts';

const DEFAULT_DEADLINE = 30_000;
/** Of a route that accepts more than 1 MiB. */
const MAX_BODY_BYTES = 33_554_432;

/** The parts of a request that the server passes on. */
export interface HostedRequest {
  readonly actor: Actor;
  readonly parameters: { readonly [name: string]: string };
  readonly query: { readonly [name: string]: string };
  readonly client: PluginRouteContext['client'];
  readonly body: JsonValue | undefined;
  readonly batchId: string | undefined;
  readonly idempotency?: IdempotencyKey | undefined;
  readonly link?: OpenedLink;
  readonly webhook?: NonNullable<PluginRouteContext['webhook']>;
  /** The preview that the request belongs to, for routes that read. */
  readonly preview?: PreviewedServices | undefined;
  /** Collects the records that the response is made from, if it is stored for an idempotency key. */
  readonly collect?: SourceCollector | undefined;
}

/** A plugin's route as the server mounts it. `handle` checks the permission, enforces the deadline and names the plugin in its errors. */
export interface HostedRoute {
  readonly plugin: string;
  readonly method: PluginRouteDefinition['method'];
  readonly path: string;
  /** For the OpenAPI document; the server validates bodies against `bodySchema`. */
  readonly summary: string | undefined;
  readonly bodySchema: JsonObject | undefined;
  readonly responseSchema: JsonObject | undefined;
  /** Where requests name modules. */
  readonly moduleNames: readonly string[];
  readonly status: number | undefined;
  /** It reads only: a GET, or a POST that says so. */
  readonly isRead: boolean;
  readonly errors: { readonly [code: string]: ErrorRow };
  readonly access: NonNullable<PluginRouteDefinition['access']>;
  readonly maxBodyBytes: number | undefined;
  readonly requestsPerMinute: number | undefined;
  /** Reads the token of a request by link. Errors: `link_invalid`, `link_expired`. */
  openLink(input: { readonly token: string; readonly parameters: { readonly [name: string]: string } }): OpenedLink;
  /** Content types of its downloads. */
  readonly downloads: readonly string[];
  handle(input: HostedRequest): Promise<PluginRouteResponse | PluginDownload>;
}

/** The routes of all plugins. `services` is called for each request, because the services are created after the routes. */
export function listHostedRoutes(plugins: readonly PluginRuntime[], services: () => PluginServices, watch: Watch): readonly HostedRoute[] {
  return plugins.flatMap((plugin) => (plugin.manifest.routes ?? []).map((route) => hostRoute(plugin, route, services, watch)));
}

function hostRoute(plugin: PluginRuntime, route: PluginRouteDefinition, services: () => PluginServices, watch: Watch): HostedRoute {
  const { name } = plugin.manifest;
  const permission = plugin.manifest.permissions?.find((each) => each.name === route.permission);
  const handler = `${route.method} ${route.path}`;
  const task = { plugin: name, handler, purpose: 'request', deadline: route.deadline ?? DEFAULT_DEADLINE, log: plugin.log, watch } as const;
  return {
    plugin: name,
    method: route.method,
    path: route.path,
    summary: route.summary,
    bodySchema: route.bodySchema,
    responseSchema: route.responseSchema,
    moduleNames: route.moduleNames ?? [],
    status: route.status,
    isRead: route.method === 'GET' || route.readOnly === true,
    access: route.access ?? 'session',
    maxBodyBytes: route.maxBodyBytes === undefined ? undefined : Math.min(route.maxBodyBytes, MAX_BODY_BYTES),
    requestsPerMinute: route.requestsPerMinute,
    openLink: (input) => openLink(name, services(), route, input),
    downloads: route.downloads ?? [],
    errors: Object.fromEntries(
      Object.entries(plugin.manifest.errors ?? {}).filter(([code]) => route.errors === undefined || route.errors.includes(code)),
    ),
    handle: async (input) => {
      assertRunning(plugin);
      const { plugin: limited, services: own } = limitToPreview(plugin, services(), input.preview);
      const { rights } = await own.access.scope(input.actor);
      if (permission) assertPermission(rights, permission);
      const { idempotency, collect, preview: _preview, ...request } = input;
      // Also what reports read of records belongs to the sources of a response.
      const sources = collect === undefined ? own : { ...own, records: collectSources(own.records, collect) };
      const { context, actor, revoke } = createPluginContext(limited, sources, { handler, actor: input.actor });
      const given = {
        ...context,
        ...request,
        idempotencyKeyFor: (purpose: string) => deriveIdempotencyKey(idempotency, purpose),
        actor,
        rights,
      };
      const response = await runGuarded({ ...task, revoke }, async () => assertResponse(await route.handle(given), route));
      return isDownload(response) ? readDownload(response, { ...task, route }) : response;
    },
  };
}

/** A handler of a package may return anything. */
function assertResponse(
  response: PluginRouteResponse | PluginDownload | null | undefined,
  { method }: Pick<PluginRouteDefinition, 'method'>,
): PluginRouteResponse | PluginDownload {
  if (typeof response !== 'object' || response === null || !('body' in response))
    throw new TypeError('The handler of a route returned no response.');
  const location = 'location' in response ? response.location : undefined;
  if (location !== undefined && !(method === 'GET' && URL.canParse(location) && /^https?:$/.test(new URL(location).protocol)))
    throw new TypeError('Only a GET route sends the client elsewhere, and to an address of http or https.');
  return response;
}

function assertPermission(rights: Rights, { name, label }: PluginPermission): void {
  if (!rights.hasPermission(name))
    throw new MusterError('permission_required', { values: { permission: label }, data: { permission: name } });
}
