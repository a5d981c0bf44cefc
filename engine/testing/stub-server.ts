import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonValue } from '#engine/model/values';

/** A request that a stub server has received. */
export interface ReceivedRequest<Body = unknown> {
  readonly method: string;
  /** With the query: '/v1/rates?currency=EUR'. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it was sent. */
  readonly text: string;
  /** The body as parsed JSON; undefined if it is none. */
  readonly body: Body;
}

/** A response of a stub server: a status, a status with a JSON body, or a function that writes it. */
export type StubResponse =
  | number
  | { readonly status?: number; readonly headers?: { readonly [name: string]: string }; readonly body?: JsonValue }
  | ((response: ServerResponse) => void);

/** A real server on the loopback address, in place of a service that a plugin calls. */
export interface StubServer<Body = unknown> {
  /** 'http://127.0.0.1:4711'. */
  readonly url: string;
  /** '127.0.0.1:4711', for the `outboundHosts` of a kit. */
  readonly host: string;
  /** Requests received at a path, in order. */
  at(path: string): readonly ReceivedRequest<Body>[];
  /** Sets the response of a path from now on; default: status 204. */
  respondWith(path: string, response: StubResponse): void;
  stop(): Promise<void>;
}

/** Starts a stub server on a free port. `Body` is the type of the bodies it receives. */
export async function startStubServer<Body = unknown>(): Promise<StubServer<Body>> {
  const received: ReceivedRequest<Body>[] = [];
  const responses = new Map<string, StubResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url: path = '', headers } = request;
      received.push({ method, path, headers, text, body: parseJson(text) as Body });
      writeResponse(response, responses.get(path) ?? 204);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    at: (path) => received.filter((one) => one.path === path),
    respondWith: (path, response) => void responses.set(path, response),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function writeResponse(response: ServerResponse, how: StubResponse): void {
  if (typeof how === 'function') return how(response);
  if (typeof how === 'number') return void response.writeHead(how).end(how === 204 ? undefined : `Status ${how}`);
  const { status = 200, headers = {}, body } = how;
  response.writeHead(status, { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
