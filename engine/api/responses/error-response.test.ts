import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { MusterError } from '../../errors/index.ts';
import { createErrorHandler } from './error-response.ts';
import { sendResponse, type ApiResponse } from './send-response.ts';

const ignore = (): void => undefined;
const app = () => {
  const lines: object[] = [];
  let breaks: 'nothing' | 'log' | 'ids' = 'nothing';
  const log = {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (line: object) => (breaks === 'log' ? fail('the log is full of secrets') : void lines.push(line)),
  };
  const server = fastify({ logger: false });
  server.setErrorHandler(createErrorHandler({ log, ids: { next: () => (breaks === 'ids' ? fail('no id') : 'an-id') } }));
  return { server, lines, breakIt: (what: typeof breaks) => (breaks = what) };
};

function fail(text: string): never {
  throw new Error(text);
}

describe('An error response', () => {
  const running: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
  });
  const responseOf = async (thrown: () => unknown, what: 'nothing' | 'log' | 'ids' = 'nothing') => {
    const made = app();
    running.push(made.server);
    made.server.get('/', async (_request, reply) => {
      sendResponse(reply, (await thrown()) as ApiResponse);
      return reply;
    });
    made.breakIt(what);
    const response = await made.server.inject('/');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: JSON.parse(response.body) as { [name: string]: unknown },
      lines: made.lines,
    };
  };
  const INTERNAL = {
    error: 'Something went wrong on our side. Nothing was saved.',
    code: 'internal_error',
    details: [],
    errorId: expect.any(String),
  };
  const circular: { [name: string]: unknown } = {};
  circular['itself'] = circular;

  it('says of a path that leaves the folder of static files that there is no such route', async () => {
    const { server } = app();
    running.push(server);
    await server.register(fastifyStatic, { root: import.meta.dirname, prefix: '/files/' });
    const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
    for (const path of ['/files/../index.ts', '/files/%2e%2e/index.ts']) {
      // Unlike fetch, it sends the path as it is.
      const response = await new Promise<IncomingMessage>((resolve, reject) => get({ port, path }, resolve).once('error', reject));
      expect([response.statusCode, JSON.parse(await text(response))], path).toEqual([
        404,
        expect.objectContaining({ code: 'route_not_found' }),
      ]);
    }
  });

  it.each([
    ['an error of nobody', () => fail('secret'), 'nothing'],
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a plugin may throw anything
    ['what is no error at all', () => Promise.reject('secret'), 'nothing'],
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the same
    ['null', () => Promise.reject(null), 'nothing'],
    ['a response that is no JSON', () => ({ body: { secret: 5n } }), 'nothing'],
    ['a response with a header that cannot be sent', () => ({ body: {}, batchId: 'secret\n' }), 'nothing'],
    [
      'an error whose data are no JSON',
      () => {
        throw new MusterError('record_not_found', { data: circular });
      },
      'nothing',
    ],
    ['an error while the log fails', () => fail('secret'), 'log'],
    ['an error while no id can be made', () => fail('secret'), 'ids'],
  ] as const)('has a code of the catalogue, an id and no details of the cause: %s', async (_name, thrown, what) => {
    const { status, headers, body, lines } = await responseOf(thrown, what);
    expect([status, body]).toEqual([500, INTERNAL]);
    expect(headers['content-type']).toContain('application/json');
    expect(headers).not.toHaveProperty('x-batch-id');
    expect(JSON.stringify(body)).not.toContain('secret');
    if (what !== 'log') expect(lines).toMatchObject([{ errorId: body['errorId'] }]);
  });
});
