import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundHttp, type OutboundHttpOptions } from './create-outbound-http.ts';
import { isPublicAddress } from './public-address.ts';
import { parseTarget } from './parse-target.ts';
import { readExcerpt, sendRequest } from './send-request.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const received: Received[] = [];
let respond = (_request: IncomingMessage, response: ServerResponse): void => void response.writeHead(204).end();
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body });
    respond(request, response);
  });
});
const port = (): number => (server.address() as AddressInfo).port;

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve())));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (options: Partial<OutboundHttpOptions>, url = `http://127.0.0.1:${port()}/hook`) =>
  createOutboundHttp({ privateHosts: ['127.0.0.1'], ...options }).post({ url, headers: { 'webhook-id': 'm1' }, body: '{"a":1}' });

describe('outbound requests', () => {
  it('send the given request, and return the status and an excerpt of the response', async () => {
    respond = (_request, response) => void response.writeHead(202).end(`Fine\u0000\n thanks${'!'.repeat(600)}`);
    const result = await post({});
    expect(received.at(-1)).toMatchObject({ path: '/hook', body: '{"a":1}', headers: { 'webhook-id': 'm1', host: `127.0.0.1:${port()}` } });
    expect(result).toMatchObject({ status: 202, failure: undefined });
    expect(result.excerpt).toMatch(/^Fine thanks!+…$/);
    expect(result.excerpt).toHaveLength(501);
  });

  it('do not follow a redirect', async () => {
    const before = received.length;
    respond = (_request, response) => void response.writeHead(302, { location: `http://127.0.0.1:${port()}/elsewhere` }).end();
    expect(await post({})).toMatchObject({ status: 302 });
    expect(received).toHaveLength(before + 1);
  });

  it('read 64 KiB of a response that never ends, and no more', async () => {
    let closed: Promise<unknown> | undefined;
    // No more bytes follow: a client that waits for one more waits until the deadline.
    respond = (_request, response) => {
      closed = once(response, 'close');
      response.writeHead(200).write('x'.repeat(65_536));
    };
    expect(await post({})).toMatchObject({ status: 200, failure: undefined });
    await closed;
    // The limit is exact: one byte less is not enough.
    respond = (_request, response) => void response.writeHead(200).write('x'.repeat(65_535));
    expect(await post({ deadline: 100 })).toMatchObject({ status: undefined, failure: expect.stringMatching(/^no response within/) });
  });

  it('time out on a server that never responds, and on a host name that never resolves', async () => {
    respond = () => undefined;
    expect(await post({ deadline: 100 })).toMatchObject({ status: undefined, failure: expect.stringMatching(/^no response within/) });
    expect(await post({ deadline: 100, resolve: () => new Promise(() => undefined) }, 'https://hooks.example/')).toMatchObject({
      status: undefined,
      failure: expect.stringMatching(/^no response within/),
    });
  });

  it('describe failures in plain words instead of throwing', async () => {
    expect(await post({ privateHosts: ['127.0.0.1'] }, 'http://127.0.0.1:9/')).toMatchObject({
      status: undefined,
      failure: 'the connection was refused',
    });
    expect(await post({ resolve: async () => [] }, 'https://nowhere.example/')).toMatchObject({ failure: 'its host is not known' });
    expect(await post({}, `https://127.0.0.1:${port()}/`)).toMatchObject({
      failure: expect.stringMatching(/^(no secure connection could be made|the request failed|the connection was reset)/),
    });
  });
});

describe('private addresses', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fe80::1%eth0',
    'nonsense',
  ])('include %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001:80b::200e'])('do not include %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'http://example.com/',
    'https://example.com:22/',
    'https://user:password@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'nonsense',
    `https://example.com/${'x'.repeat(2_000)}`,
  ])('and other disallowed URLs are refused by the check and by the request: %s', async (url) => {
    const http = createOutboundHttp({ privateHosts: [], resolve: async () => ['8.8.8.8'] });
    const problem = await http.findProblem(url);
    expect(problem).toBeTypeOf('string');
    expect(await http.post({ url, headers: {}, body: '' })).toMatchObject({ status: undefined, failure: problem });
  });

  it('are refused when any address of a host name is private, without naming the address', async () => {
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['2606:4700::1111', '::ffff:10.0.0.1']]) {
      const http = createOutboundHttp({ privateHosts: [], resolve: async () => addresses });
      expect(await http.findProblem('https://hooks.example/')).toBe('its host is not on the public Internet');
      expect(await http.post({ url: 'https://hooks.example/', headers: {}, body: '' })).toMatchObject({
        failure: 'its host is not on the public Internet',
      });
    }
  });

  it('are refused when a host name resolves to one at the time of the request', async () => {
    const addresses = [['8.8.8.8'], ['127.0.0.1']];
    const http = createOutboundHttp({ privateHosts: [], resolve: async () => addresses.shift() ?? [] });
    expect(await http.findProblem('https://hooks.example/')).toBeUndefined();
    expect(await http.post({ url: 'https://hooks.example/', headers: {}, body: '' })).toMatchObject({
      failure: 'its host is not on the public Internet',
    });
  });

  it('are not reached by DNS rebinding: the connection goes to the address that was checked', async () => {
    respond = (_request, response) => void response.writeHead(204).end();
    const target = parseTarget(`http://hooks.invalid:${port()}/pinned`, [`hooks.invalid:${port()}`]);
    if (typeof target === 'string') throw new TypeError(target);
    await sendRequest(target, '127.0.0.1', { method: 'POST', headers: {}, body: 'x', signal: new AbortController().signal }, readExcerpt);
    expect(received.at(-1)).toMatchObject({ path: '/pinned', headers: { host: `hooks.invalid:${port()}` } });
  });

  it('are allowed for a host that the configuration names, and only at its port when it names one', async () => {
    const http = createOutboundHttp({ privateHosts: [`localhost:${port()}`] });
    expect(await http.findProblem(`http://localhost:${port()}/`)).toBeUndefined();
    expect(await http.findProblem('http://localhost:9/')).toBe('it must begin with https://, or MUSTER_WEBHOOK_HOSTS must name its host');
  });

  it('are checked again at the request when no name server responds', async () => {
    const http = createOutboundHttp({
      privateHosts: [],
      resolve: async () => Promise.reject(Object.assign(new Error('away'), { code: 'ESERVFAIL' })),
    });
    expect(await http.findProblem('https://hooks.example/')).toBeUndefined();
    expect(await http.post({ url: 'https://hooks.example/', headers: {}, body: '' })).toMatchObject({
      failure: 'its host could not be looked up',
    });
  });
});
