import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the carrier has. */
export interface CarrierCall {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly fields: URLSearchParams;
  status: string;
}

/** A real HTTP server of a test with the voice API of a carrier. */
export interface VoiceCarrierServer {
  readonly url: string;
  readonly calls: CarrierCall[];
  /** 'lost': it places the call and closes the connection without a response. */
  mode: 'accept' | 'busy' | 'refuse' | 'lost';
  /** The status of calls that are placed. */
  status: 'in-progress' | 'busy';
  to(number: string): readonly CarrierCall[];
  stop(): Promise<void>;
}

/** A WAV file without sound. */
export const SILENCE = Uint8Array.from(
  Buffer.concat([
    Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data', 'latin1'),
    Buffer.alloc(64),
  ]),
);

const ACCOUNT = 'AC0002';
/** What requests must have. */
export const VOICE_CARRIER = { account: ACCOUNT, token: 'voice-token-1' } as const;
const AUTHORIZATION = `Basic ${Buffer.from(`${ACCOUNT}:${VOICE_CARRIER.token}`).toString('base64')}`;
const BASE = `/2010-04-01/Accounts/${ACCOUNT}`;

/** Starts a carrier on a free port. It has the same recording of each call. */
export async function startVoiceCarrier(): Promise<VoiceCarrierServer> {
  const http = createServer((request, response) => void handle(carrier, request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const carrier: VoiceCarrierServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    calls: [],
    mode: 'accept',
    status: 'in-progress',
    to: (number) => carrier.calls.filter(({ to }) => to === number),
    stop: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return carrier;
}

async function handle(carrier: VoiceCarrierServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', carrier.url);
  const respond = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (request.headers.authorization !== AUTHORIZATION) return respond(401, { message: 'Wrong token' });
  if (/\/Recordings\/\w+\.wav$/.test(pathname)) return void response.writeHead(200, { 'content-type': 'audio/wav' }).end(SILENCE);
  if (pathname.endsWith('/Recordings.json')) return respond(200, { recordings: [{ sid: 'RE1', duration: '7', status: 'completed' }] });
  if (pathname === `${BASE}/Calls.json`)
    return request.method === 'GET' ? respond(200, list(carrier, searchParams)) : place(carrier, request, response);
  const call = carrier.calls.find(({ sid }) => pathname === `${BASE}/Calls/${sid}.json`);
  if (call === undefined) return respond(404, { message: 'No such call' });
  if (request.method === 'POST') call.status = (await readForm(request)).get('Status') ?? call.status;
  return respond(200, describe(call));
}

function list(carrier: VoiceCarrierServer, query: URLSearchParams): object {
  const calls = carrier.to(query.get('To') ?? '').filter(({ from }) => from === query.get('From'));
  return { calls: calls.map(describe) };
}

async function place(carrier: VoiceCarrierServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fields = await readForm(request);
  const respond = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (carrier.mode === 'busy') return respond(503, { message: 'Busy, come back later' });
  if (carrier.mode === 'refuse') return respond(400, { message: 'This number cannot be called' });
  const [to, from] = [fields.get('To') ?? '', fields.get('From') ?? ''];
  const call: CarrierCall = { sid: `CA${carrier.calls.length + 1}`, to, from, fields, status: carrier.status };
  carrier.calls.push(call);
  if (carrier.mode === 'lost') return void request.socket.destroy();
  return respond(201, describe(call));
}

function describe({ sid, to, from, status }: CarrierCall): object {
  const now = new Date().toUTCString();
  return { sid, to, from, status, date_created: now, start_time: now, end_time: status === 'in-progress' ? null : now, date_updated: now };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return new URLSearchParams(Buffer.concat(parts).toString());
}
