import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OutboundExchange, OutboundResponse } from '../../ports/index.ts';
import type { Target } from './parse-target.ts';

/** Maximum number of bytes read for an excerpt; the rest is not awaited. */
const MAX_EXCERPT_BYTES = 65_536;
/** Maximum number of characters in the excerpt. */
const MAX_EXCERPT_LENGTH = 500;

/** A response, as far as it was read. */
export interface ResponseExcerpt {
  readonly status: number;
  readonly excerpt: string;
}

/** A request without its URL. */
export type RequestParts = Pick<OutboundExchange, 'method' | 'headers' | 'body'> & { readonly signal: AbortSignal };

/** A response body has more bytes than its requester accepts. */
export class ResponseTooLargeError extends Error {}

/**
 * Sends a request to the given address only, whatever the host name resolves to now, on its own connection, and reads its response. Throws
 * Node's errors and those of `read`.
 */
export function sendRequest<Result>(
  { url }: Target,
  address: string,
  { method, headers, body, signal }: RequestParts,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  const lookup: LookupFunction = (_host, options, done) => {
    const family = isIP(address);
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request: ClientRequest = send(url, { method, agent: false, lookup, signal, headers: { ...headers, ...length } }, (response) => {
      read(response)
        .then(resolve, reject)
        .finally(() => request.destroy());
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Reads the start of a response as text that can be shown. */
export async function readExcerpt(response: IncomingMessage): Promise<ResponseExcerpt> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_EXCERPT_BYTES) break;
  }
  return { status: response.statusCode ?? 0, excerpt: makeExcerpt(Buffer.concat(chunks)) };
}

/** Reads a whole response. Throws a `ResponseTooLargeError` as soon as it is known to be too large. */
export async function readResponse(response: IncomingMessage, maxBytes: number): Promise<OutboundResponse> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new ResponseTooLargeError();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) throw new ResponseTooLargeError();
  }
  const headers = Object.entries(response.headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers) as OutboundResponse['headers'],
    body: Buffer.concat(chunks),
  };
}

/** Makes text that can be shown: control and invalid characters become spaces, and it has at most 500 characters. */
function makeExcerpt(bytes: Buffer): string {
  const text = bytes
    .subarray(0, MAX_EXCERPT_BYTES)
    .toString('utf8')
    .replace(/[\p{C}\s\uFFFD]+/gu, ' ')
    .trim();
  return text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text;
}
