import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EffectContext, PluginContext, PluginHttpRequest, PluginManifest } from '#engine';
import type { JsonValue } from '#engine/model/values';
import { createOutboundHttp } from '../../engine/adapters/outbound-http/index.ts';
import type { MusterError } from '../../engine/errors/index.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { runJob } from '../support/run-job.ts';
import { DOT_PNG, download } from '../support/upload.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { ARCHIVE, createArchiveUsers, statusOf, storeFile, type ArchiveUsers } from './archive.ts';
import { describeOnEachStore } from './each-store.ts';

/** What the plugin of a test does in its hook and its job; each test sets it. */
const tasks: { effect?: (context: EffectContext) => Promise<void>; job?: (context: PluginContext) => Promise<JsonValue> } = {};

const read = (name: string) => ({ module: 'papers', id: name, field: 'path' }) as const;

/** A plugin that sends papers to other servers, and serves them in other formats. */
const COURIER: PluginManifest = {
  name: 'courier',
  version: '1.0.0',
  engine: '*',
  hooks: { postSave: [{ module: 'papers', name: 'send', deadline: 2_000, run: (context) => tasks.effect?.(context) }] },
  jobs: [{ name: 'run', schedule: '0 0 29 2 *', run: async (context) => tasks.job?.(context) ?? null }],
  routes: [
    {
      method: 'GET',
      path: '/api/papers/:id/size',
      handle: async ({ files, parameters }) => ({ body: { size: (await files.read(read(parameters['id'] ?? ''))).content.length } }),
    },
    {
      method: 'POST',
      path: '/api/papers/from-text',
      handle: async ({ files, records, actor, body }) => {
        const { path } = await files.store({ name: 'note.txt', content: (body as { readonly text: string }).text });
        const { record } = await records.create(actor, { module: 'papers', fields: { name: 'Note', path } });
        return { body: { id: record._id, path } };
      },
    },
    {
      method: 'GET',
      path: '/api/papers/export/:form',
      downloads: ['text/csv', 'text/html', 'image/png'],
      deadline: 200,
      handle: async ({ files, parameters, query }) => {
        const form = parameters['form'] ?? '';
        const csv = { contentType: 'text/csv', filename: 'Pa"pers é.csv' };
        if (form === 'text') return { ...csv, body: 'name;ü\r\n' };
        if (form === 'page') return { contentType: 'text/html', filename: 'x.html', body: Buffer.from('<script>alert(1)</script>') };
        if (form === 'file') return { contentType: 'image/png', filename: 'x.png', body: (await files.open(query['path'] ?? '')).content };
        if (form === 'parts') return { ...csv, body: Readable.from(['a;b\n', 'c;d\n']) };
        if (form === 'undeclared') return { contentType: 'application/pdf', filename: 'x.pdf', body: '' };
        if (form === 'json') return { body: { rows: 0 } };
        return { ...csv, body: breakingParts(form) };
      },
    },
  ],
};

/** Parts of a download that fails, or that has no second part. */
async function* breakingParts(form: string): AsyncIterable<string> {
  yield 'first\n';
  if (form === 'hanging') await new Promise(() => undefined);
  throw new Error('The rest is missing.');
}

/** The failures that the tests cause are logged as errors. */
const QUIET: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Code and text of the error of a call. */
const errorOf = (promise: Promise<unknown>): Promise<readonly string[]> =>
  promise.then(
    () => ['no error'],
    (error: MusterError) => [error.code, error.message],
  );

