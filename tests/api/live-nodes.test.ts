import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import type { LiveClient } from '../support/live-client.ts';
import { openLive } from '../support/open-live.ts';
import { readService } from '../support/services.ts';
import { startProcess, type TestProcess } from '../support/start-process.ts';
import { dropDatabase, makeDatabaseUrl } from '../support/prepared-data.ts';

const ADMIN = { email: 'boss@muster.test', password: 'Process-pass1!' };
const STAFF = { email: 'staff@muster.test', password: 'Recruit-pass1!' };
const SECRET = 'a-secret-of-tests-that-is-long-enough-0123456789';

const redisUrl = readService('REDIS_URL', 'live events between nodes over Redis');
const stores = ['sqlite', ...(readService('MONGODB_URL', 'live events between nodes on MongoDB') === undefined ? [] : ['mongodb'])];
const worlds = stores.flatMap((store) => [{ store, by: 'the store' }, ...(redisUrl === undefined ? [] : [{ store, by: 'Redis' }])]);

describe.each(worlds)('Two nodes on $store that share events through $by', ({ store, by }) => {
  const running: TestProcess[] = [];
  const open: LiveClient[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-live-'));
  const mongodbUrl = store === 'mongodb' ? makeDatabaseUrl() : undefined;
  let line: TcpProxy | undefined;
  let here: ApiClient;
  let there: ApiClient;

  const start = async (): Promise<TestProcess> => {
    const started = await startProcess({
      MUSTER_DATA_DIR: folder,
      MUSTER_SECRET: SECRET,
      MUSTER_ADMIN_EMAIL: ADMIN.email,
      MUSTER_ADMIN_PASSWORD: ADMIN.password,
      ...(mongodbUrl === undefined ? {} : { MONGODB_URL: mongodbUrl }),
      ...(line === undefined ? {} : { REDIS_URL: line.url }),
    });
    running.push(started);
    await started.untilReady();
    return started;
  };
  const join = async (client: ApiClient): Promise<LiveClient> => {
    const live = await openLive(client.url, client.token);
    open.push(live);
    return live;
  };
  const makeLead = async (client: ApiClient, name: string): Promise<string> => {
    const made = await client.post('/api/leads?duplicates=allow', { first_name: 'Node', last_name: name });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body._id as string;
  };

  beforeAll(async () => {
    if (by === 'Redis') line = await startTcpProxy(redisUrl ?? '');
    const first = await start();
    const second = await start();
    const token = (await createApiClient(first.url, undefined).post('/api/users/login', ADMIN)).body.token as string;
    here = createApiClient(first.url, token);
    const made = await here.post('/api/users/register', {
      ...STAFF,
      first_name: 'Sam',
      last_name: 'Staff',
      userType: 'Standard',
      roles: ['role_recruiter'],
      active: true,
    });
    expect(made.status).toBe(201);
    there = createApiClient(
      second.url,
      (await createApiClient(second.url, undefined).post('/api/users/login', STAFF)).body.token as string,
    );
  });
  afterEach(() => {
    for (const live of open.splice(0)) live.close();
  });
  afterAll(async () => {
    for (const one of running) {
      one.child.kill('SIGKILL');
      await one.ended;
    }
    await line?.disconnect();
    rmSync(folder, { recursive: true, force: true });
    if (mongodbUrl !== undefined) await dropDatabase(mongodbUrl);
  });

  const testEventsAcrossNodes = async (): Promise<void> => {
    const [mine, theirs] = [await join(here), await join(there)];
    for (const live of [mine, theirs]) await live.subscribe('all', { kind: 'list', module: 'leads' });
    const id = await makeLead(here, 'Across');
    expect(await theirs.next('change', (one) => one.id === id)).toMatchObject({ subs: { all: 'enters' } });
    await there.put(`/api/leads/${id}`, { description: 'Seen' });
    expect(await mine.next('change', (one) => one.id === id && one.kind === 'update')).toMatchObject({ values: { description: 'Seen' } });
    mine.send({ type: 'present', module: 'leads', id });
    theirs.send({ type: 'present', module: 'leads', id, field: 'description' });
    expect(await mine.next('presence', (one) => one.people.length > 0)).toMatchObject({
      people: [{ name: 'Sam Staff', field: 'description' }],
    });
    theirs.close();
    await mine.next('presence', (one) => one.people.length === 0);
  };

  it('send each other changes and presence', testEventsAcrossNodes);

  it('make the browsers of all nodes reload', async () => {
    const theirs = await join(there);
    expect((await here.post('/api/events/trigger-update', {})).status).toBe(200);
    expect(await theirs.next('event')).toEqual({ type: 'event', name: 'system-update-event', data: {} });
  });

  it('use the value of a setting that was saved at another node at once', async () => {
    for (const value of ['Northwind', '']) {
      const { data } = (await here.get('/api/admin-settings/forms')).body as { data: { _id: string; key: string; version: number }[] };
      const { _id, version } = data.find(({ key }) => key === 'company_name') ?? { _id: '', version: 0 };
      expect((await here.put(`/api/admin-settings/${_id}/value`, { value, version })).body).toEqual({ success: true });
      expect((await there.get('/api/shell')).body.settings.company_name).toBe(value);
    }
  });

  it('show the new value to every read that begins when the change has arrived', async () => {
    const theirs = await join(there);
    await theirs.subscribe('all', { kind: 'list', module: 'leads' });
    const id = await makeLead(here, 'Fresh');
    await theirs.next('change', (one) => one.id === id);
    const search = async (description: string) =>
      (await there.post('/api/leads/search', { searchTerms: { last_name: 'Fresh', description }, sortField: 'description' })).body;
    const list = async () => (await there.post('/api/leads/search', { searchTerms: { last_name: 'Fresh' } })).body;
    for (let step = 1; step <= 10; step += 1) {
      // This node has cached what it is about to read again.
      expect([(await list()).total, (await search(`Step ${step}`)).total]).toEqual([1, 0]);
      expect((await here.put(`/api/leads/${id}`, { description: `Step ${step}` })).status).toBe(200);
      await theirs.next('change', (one) => one.id === id && one.values['description'] === `Step ${step}`);
      const [listed, found, record] = await Promise.all([list(), search(`Step ${step}`), there.get(`/api/leads/${id}`)]);
      expect([listed.data[0].description, found.total, record.body.description]).toEqual([`Step ${step}`, 1, `Step ${step}`]);
    }
  });

  it('send an event to its audience at all nodes, and to nobody else', async () => {
    const [mine, theirs] = [await join(here), await join(there)];
    const { _id: staff } = (await there.get('/api/users/user-session')).body.user;
    const sent = await here.post('/api/muster-messages', { sentTo: staff, message: 'Hello' });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    // Another event goes to the author too: it says that the conversation changed.
    const name = 'new-muster-message-event';
    expect(await theirs.next('event', (one) => one.name === name)).toMatchObject({ data: { message: sent.body._id } });
    await mine.settled();
    expect(mine.received.filter((one) => one.type === 'event' && one.name === name)).toEqual([]);
  });

  it('let a browser resume at the other node from its last position', async () => {
    const mine = await join(here);
    await mine.subscribe('all', { kind: 'list', module: 'leads' });
    const before = await makeLead(here, 'Before');
    await mine.next('change', (one) => one.id === before);
    const { position } = mine;
    mine.close();
    const missed = await makeLead(here, 'Missed');
    const after = await openLive(there.url, here.token);
    open.push(after);
    await after.subscribe('all', { kind: 'list', module: 'leads' });
    after.send({ type: 'resume', position });
    await after.next('resumed');
    expect(after.received.flatMap((one) => (one.type === 'change' ? [one.id] : []))).toEqual([missed]);
  });

  if (by === 'Redis')
    it('lose nothing while Redis is unavailable, log it, and use Redis again when it is back', async () => {
      const [first] = running;
      await line?.disconnect();
      await first?.untilPrinted(/Redis is unavailable/);
      await testEventsAcrossNodes();
      await line?.reconnect();
      await first?.untilPrinted(/Redis is back/);
      line?.takeBytes();
      await testEventsAcrossNodes();
      expect(line?.takeBytes()).toBeGreaterThan(0);
    });
});
