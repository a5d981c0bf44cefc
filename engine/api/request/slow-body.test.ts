import { connect, type AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { clearBodyTimer, limitSlowBodies } from './slow-body.ts';

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
