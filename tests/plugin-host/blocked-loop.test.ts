import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { startProcess, type TestProcess } from '../support/start-process.ts';

const ADMIN = { email: 'boss@muster.test', password: 'Process-pass1!' };

/** The log line of a process that ended because a plugin blocked it. */
const ENDED = /"plugin":"(\w+)","handler":"([^"]+)","stack":\[([^\]]*)\].*the process ends itself and is replaced/g;

/** The log line of a process that ended because of an uncaught error. */
const UNHANDLED = /"plugin":"(\w+)","handler":"([^"]+)"[^\n]*failed with an uncaught error/g;

describe('A plugin that blocks the event loop', { timeout: 240_000 * inject('timeoutFactor') }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-blocked-'));
  let product: TestProcess | undefined;
  const start = async (environment: { readonly [name: string]: string } = {}): Promise<TestProcess> => {
    product = await startProcess(
      {
        MUSTER_DATA_DIR: mkdtempSync(path.join(folder, 'data-')),
        MUSTER_ADMIN_EMAIL: ADMIN.email,
        MUSTER_ADMIN_PASSWORD: ADMIN.password,
        MUSTER_BLOCK_LIMIT: '3',
        ...environment,
      },
      'tests/plugin-host/run-bad-plugins.ts',
    );
    await product.untilReady();
    return product;
  };
  const signIn = async ({ url }: TestProcess): Promise<ApiClient> =>
    createApiClient(url, (await createApiClient(url, undefined).post('/api/users/login', ADMIN)).body.token as string);
  /** Saves a record that blocks the process; the connection is closed when the process ends. */
  const block = async (client: ApiClient, module: string, name: string): Promise<void> => {
    const response = await client.post(`/api/${module}`, { name }).catch((error: unknown) => error);
    expect(response).toBeInstanceOf(TypeError);
  };
  const ends = (running: TestProcess): string[][] =>
    [...running.output().matchAll(ENDED)].map(([, plugin = '', handler = '', stack = '']) => [plugin, handler, stack]);

  const findUncaughtErrors = (running: TestProcess): string[][] =>
    [...running.output().matchAll(UNHANDLED)].map(([, plugin = '', handler = '']) => [plugin, handler]);

  afterEach(async () => {
    product?.child.kill('SIGKILL');
    await product?.ended;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is logged with its hook and stack, its process is replaced, and the third time it is turned off while other modules keep working', async () => {
    const running = await start();
    const client = await signIn(running);
    const stored = (await client.post('/api/tools', { name: 'Kept' })).body;
    // Only processor time counts: a handler that gets none blocks for longer than the limit without harm.
    expect((await client.post('/api/tools', { name: 'rust waits' })).status).toBe(201);
    expect(ends(running)).toEqual([]);
    for (const [round, name] of ['rust', 'rust later', 'rust'].entries()) {
      while (ends(running).length === round) {
        await block(client, 'tools', name);
        await running.untilReady();
      }
      expect(ends(running)[round]?.slice(0, 2)).toEqual(['rust', 'preSave tools rust']);
      expect((await client.get(`/api/tools/${stored._id}`)).body.name).toBe('Kept');
      expect((await client.post('/api/makers', { name: `Maker ${round}` })).status).toBe(201);
    }
    expect(
      ends(running)
        .map(([, , stack]) => stack)
        .join(' '),
    ).toContain('spin (');
    expect((await client.get('/api/plugins')).body.data).toEqual([
      expect.objectContaining({
        name: 'rust',
        state: 'off',
        cause: expect.stringContaining('3 times within an hour, the last time in preSave tools rust'),
      }),
      expect.objectContaining({ name: 'paint', state: 'running' }),
      expect.objectContaining({ name: 'stuck', state: 'running' }),
    ]);
    const refused = await client.post('/api/tools', { name: 'rust' });
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      503,
      'plugin_unavailable',
      'Records of this module cannot be saved now: the plugin rust is not running.',
    ]);
    expect((await client.post('/api/tools/search', {})).body.total).toBe(2);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
  });

  it('in one of several processes does not affect the others, and is turned off in all of them', async () => {
    const running = await start({ MUSTER_WORKERS: '2' });
    const client = await signIn(running);
    // A connection that was kept open to an ended process fails, so this repeats until the process was blocked three times.
    while (ends(running).length < 3) {
      await block(client, 'tools', 'rust');
      await running.untilReady();
    }
    await expect
      .poll(
        async () =>
          new Set(
            await Promise.all(
              Array.from(
                { length: 12 },
                async () => (await createApiClient(running.url, client.token).post('/api/tools', { name: 'A' })).body.code as string,
              ),
            ),
          ),
        { timeout: 20_000 * inject('timeoutFactor') },
      )
      .toEqual(new Set(['plugin_unavailable']));
    expect((await client.post('/api/makers', { name: 'Goes on' })).status).toBe(201);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
  });

  it('or leaves an uncaught error is logged, requests in flight finish, and its process is replaced', async () => {
    const running = await start();
    const client = await signIn(running);
    /** A process that ends refuses connections until the next one listens. */
    const untilStarts = (starts: number): Promise<void> =>
      expect.poll(() => running.output().split('Muster is at').length - 1, { timeout: 20_000 * inject('timeoutFactor') }).toBe(starts);
    const saved = await client.post('/api/tools', { name: 'rust unhandled' });
    expect([saved.status, saved.body.name]).toEqual([201, 'rust unhandled']);
    await expect
      .poll(() => findUncaughtErrors(running), { timeout: 20_000 * inject('timeoutFactor') })
      .toEqual([['rust', 'preSave tools rust']]);
    await untilStarts(2);
    expect((await client.post('/api/tools', { name: 'rust uncaught' })).status).toBe(201);
    await expect
      .poll(() => findUncaughtErrors(running)[1], { timeout: 20_000 * inject('timeoutFactor') })
      .toEqual(['rust', 'background work']);
    await untilStarts(3);
    expect((await client.post('/api/makers', { name: 'Goes on' })).status).toBe(201);
  });

  it('while it starts is turned off from the next process on', async () => {
    const running = await start({ BAD_START: 'yes' });
    const client = await signIn(running);
    expect((await client.get('/api/plugins')).body.data[2]).toMatchObject({
      name: 'stuck',
      state: 'off',
      cause: 'Its start blocked the process.',
    });
    expect((await client.post('/api/tools', { name: 'A' })).status).toBe(201);
  });
});
