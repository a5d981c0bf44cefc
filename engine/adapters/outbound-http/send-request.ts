import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Target } from './parse-target.ts';

/** Maximum number of bytes read from a response; the rest is not awaited. */
const MAX_BYTES = 65_536;
/** Maximum number of characters in the excerpt. */
const MAX_EXCERPT_LENGTH = 500;

/** A response, as far as it was read. */
export interface OutboundResponse {
  readonly status: number;
  readonly excerpt: string;
}

/** Sends a POST request to the given address only, whatever the host name resolves to now, on its own connection. Throws Node's errors. */
export function sendRequest(
  { url }: Target,
  address: string,
  { headers, body, signal }: { readonly headers: { readonly [name: string]: string }; readonly body: string; readonly signal: AbortSignal },
): Promise<OutboundResponse> {
  const lookup: LookupFunction = (_host, options, done) => {
    const family = isIP(address);
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = send(
      url,
      { method: 'POST', agent: false, lookup, signal, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        readExcerpt(response)
          .then((excerpt) => resolve({ status: response.statusCode ?? 0, excerpt }), reject)
          .finally(() => request.destroy());
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_BYTES) break;
  }
  return makeExcerpt(Buffer.concat(chunks));
}

/** Makes text that can be shown: control and invalid characters become spaces, and it has at most 500 characters. */
function makeExcerpt(bytes: Buffer): string {
  const text = bytes
    .subarray(0, MAX_BYTES)
    .toString('utf8')
    .replace(/[\p{C}\s\uFFFD]+/gu, ' ')
    .trim();
  return text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text;
}
