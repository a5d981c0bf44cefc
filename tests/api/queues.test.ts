import { createHash, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { MusterError } from '../../engine/errors/index.ts';
import type { PluginJob, PluginManifest } from '../../engine/plugin-host/index.ts';
import { removeKeys } from '../contract/queue/remove-keys.ts';
import type { ApiClient } from '../support/api-client.ts';
import { createReplayEffects } from '../support/replay-effects.ts';
import { readService } from '../support/services.ts';
import { startServer, TEST_ADMIN, type TestServer } from '../support/start-server.ts';
import { WORKSHOP } from './each-store.ts';

const WAIT = { timeout: 30_000 * inject('timeoutFactor'), interval: 10 };
type AuditLine = Readonly<Record<string, unknown>>;
const ignore = (): void => undefined;
/** A date that no test reaches. */
const RARELY = '0 0 1 1 *';

let isBroken = true;
/** Payloads of the runs of `mix`. */
let mixed: string[] = [];

const MIX: PluginJob<{ readonly color: string }> = {
  name: 'mix',
  payloadSchema: { type: 'object', required: ['color'], properties: { color: { type: 'string', minLength: 1 } } },
  concurrency: 4,
  run: ({ payload }) => void mixed.push(payload.color),
};

const paint: PluginManifest = {
  name: 'paint',
  version: '1.0.0',
  engine: '*',
  reads: ['tools.name'],
  hooks: {
    postSave: [
      {
        module: 'tools',
        name: 'mix',
        run: async ({ event, record, addJob }) => {
          const name = record?.['name'];
          if (event.kind === 'create')
            for (const part of ['first', 'second']) await addJob(MIX, { color: name === 'none' ? '' : `${name as string} ${part}` });
        },
      },
    ],
  },
  jobs: [
    MIX,
    { name: 'count-coats', schedule: '15 3 * * *', run: async ({ progress }) => ({ coats: 3, progress: (await progress(100)) ?? null }) },
    {
      name: 'dry',
      schedule: RARELY,
      attempts: 2,
      backOff: { kind: 'fixed', delay: 1, jitter: 0 },
      run: () => (isBroken ? Promise.reject(new Error('The paint is wet.')) : 'dry'),
    },
    {
      name: 'peel',
      schedule: RARELY,
      attempts: 5,
      isRetryable: (error) => !(error instanceof MusterError),
      run: ({ refuse }) => refuse('record_not_found'),
    },
    { name: 'never', run: ignore },
    {
      name: 'wait',
      schedule: RARELY,
      run: ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
    },
  ],
};

const redisUrl = readService('REDIS_URL', 'background jobs over Redis');
const mongoUrl = readService('MONGODB_URL', 'background jobs on MongoDB');

describe.each([
  { store: 'sqlite' as const, secret: undefined, place: 'SQLite' },
  ...(mongoUrl === undefined ? [] : [{ store: 'mongodb' as const, secret: undefined, place: 'MongoDB' }]),
  ...(redisUrl === undefined ? [] : [{ store: 'sqlite' as const, secret: `a-secret-of-${randomUUID()}`, place: 'Redis' }]),
])('background jobs in $place', ({ store, secret }) => {
  let server: TestServer;
  const admin = (): ApiClient => server.admin;
  beforeAll(async () => {
    server = await startServer({
      ...WORKSHOP,
      store,
      plugins: [paint],
      // Jobs fail here on purpose.
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      ...(secret === undefined ? {} : { configuration: { secret, redisUrl } }),
    });
  });
  afterAll(async () => {
    await server.stop();
    if (secret === undefined || redisUrl === undefined) return;
    const client = new Redis(redisUrl);
    const installation = createHash('sha256').update(`live events ${secret}`).digest('hex').slice(0, 16);
    expect(await client.keys(`muster-${installation}:paint/*`)).not.toEqual([]);
    await removeKeys(client, `muster-${installation}`);
    await client.quit();
  });

  /** Starts a job and waits until it is in a state. */
  async function run(job: string, state: string): Promise<{ readonly _id: string }> {
    const started = await admin().post(`/api/queues/paint/${job}/run`);
    expect(started.status).toBe(201);
    const path = `/api/queues/paint/${job}/jobs/${started.body._id}`;
    await expect.poll(async () => (await admin().get(path)).body.state, WAIT).toBe(state);
    return started.body;
  }

  it('are listed with their schedules, and run on demand', async () => {
    const { _id } = await run('count-coats', 'completed');
    const { body } = await admin().get('/api/queues');
    const queues = new Map((body.data as readonly { readonly name: string }[]).map((queue) => [queue.name, queue]));
    expect([...queues.keys()]).toEqual(
      expect.arrayContaining(['muster/remove-old-history', 'paint/count-coats', 'paint/dry', 'paint/wait']),
    );
    expect(body.total).toBe(queues.size);
    expect(queues.get('paint/count-coats')).toMatchObject({
      schedule: '15 3 * * *',
      nextAt: expect.stringMatching(/:15:00.000Z$/) as string,
      isDeclared: true,
      running: 0,
      last: { _id, queue: 'paint/count-coats', state: 'completed', attempts: 1, progress: 100, result: { coats: 3 }, error: null },
    });
    const one = await admin().get('/api/queues/paint/count-coats');
    expect([one.status, one.body]).toEqual([200, queues.get('paint/count-coats')]);
    // A queue that has no runs yet is known by its declaration.
    expect((await admin().get('/api/queues/paint/never')).body).toMatchObject({
      name: 'paint/never',
      isDeclared: true,
      last: null,
      waiting: 0,
    });
    expect((await admin().get(`/api/queues/paint/count-coats/jobs/${_id}`)).body).toMatchObject({ _id, payload: null, failures: [] });
  });

  it('fail without further attempts after an error that their plugin does not want repeated', async () => {
    const { _id } = await run('peel', 'failed');
    expect((await admin().get(`/api/queues/paint/peel/jobs/${_id}`)).body).toMatchObject({
      attempts: 1,
      maxAttempts: 5,
      error: { code: 'record_not_found' },
    });
  });

  it('that failed are listed with the reasons, and can be retried', async () => {
    isBroken = true;
    const { _id } = await run('dry', 'failed');
    const { body } = await admin().get('/api/queues/paint/dry/jobs?state=failed&pageSize=5');
    expect(body).toMatchObject({ total: 1, pageNumber: 0, pageSize: 5 });
    expect(body.data).toMatchObject([{ _id, attempts: 2, maxAttempts: 2, error: { code: 'plugin_failed' } }]);
    expect((await admin().get(`/api/queues/paint/dry/jobs/${_id}`)).body.failures).toHaveLength(2);
    isBroken = false;
    expect((await admin().post(`/api/queues/paint/dry/jobs/${_id}/retry`)).status).toBe(200);
    await expect
      .poll(async () => (await admin().get('/api/queues/paint/dry/jobs?state=completed')).body.data, WAIT)
      .toMatchObject([{ _id, result: 'dry', error: null }]);
    expect((await admin().post(`/api/queues/paint/dry/jobs/${_id}/retry`)).body).toMatchObject({ code: 'job_not_failed' });
  });

  it('that run can be cancelled, and are not started twice', async () => {
    const { _id } = await run('wait', 'running');
    expect((await admin().post('/api/queues/paint/wait/run')).body).toMatchObject({ code: 'job_duplicate' });
    expect((await admin().post(`/api/queues/paint/wait/jobs/${_id}/cancel`)).status).toBe(200);
    await expect
      .poll(async () => (await admin().get(`/api/queues/paint/wait/jobs/${_id}`)).body, WAIT)
      .toMatchObject({
        state: 'failed',
        error: { code: 'job_cancelled' },
      });
    const again = await admin().post(`/api/queues/paint/wait/jobs/${_id}/cancel`);
    expect([again.status, again.body.code]).toEqual([409, 'job_ended']);
  });

  it('are audited: who ran, retried and cancelled them, and nothing for an action that failed', async () => {
    const boss = (await admin().post('/api/users/search', { searchTerms: { email: TEST_ADMIN.email } })).body.data[0]._id;
    const trail = async (queue: string): Promise<readonly AuditLine[]> =>
      (await admin().post('/api/audit-log/search', { searchTerms: { module: 'queues', record_name: queue }, pageSize: 100 })).body.data;
    const before = { dry: await trail('paint/dry'), wait: await trail('paint/wait') };
    isBroken = true;
    const dry = (await run('dry', 'failed'))._id;
    isBroken = false;
    await admin().post(`/api/queues/paint/dry/jobs/${dry}/retry`);
    await expect.poll(async () => (await admin().get(`/api/queues/paint/dry/jobs/${dry}`)).body.state, WAIT).toBe('completed');
    const wait = (await run('wait', 'running'))._id;
    const refused = [await admin().post('/api/queues/paint/wait/run'), await admin().post(`/api/queues/paint/dry/jobs/${dry}/retry`)];
    await admin().post(`/api/queues/paint/wait/jobs/${wait}/cancel`);
    await expect.poll(async () => (await admin().get(`/api/queues/paint/wait/jobs/${wait}`)).body.state, WAIT).toBe('failed');
    refused.push(await admin().post(`/api/queues/paint/wait/jobs/${wait}/cancel`));
    expect(refused.map(({ body }) => body.code)).toEqual(['job_duplicate', 'job_not_failed', 'job_ended']);
    const entry = (queue: string, id: string, action: string): AuditLine => ({
      ...{ changed_by: boss, changed_through: null, module: 'queues', fullModule: 'Background jobs', changeSource: 'administration' },
      ...{ record_id: `${queue}/${id}`, record_name: queue, field: 'action', previous_value: null, new_value: action },
      date_created: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    const added = async (queue: 'dry' | 'wait'): Promise<readonly AuditLine[]> => {
      const lines = await trail(`paint/${queue}`);
      return lines.slice(0, lines.length - before[queue].length);
    };
    expect(await added('dry')).toMatchObject([entry('paint/dry', dry, 'retry'), entry('paint/dry', dry, 'run')]);
    expect(await added('wait')).toMatchObject([entry('paint/wait', wait, 'cancel'), entry('paint/wait', wait, 'run')]);
    const path = `/api/audit-log/get-record-changes-by-module/queues/${encodeURIComponent(`paint/wait/${wait}`)}`;
    expect((await admin().get(path)).body.data).toHaveLength(2);
  });

  it('are added by hooks with a payload that is checked, once for each save', async () => {
    mixed = [];
    const made = [await admin().post('/api/tools', { name: 'red' }), await admin().post('/api/tools', { name: 'blue' })];
    const expected = ['blue first', 'blue second', 'red first', 'red second'];
    await expect.poll(() => [...mixed].sort(), WAIT).toEqual(expected);
    for (const { body } of made) await createReplayEffects(() => server)('tools', body._id);
    await server.application.outbox.drain();
    // The state of a job is written after its run.
    await expect.poll(async () => (await admin().get('/api/queues/paint/mix/jobs?state=completed')).body.total, WAIT).toBe(4);
    expect([...mixed].sort()).toEqual(expected);
    expect((await admin().post('/api/queues/paint/mix/run')).body).toMatchObject({ code: 'job_invalid' });
    const queue = (await admin().get('/api/queues')).body.data.find(({ name }: { readonly name: string }) => name === 'paint/mix');
    expect(queue).toMatchObject({ schedule: null, nextAt: null, isDeclared: true });
    await admin().post('/api/tools', { name: 'none' });
    await server.application.outbox.drain();
    const { data } = (await admin().get('/api/outbox/failing')).body;
    expect(data).toMatchObject([{ code: 'job_invalid', text: expect.stringContaining('its payload/color') as string }]);
    expect(mixed).toHaveLength(4);
  });

  it('that are unknown, and wrong parameters, are refused with a clear error', async () => {
    const codeOf = async (path: string): Promise<readonly unknown[]> => {
      const { status, body } = await admin().get(path);
      return [status, body.code];
    };
    expect(await codeOf('/api/queues/paint/none/jobs?state=failed')).toEqual([404, 'queue_not_found']);
    expect(await codeOf('/api/queues/paint/none')).toEqual([404, 'queue_not_found']);
    expect((await admin().get('/api/queues/paint/dry/jobs?state=failed&pageSize=200')).body).toMatchObject({ pageSize: 200 });
    const tooMany = await admin().get('/api/queues/paint/dry/jobs?state=failed&pageSize=201');
    expect([tooMany.status, tooMany.body.code, tooMany.body.details]).toEqual([
      422,
      'parameter_invalid',
      [{ field: 'pageSize', code: 'maximum', message: 'Use 200 or less.' }],
    ]);
    expect(await codeOf('/api/queues/paint/dry/jobs/none')).toEqual([404, 'job_not_found']);
    expect(await codeOf('/api/queues/paint/dry/jobs')).toEqual([422, 'parameter_invalid']);
    expect(await codeOf('/api/queues/paint/dry/jobs?state=lost')).toEqual([422, 'parameter_invalid']);
    expect(await codeOf('/api/queues/paint/dry/jobs?state=failed&pageNumber=900&pageSize=100')).toEqual([422, 'job_invalid']);
    expect((await admin().post('/api/queues/paint/none/run')).body).toMatchObject({ code: 'queue_not_found' });
    expect((await admin().post('/api/queues/paint/dry/jobs/none/retry')).body).toMatchObject({ code: 'job_not_found' });
    expect((await admin().post('/api/queues/paint/dry/jobs/none/cancel')).body).toMatchObject({ code: 'job_not_found' });
  });

  it('are for System Admins only', async () => {
    const email = 'hand@muster.test';
    const person = { email, password: 'Hand-pass1!', first_name: 'Hal', last_name: 'Hand', userType: 'Admin', roles: ['role_keeper'] };
    await admin().post('/api/users/register', person);
    const hand = await server.signIn(email, person.password);
    const trail = async (): Promise<unknown> => (await admin().get('/api/audit-log?module=queues&pageSize=100')).body;
    const before = await trail();
    for (const response of [
      await hand.get('/api/queues'),
      await hand.get('/api/queues/paint/dry'),
      await hand.get('/api/queues/paint/dry/jobs?state=failed'),
      await hand.get('/api/queues/paint/dry/jobs/1'),
      await hand.post('/api/queues/paint/dry/run'),
      await hand.post('/api/queues/paint/dry/jobs/1/retry'),
      await hand.post('/api/queues/paint/dry/jobs/1/cancel'),
      await hand.get('/api/audit-log?module=queues'),
      await hand.post('/api/audit-log/search', { searchTerms: { module: 'queues' } }),
      await hand.get('/api/audit-log/get-record-changes-by-module/queues/paint%2Fdry%2F1'),
    ])
      expect([response.status, response.body.code]).toEqual([403, 'admin_only']);
    expect(await trail()).toEqual(before);
    expect((await server.anonymous.get('/api/queues')).status).toBe(401);
  });
});
