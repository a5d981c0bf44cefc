import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DOT_PNG } from '../../../tests/support/upload.ts';

/** A text message that the carrier accepted. */
export interface AcceptedSms {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly fields: URLSearchParams;
  readonly date_created: string;
}

/** A real HTTP server of a test with the messaging API of a carrier. */
export interface CarrierServer {
  readonly url: string;
  readonly accepted: AcceptedSms[];
  /** 'lost': it accepts the message and closes the connection without a response. */
  mode: 'accept' | 'busy' | 'refuse' | 'lost';
  /** Messages to a number in E.164. */
  to(number: string): readonly AcceptedSms[];
  /** Accepts a message as if it had been sent. */
  accept(fields: URLSearchParams): AcceptedSms;
  stop(): Promise<void>;
}

const ACCOUNT = 'AC0001';
/** What requests must have. */
export const CARRIER = { account: ACCOUNT, token: 'carrier-token-1' } as const;
const AUTHORIZATION = `Basic ${Buffer.from(`${ACCOUNT}:${CARRIER.token}`).toString('base64')}`;

/** Starts a carrier on a free port. */
export async function startCarrierServer(): Promise<CarrierServer> {
  const http = createServer((request, response) => void handle(carrier, request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const carrier: CarrierServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    accepted: [],
    mode: 'accept',
    to: (number) => carrier.accepted.filter(({ to }) => to === number),
    accept: (fields) => {
      const one: AcceptedSms = {
        sid: `SM${carrier.accepted.length + 1}-${fields.get('To') ?? ''}`,
        to: fields.get('To') ?? '',
        from: fields.get('From') ?? '',
        body: fields.get('Body') ?? '',
        fields,
        date_created: new Date().toUTCString(),
      };
      carrier.accepted.push(one);
      return one;
    },
    stop: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return carrier;
}

async function handle(carrier: CarrierServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', carrier.url);
  if (pathname === '/stored/picture.png') return void response.writeHead(200, { 'content-type': 'image/png' }).end(DOT_PNG);
  const respond = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (pathname === '/media/1' && request.headers.authorization === AUTHORIZATION)
    return void response.writeHead(307, { location: '/stored/picture.png' }).end();
  if (pathname === '/media/2') return void response.writeHead(307, { location: 'http://10.0.0.7/inside.png' }).end();
  if (pathname !== `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`) return respond(404, { message: 'No such account' });
  if (request.headers.authorization !== AUTHORIZATION) return respond(401, { message: 'Wrong token' });
  if (request.method === 'GET') {
    const messages = carrier.to(searchParams.get('To') ?? '').filter(({ from }) => from === searchParams.get('From'));
    return respond(200, { messages: messages.map(({ fields: _fields, ...one }) => one) });
  }
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  if (carrier.mode === 'busy') return respond(503, { message: 'Busy, come back later' });
  if (carrier.mode === 'refuse') return respond(400, { message: 'The number takes no text messages' });
  const { sid } = carrier.accept(new URLSearchParams(Buffer.concat(parts).toString()));
  if (carrier.mode === 'lost') return void request.socket.destroy();
  return respond(201, { sid, status: 'queued' });
}
