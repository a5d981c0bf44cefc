import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../errors/index.ts';
import { ENCRYPTED_PREFIX, type CipherPort, type ClockPort, type IdsPort } from '../ports/index.ts';
import type { PluginManifest, PluginRouteDefinition } from './manifest.ts';
import type { OpenedLink, PluginLink, PluginLinkOptions } from './plugin-links.ts';

const DAY = 86_400_000;
const DEFAULT_LIFE = 7 * DAY;
const MAX_LIFE = 366 * DAY;
/** Most characters of the data of a link as JSON: links are put into e-mails and text messages. */
const MAX_DATA = 1_000;

/** Services of links. */
export interface LinkServices {
  readonly cipher: CipherPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  /** The base URL of the product, without a trailing slash. */
  readonly publicUrl: string;
}

type Route = Pick<PluginRouteDefinition, 'method' | 'path'>;

/** What a token contains: id, end in epoch milliseconds, parameters of the path, data. */
type TokenContent = readonly [string, number, { readonly [name: string]: string }, JsonObject];

/** Creates a link to one of the plugin's routes with `access: 'link'`. A wrong call is a fault of the plugin: `plugin_failed`. */
export function createLink(
  { name: plugin, routes = [] }: PluginManifest,
  { cipher, clock, ids, publicUrl }: LinkServices,
  route: Route,
  { parameters = {}, data = {}, expiresIn = DEFAULT_LIFE }: PluginLinkOptions,
): PluginLink {
  const cause = explainLink(routes, route, parameters, data, expiresIn);
  if (cause !== undefined) throw new MusterError('plugin_failed', { values: { plugin }, data: { plugin }, cause: new TypeError(cause) });
  const id = ids.next();
  const expiresAt = clock.now() + expiresIn;
  const content: TokenContent = [id, expiresAt, parameters, data];
  const token = cipher.encrypt(JSON.stringify(content), contextOf(plugin, route)).slice(ENCRYPTED_PREFIX.length).replace(':', '.');
  const path = route.path.replace(/:([A-Za-z0-9_]+)/g, (_part, name: string) => encodeURIComponent(parameters[name] ?? ''));
  return { id, url: `${publicUrl}${path}?token=${token}`, token, expiresAt: new Date(expiresAt).toISOString() };
}

/** Reads the token of a request to a route. Errors: `link_invalid`, also for the token of another route or path; `link_expired`. */
export function openLink(
  plugin: string,
  { cipher, clock }: Pick<LinkServices, 'cipher' | 'clock'>,
  route: Route,
  { token, parameters }: { readonly token: string; readonly parameters: { readonly [name: string]: string } },
): OpenedLink {
  const text = cipher.decrypt(`${ENCRYPTED_PREFIX}${token.replace('.', ':')}`, contextOf(plugin, route));
  if (text === undefined) throw new MusterError('link_invalid');
  const [id, expiresAt, own, data] = JSON.parse(text) as TokenContent;
  if (Object.entries(parameters).some(([name, value]) => own[name] !== value)) throw new MusterError('link_invalid');
  if (expiresAt <= clock.now()) throw new MusterError('link_expired');
  return { id, data, expiresAt: new Date(expiresAt).toISOString() };
}

/** A token is valid for one route of one plugin. */
function contextOf(plugin: string, { method, path }: Route): string {
  return `link/${plugin}/${method} ${path}`;
}

function explainLink(
  routes: readonly PluginRouteDefinition[],
  { method, path }: Route,
  parameters: { readonly [name: string]: string },
  data: JsonObject,
  expiresIn: number,
): string | undefined {
  const declared = routes.find((route) => route.method === method && route.path === path);
  if (declared?.access !== 'link') return `It declares no route ${method} ${path} with access by link.`;
  const missing = [...path.matchAll(/:([A-Za-z0-9_]+)/g)].find(([, name = '']) => (parameters[name] ?? '') === '');
  if (missing !== undefined) return `The link to ${path} has no parameter ${missing[1]}.`;
  if (!(expiresIn > 0 && expiresIn <= MAX_LIFE)) return 'A link is valid for up to 366 days.';
  if (JSON.stringify(data).length > MAX_DATA) return `The data of a link have at most ${MAX_DATA} characters as JSON.`;
  return undefined;
}
