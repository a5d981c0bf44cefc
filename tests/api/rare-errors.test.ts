import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { composeApplication, readConfiguration } from '../../engine/application/index.ts';
import { createPluginHost } from '../../engine/plugin-host/index.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { startServer } from '../support/start-server.ts';
import { WORKSHOP } from './each-store.ts';

const ignore = (): void => undefined;
const log: LogPort = { debug: ignore, info: ignore, warn: ignore, error: ignore };

describe('Rare errors', () => {
  it('internal_error: an unexpected error is returned with an id, and without its cause', async () => {
    let failures = 0;
    const clock = { now: () => ((failures -= 1) >= 0 ? fail() : Date.now()) };
    const server = await startServer({ ...WORKSHOP, store: 'sqlite', clock });
    try {
      failures = 1;
      const { status, body } = await server.admin.post('/api/tools', { name: 'Late' });
      expect([status, body]).toEqual([
        500,
        { error: 'Something went wrong on our side. Nothing was saved.', code: 'internal_error', details: [], errorId: expect.any(String) },
      ]);
      expect((await server.admin.get('/api/tools')).body.total).toBe(0);
      expect((await server.admin.post('/api/tools', { name: 'Late' })).status).toBe(201);
    } finally {
      await server.stop();
    }
  });

  it('too_many_requests: endpoints without a session have a limit per minute and address', async () => {
    const server = await startServer({ ...WORKSHOP, store: 'sqlite' });
    try {
      // All requests are in the same minute, however long they take.
      vi.spyOn(Date, 'now').mockReturnValue(Date.now());
      const responses = [];
      for (let turn = 0; turn < 61; turn += 1)
        responses.push(await server.anonymous.post('/api/users/password-reset', { email: `nobody${turn}@muster.test` }));
      expect(responses.slice(0, 60).every(({ status }) => status === 200)).toBe(true);
      expect([responses[60]?.status, responses[60]?.body.code]).toEqual([429, 'too_many_requests']);
      expect(Number(responses[60]?.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await server.stop();
    }
  });

  it('overloaded: an endpoint of a plugin is called before the product is ready', async () => {
    const host = createPluginHost({
      plugins: [
        {
          name: 'early',
          version: '1.0.0',
          engine: '*',
          routes: [{ method: 'POST', path: '/api/early', handle: () => Promise.resolve({ body: {} }) }],
        },
      ],
      engineVersion: '0.1.0',
      pluginsFolder: '/nowhere',
      log,
    });
    await expect(
      host.routes[0]?.handle({
        actor: { kind: 'system', name: 'test' },
        parameters: {},
        query: {},
        client: { address: '127.0.0.1', program: '' },
        body: undefined,
        batchId: undefined,
      }),
    ).rejects.toMatchObject({ code: 'overloaded', status: 503 });
  });

  it('overloaded: the event loop is delayed for seconds; /api/health still responds', async () => {
    let delay = 0;
    const server = await startServer({ ...WORKSHOP, store: 'sqlite', maxLoopDelay: 4_000, readLoopDelay: () => delay });
    try {
      delay = 5_000;
      const [tools, health] = await Promise.all([server.admin.get('/api/tools'), server.anonymous.get('/api/health')]);
      expect([tools.status, tools.body.code, tools.headers.get('retry-after')]).toEqual([503, 'overloaded', '2']);
      expect([health.status, health.body.status]).toEqual([200, 'ok']);
      // Nothing was measured, after a pause of the machine.
      for (delay of [4_000, Infinity]) expect((await server.admin.get('/api/tools')).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  it('data_version_unknown: data of a later version are not changed', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'muster-later-'));
    const compose = () =>
      composeApplication(readConfiguration({ MUSTER_DATA_DIR: folder, MUSTER_SEED: 'none' }, folder), { watchdog: false, log });
    try {
      const application = await compose();
      const [meta] = await application.store.get('_meta', ['data']);
      if (meta === undefined) throw new Error('The store says nothing of its data');
      const { document } = meta;
      await application.store.commit({
        writes: [
          {
            kind: 'update',
            collection: '_meta',
            document: { ...document, _version: document._version + 1, dataVersion: 999 },
            keys: {},
            previousKeys: {},
            expectedVersion: document._version,
            definitionVersion: 0,
          },
        ],
      });
      await application.close();
      await expect(compose()).rejects.toMatchObject({ code: 'data_version_unknown', message: expect.stringContaining('999') });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

function fail(): never {
  throw new TypeError('The clock of Ann Person stopped.');
}