describe('Plugins with effects', () => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());
  afterEach(() => {
    delete tasks.effect;
    delete tasks.job;
  });

  describeOnEachStore(
    'act outside a save',
    (server) => {
      let users: ArchiveUsers;
      beforeAll(async () => {
        users = await createArchiveUsers(server());
      });

      const makePaper = async (fields: object = {}): Promise<string> => {
        const path = await storeFile(users.clerk);
        const { status, body } = await users.clerk.post('/api/papers', { name: 'Plan', path, ...fields });
        expect(status, JSON.stringify(body)).toBe(201);
        return body._id;
      };
      /** Runs a task in the job of the plugin. */
      const inJob = async (job: (context: PluginContext) => Promise<JsonValue>): Promise<JsonValue> => {
        tasks.job = job;
        return (await runJob(server(), 'courier/run')).result ?? null;
      };
      const request = (path: string, more: Partial<PluginHttpRequest> = {}): Promise<JsonValue> =>
        inJob(async ({ http }) => errorOf(http.request({ url: `${receiver.url}${path}`, ...more })));

      describe('over HTTP', () => {
        it('send a request after a save, and read the response', async () => {
          receiver.respondWith('/papers', (response) => void response.writeHead(201, { 'x-place': 'shelf' }).end('{"number":7}'));
          const seen: unknown[] = [];
          tasks.effect = async ({ http, event }) => {
            const response = await http.request({ url: `${receiver.url}/papers`, json: { id: event.id }, headers: { 'x-key': 'k' } });
            seen.push([response.status, response.headers['x-place'], response.json(), response.text()]);
          };
          const id = await makePaper();
          await server().application.outbox.drain();
          expect(seen).toEqual([[201, 'shelf', { number: 7 }, '{"number":7}']]);
          expect(receiver.at('/papers').at(-1)).toMatchObject({
            body: { id },
            headers: { 'x-key': 'k', 'content-type': 'application/json' },
          });
        });

        it('read a resource in a job, without following a redirect', async () => {
          receiver.respondWith('/list', (response) => void response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end('moved'));
          expect(await inJob(async ({ http }) => (await http.request({ url: `${receiver.url}/list` })).status)).toBe(302);
          expect(receiver.at('/elsewhere')).toEqual([]);
        });

        it('fail with outbound_failed and the reason', async () => {
          receiver.respondWith('/large', (response) => void response.end('x'.repeat(2_000)));
          receiver.respondWith('/endless', (response) => void response.writeHead(200).write('x'));
          receiver.respondWith('/text', (response) => void response.end('no JSON'));
          const failed = (reason: string): JsonValue => ['outbound_failed', `A request to another server failed: ${reason}.`];
          expect(await request('/large', { maxBytes: 1_999 })).toEqual(failed('the response is larger than 1999 bytes'));
          expect(await request('/large', { maxBytes: 2_000 })).toEqual(['no error']);
          expect(await request('/large', { method: 'HEAD', maxBytes: 0 })).toEqual(['no error']);
          expect(await request('/endless', { timeout: 1 })).toEqual(['outbound_failed', expect.stringContaining('no response within')]);
          expect(await request('/x', { timeout: 60_001 })).toEqual(failed('its timeout is not 1 to 60000 milliseconds'));
          expect(await request('/x', { headers: { Host: 'other.test' } })).toEqual(failed('its header Host is set by the product'));
          expect(await request('/x', { body: 'x', json: 1 })).toEqual(failed('it has both body and json'));
          expect(
            await inJob(async ({ http }) => errorOf(http.request({ url: `${receiver.url}/text` }).then((response) => response.json()))),
          ).toEqual(failed('the response is not JSON'));
        });

        it.each([
          ['http://169.254.169.254/latest/meta-data/', 'it must begin with https://, or MUSTER_WEBHOOK_HOSTS must name its host'],
          ['https://10.0.0.1/', 'its host is not on the public Internet'],
          ['https://[::1]/', 'its host is not on the public Internet'],
          ['https://internal.test/', 'its host is not on the public Internet'],
          ['file:///etc/passwd', 'it must begin with https://'],
          ['https://user:secret@example.com/', 'it must not contain a user name or a password'],
        ])('never reach %s', async (url, reason) => {
          expect(await inJob(async ({ http }) => errorOf(http.request({ url })))).toEqual([
            'outbound_failed',
            `A request to another server failed: ${reason}.`,
          ]);
        });

        it('end a request at the deadline of their hook', async () => {
          let closed: Promise<unknown> | undefined;
          receiver.respondWith('/silent', (response) => {
            closed = new Promise((resolve) => response.once('close', resolve));
          });
          tasks.effect = async ({ http }) => void (await http.request({ url: `${receiver.url}/silent`, timeout: 60_000 }));
          const id = await makePaper();
          await server().application.outbox.drain();
          await closed;
          expect(await server().application.outbox.failing()).toMatchObject([{ record_id: id, plugin: 'courier', code: 'plugin_timeout' }]);
          delete tasks.effect;
          const [failing] = await server().application.outbox.failing();
          await server().application.outbox.retry(failing?._id ?? '');
          await expect.poll(() => server().application.outbox.failing()).toEqual([]);
        });
      });

      describe('by e-mail', () => {
        it("send messages with the product's own", async () => {
          tasks.effect = ({ mail, event }) => mail.send({ to: ['desk@files.test'], subject: `Paper\r\n${event.id}`, text: 'New.' });
          const id = await makePaper();
          await server().application.outbox.drain();
          await inJob(async ({ mail }) => mail.send({ to: ['Desk <desk@files.test>'], subject: 'Job', text: 'Done.' }).then(() => null));
          const { data } = (await server().admin.get('/api/mail')).body;
          expect(data.slice(0, 2)).toMatchObject([
            { to: ['Desk <desk@files.test>'], subject: 'Job', text: 'Done.' },
            { to: ['desk@files.test'], subject: `Paper ${id}`, text: 'New.' },
          ]);
        });

        it.each<[string, object]>([
          ['no recipient', { to: [] }],
          ['an address that is none', { to: ['desk'] }],
          ['two addresses in one', { to: ['a@files.test, b@files.test'] }],
          ['an address with another header', { to: ['a@files.test\r\nbcc: b@files.test'] }],
          ['more than 50 recipients', { to: Array.from({ length: 51 }, (_, index) => `a${index}@files.test`) }],
          ['a long subject', { subject: 'x'.repeat(501) }],
          ['a large text', { text: 'x'.repeat(1_048_577) }],
        ])('refuse %s', async (_, part) => {
          const message = { to: ['desk@files.test'], subject: 'x', text: 'x', ...part };
          expect(await inJob(async ({ mail }) => errorOf(mail.send(message)))).toEqual([
            'mail_invalid',
            expect.stringMatching(/^The e-mail cannot be sent: /),
          ]);
        });
      });

      describe('with files', () => {
        it('read the file of a record with the rights of the requester', async () => {
          const id = await makePaper();
          expect((await users.other.get(`/api/papers/${id}/size`)).body).toEqual({ size: DOT_PNG.length });
          expect((await users.stranger.get(`/api/papers/${id}/size`)).body.code).toBe('module_access_denied');
          expect((await users.visitor.get(`/api/papers/${id}/size`)).body.code).toBe('record_not_found');
          expect((await users.clerk.get('/api/papers/none/size')).body.code).toBe('record_not_found');
        });

        it('store a file by the rules of uploads, for a record of the requester', async () => {
          const { body } = await users.clerk.post('/api/papers/from-text', { text: 'Hello.' });
          expect((await download(users.other, body.path)).bytes.toString()).toBe('Hello.');
          expect(await statusOf(users.stranger, body.path)).toBe(404);
          expect((await users.stranger.post('/api/papers/from-text', { text: 'x' })).status).toBe(403);
          expect((await users.clerk.post('/api/papers/from-text', { text: '' })).body.code).toBe('file_empty');
        });

        it('read and store files as the product in a job, within their limits', async () => {
          const id = await makePaper();
          const result = await inJob(async ({ files }) => {
            const { path } = await files.store({ name: 'a.txt', content: Readable.from([Buffer.from('ab'), Buffer.from('cd')]) });
            const { content, ...rest } = await files.read(path);
            return [
              content.toString(),
              rest.filename,
              rest.size,
              (await files.read(read(id))).size,
              await errorOf(files.read(path, { maxBytes: 3 })),
              await errorOf(files.read({ ...read(id), field: 'shelf' })),
              await errorOf(files.store({ name: 'a.exe', content: 'x' })),
            ];
          });
          expect(result).toEqual([
            'abcd',
            'a.txt',
            4,
            DOT_PNG.length,
            ['file_too_large', expect.anything()],
            ['file_not_found', expect.anything()],
            ['file_kind_refused', expect.anything()],
          ]);
        });
      });

      describe('with downloads', () => {
        const get = (form: string, client = users.clerk) => download(client, `/api/papers/export/${form}`);

        it.each([
          ['a text', 'text', 'name;ü\r\n', 'text/csv; charset=utf-8'],
          ['a page', 'page', '<script>alert(1)</script>', 'text/html; charset=utf-8'],
          ['a stream', 'parts', 'a;b\nc;d\n', 'text/csv; charset=utf-8'],
        ])('send %s to be saved, without scripts', async (_, form, text, type) => {
          const { status, headers, bytes } = await get(form);
          expect([status, bytes.toString()]).toEqual([200, text]);
          expect(headers.get('content-disposition')).toMatch(/^attachment; /);
          expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.* sandbox$/);
          expect(
            Object.fromEntries(['content-type', 'x-content-type-options', 'cache-control'].map((name) => [name, headers.get(name)])),
          ).toEqual({ 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' });
        });

        it('encode the name', async () => {
          expect((await get('text')).headers.get('content-disposition')).toBe(
            `attachment; filename="Pa_pers _.csv"; filename*=UTF-8''Pa%22pers%20%C3%A9.csv`,
          );
        });

        it('pass a stored file on', async () => {
          const path = await storeFile(users.clerk);
          const { headers, bytes } = await get(`file?path=${encodeURIComponent(path)}`);
          expect([headers.get('content-type'), bytes.equals(Buffer.from(DOT_PNG))]).toEqual(['image/png', true]);
          expect((await users.other.get(`/api/papers/export/file?path=${encodeURIComponent(path)}`)).body.code).toBe('file_not_found');
        });

        it('break off when they fail or hang, so that no half file looks complete', async () => {
          for (const form of ['failing', 'hanging']) await expect(get(form), form).rejects.toThrow();
          expect((await users.clerk.get('/api/papers/export/json')).body).toEqual({ rows: 0 });
        });

        it('are refused when the route does not declare their type', async () => {
          expect((await users.clerk.get('/api/papers/export/undeclared')).body.code).toBe('plugin_failed');
        });

        it('are in the OpenAPI document', async () => {
          const { paths } = (await server().admin.get('/api/openapi.json')).body;
          const binary = { schema: { type: 'string', format: 'binary' } };
          expect(paths['/api/papers/export/{form}'].get.responses['200'].content).toEqual({
            'text/csv': binary,
            'text/html': binary,
            'image/png': binary,
          });
        });
      });
    },
    {
      ...ARCHIVE,
      plugins: [COURIER],
      log: QUIET,
      outboundHttp: createOutboundHttp({ privateHosts: ['127.0.0.1'], resolve: async () => ['10.1.2.3'] }),
    },
  );
});
