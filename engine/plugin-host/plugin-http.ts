import type { JsonValue } from '#engine/model/values';
import { MusterError } from '../errors/index.ts';
import type { LogPort, OutboundAddress, OutboundExchange, OutboundHttpPort, OutboundServer } from '../ports/index.ts';

const MIB = 1_048_576;
const DEFAULT_TIMEOUT = 10_000;
const MAX_TIMEOUT = 60_000;
const DEFAULT_RESPONSE_BYTES = MIB;
const MAX_BYTES = 20 * MIB;

/** Headers that the client sets itself: they frame the request, or belong to its connection. */
const CLIENT_HEADERS = /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** A request to another server. */
export interface PluginHttpRequest {
  /** Begins with https://. Hosts in private networks, and http, are allowed only for hosts that the configuration names. */
  readonly url: string;
  /** Default: GET, or POST with a body. */
  readonly method?: OutboundExchange['method'];
  /** By name; `content-type` is set for `json`. */
  readonly headers?: { readonly [name: string]: string };
  /** At most 20 MiB. */
  readonly body?: string | Uint8Array;
  /** A body that is sent as JSON, instead of `body`. */
  readonly json?: JsonValue;
  /** Milliseconds until the end of the response, 1 to 60,000; default 10,000. It also ends at the deadline of the handler. */
  readonly timeout?: number;
  /** Bytes of the response body that are accepted, at most 20 MiB; default 1 MiB. */
  readonly maxBytes?: number;
}

/** The response of another server, whatever its status. */
export interface PluginHttpResponse {
  /** The HTTP status, also of an error. */
  readonly status: number;
  /** By name in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** The bytes of the body. */
  readonly body: Buffer;
  /** The body as UTF-8. */
  text(): string;
  /**
   * The body as JSON.
   * @throws `outbound_failed` when it is not.
   */
  json(): JsonValue;
}

/** Requests to other servers, with the same protection as webhooks: no private networks, no redirects, limits on size and time. */
export interface PluginHttp {
  /**
   * Sends a request and returns its response, whatever its status.
   * @throws `outbound_failed` with the reason: the request is not valid or not allowed, or there is no whole response in time.
   */
  request(request: PluginHttpRequest): Promise<PluginHttpResponse>;
  /**
   * The checked address of a server of another protocol, such as one of mailboxes: the plugin connects to this address only, with the host
   * as the name that its certificate must have. Without TLS only if `isNamed`.
   * @throws `outbound_failed` with the reason: the host is not public or not known, or the port is not one of `allowedPorts`.
   */
  resolve(server: OutboundServer): Promise<OutboundAddress>;
}

/** Creates the HTTP client of one run of a handler, whose requests end with `signal`. */
export function createPluginHttp(port: Pick<OutboundHttpPort, 'exchange' | 'resolve'>, log: LogPort, signal: AbortSignal): PluginHttp {
  return {
    async request(request) {
      try {
        const response = await port.exchange({ ...readRequest(request), signal });
        return { ...response, text: () => response.body.toString('utf8'), json: () => parseJson(response.body) };
      } catch (error) {
        if (error instanceof MusterError) log.warn({ host: hostOf(request.url), code: error.code }, error.message);
        throw error;
      }
    },
    resolve: (server) => port.resolve(server),
  };
}

function readRequest({ url, method, headers = {}, body, json, ...limits }: PluginHttpRequest): OutboundExchange {
  const { timeout = DEFAULT_TIMEOUT, maxBytes = DEFAULT_RESPONSE_BYTES } = limits;
  if (!(timeout >= 1 && timeout <= MAX_TIMEOUT)) throw fail(`its timeout is not 1 to ${MAX_TIMEOUT} milliseconds`);
  if (!(maxBytes >= 0 && maxBytes <= MAX_BYTES)) throw fail(`its maxBytes is not 0 to ${MAX_BYTES}`);
  const refused = Object.keys(headers).find((name) => CLIENT_HEADERS.test(name));
  if (refused !== undefined) throw fail(`its header ${refused} is set by the product`);
  if (json !== undefined && body !== undefined) throw fail('it has both body and json');
  const content = json === undefined ? body : JSON.stringify(json);
  if (content !== undefined && Buffer.byteLength(content) > MAX_BYTES) throw fail(`its body is larger than ${MAX_BYTES} bytes`);
  return {
    url,
    method: method ?? (content === undefined ? 'GET' : 'POST'),
    headers: json === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: content,
    timeout,
    maxBytes,
  };
}

function fail(reason: string): MusterError {
  return new MusterError('outbound_failed', { values: { reason } });
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function parseJson(body: Buffer): JsonValue {
  try {
    return JSON.parse(body.toString('utf8')) as JsonValue;
  } catch {
    throw fail('the response is not JSON');
  }
}
