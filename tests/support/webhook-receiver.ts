import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read bodies of every type
  readonly body: any;
}

/** A real server that receives messages; each path responds as the test sets it, by default with 204. */
export interface WebhookReceiver {
  /** 'http://127.0.0.1:4711'. */
  readonly url: string;
  /** Messages received at a path, in order. */
  at(path: string): readonly ReceivedMessage[];
  /** Sets the response of a path. */
  respondWith(path: string, how: number | ((response: ServerResponse) => void)): void;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  const responses = new Map<string, number | ((response: ServerResponse) => void)>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const path = request.url ?? '';
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      received.push({ path, headers: request.headers, text, body });
      const how = responses.get(path) ?? 204;
      if (typeof how === 'number') response.writeHead(how).end(how === 204 ? undefined : `Status ${how}`);
      else how(response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    at: (path) => received.filter((one) => one.path === path),
    respondWith: (path, how) => void responses.set(path, how),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The signature computed from the specification, without the product's code. */
export function signatureOf({ headers, text }: ReceivedMessage, secret: string): string {
  const key = Uint8Array.from(atob(secret.replace('whsec_', '')), (letter) => letter.charCodeAt(0));
  return `v1,${createHmac('sha256', key)
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`, 'utf8')
    .digest('base64')}`;
}
