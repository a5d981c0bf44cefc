import fastify, { type FastifyInstance } from 'fastify';
import type { MusterError } from '../../errors/index.ts';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearBodyTimer, digestOf, limitSlowBodies, parseJsonBody } from './request-body.ts';

const read = (text: string) => parseJsonBody(Buffer.from(text));

describe('A JSON body', () => {
  it('is parsed, and undefined when it is empty', () => {
    expect(read('')).toBeUndefined();
    expect(read('{"a":[1,"é😀",null,true,{"b":-1.5e10}]}')).toEqual({ a: [1, 'é😀', null, true, { b: -1.5e10 }] });
    expect(read(`${'['.repeat(100)}${']'.repeat(100)}`)).toBeDefined();
    expect(read('{"constructor":"a builder","prototype":1}')).toEqual({ constructor: 'a builder', prototype: 1 });
  });

  it.each([
    ['{', 'not valid JSON'],
    ['NaN', 'not valid JSON'],
    ['1e400', 'too large'],
    ['[1,{"a":-1e999}]', 'too large'],
    ['"\\udc00"', 'Unicode'],
    ['{"\\ud800":1}', 'Unicode'],
    ['{"a":{"__proto__":1}}', '__proto__'],
    ['{"constructor":{"prototype":{}}}', 'constructor'],
    [`${'['.repeat(101)}${']'.repeat(101)}`, '100 levels'],
    [`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`, '100 levels'],
  ])('is refused: %s', (text, reason) => {
    expect(() => read(text)).toThrowError(
      expect.objectContaining({ code: 'not_parseable', message: expect.stringContaining(reason) as string }) as MusterError,
    );
  });

  it('is refused when it is not UTF-8', () => {
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrowError('UTF-8');
  });

  it('has a digest that differs from that of another body or query', () => {
    const body = Buffer.from('{}');
    expect(digestOf(body, '')).toBe(digestOf(Buffer.from('{}'), ''));
    expect(digestOf(body, '')).not.toBe(digestOf(Buffer.from('{ }'), ''));
    expect(digestOf(body, '')).not.toBe(digestOf(body, 'duplicates=allow'));
  });
});

const LIMIT = 30_000;
/** The server sends this once it has read the head of a request. */
const BEGUN = 'HTTP/1.1 100 Continue\r\n\r\n';
let app: FastifyInstance | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await app?.close();
});

async function start(): Promise<number> {
  app = fastify();
  limitSlowBodies(app, LIMIT, (socket) => socket.end('HTTP/1.1 400 Too Slow\r\n\r\n'));
  app.addContentTypeParser(['text/plain', 'multipart/form-data'], { parseAs: 'string' }, (request, _text, done) => {
    clearBodyTimer(request);
    done(null, 'read');
  });
  app.post('/', async (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Sends the last byte of a body after a pause, and returns the first line of the response. */
function sendSlowly(port: number, type: string, pause: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nexpect: 100-continue\r\ncontent-type: ${type}\r\ncontent-length: 4\r\n\r\nabc`,
      );
    });
    let received = '';
    let hasBegun = false;
    socket.on('data', (piece) => {
      received += piece.toString();
      if (hasBegun || !received.startsWith(BEGUN)) return;
      hasBegun = true;
      received = received.slice(BEGUN.length);
      // The server has read the head and waits for the body.
      vi.advanceTimersByTime(pause);
      socket.write('d', () => undefined);
    });
    socket.on('close', () => resolve(received.split('\r\n', 1)[0] ?? ''));
    socket.on('error', reject);
  });
}

it('ends a request whose body takes too long, but no body in time and no upload', async () => {
  const port = await start();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(await sendSlowly(port, 'text/plain', LIMIT - 1)).toBe('HTTP/1.1 200 OK');
  expect(await sendSlowly(port, 'text/plain', 3 * LIMIT)).toBe('HTTP/1.1 400 Too Slow');
  expect(await sendSlowly(port, 'multipart/form-data; boundary=b', 3 * LIMIT)).toBe('HTTP/1.1 200 OK');
});
