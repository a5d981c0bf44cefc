import { beforeAll, expect, inject, it } from 'vitest';
import { removeOldExports } from '../../engine/export-jobs/remove-exports.ts';
import { changeExport, writeExport, type StoredExport } from '../../engine/export-jobs/stored-export.ts';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { describeOnEachStore } from './each-store.ts';

type Body = TestResponse['body'];

const RIGHTS = { tools: { access: true, create: true, export: true, view: 'All', edit: 'All' } };
const linesOf = (text: unknown): readonly string[] => String(text).trim().split('\r\n');

describeOnEachStore('Exports that run as jobs', (server) => {
  const admin = (): ApiClient => server().admin;
  const { make } = createRecordHelpers(admin);
  let [clerk, other]: ApiClient[] = [];
  let [clerkId, team] = ['', ''];
  const of = (one: ApiClient | undefined): ApiClient => {
    if (one === undefined) throw new Error('no client');
    return one;
  };
  const start = async (more: object = {}, client = of(clerk)): Promise<Body> =>
    must(
      client.post('/api/exports', {
        module: 'tools',
        format: 'csv',
        fields: ['name'],
        searchTerms: { name: { startsWith: 'Job' } },
        ...more,
      }),
      202,
    );
  const untilEnded = async (id: string, client = of(clerk)): Promise<Body> => {
    let view: Body = undefined;
    await waitUntil(
      async () => {
        view = await must(client.get(`/api/exports/${id}`));
        return ['done', 'failed', 'cancelled'].includes(view.state as string);
      },
      { timeout: 60_000 * inject('timeoutFactor'), what: 'The end of the export' },
    );
    return view;
  };
  const readAudits = async (): Promise<number> =>
    (await must(admin().post('/api/audit-log/search', { searchTerms: { module: 'exports' }, pageSize: 1 }))).total as number;

  beforeAll(async () => {
    for (const name of ['Job plane', 'Job saw', 'Job vice']) await make('/api/tools', { name });
    team = (await make('/api/teams', { name: 'Exporters' }))._id;
    await make('/api/roles', { name: 'Exports tools', module_access: RIGHTS });
    await make('/api/roles', { name: 'Looks at tools', module_access: { tools: { ...RIGHTS.tools, export: false } } });
    clerk = await createSignedInUser(server(), 'exporter@muster.test', ['Exports tools']);
    other = await createSignedInUser(server(), 'exporter.other@muster.test', ['Exports tools']);
    clerkId = (await must(clerk.get('/api/shell'))).user._id as string;
  });

  it('have the records of a large selection', async () => {
    const [saw] = (await must(admin().post('/api/tools/search', { searchTerms: { name: 'Job saw' } }))).data;
    const ids = [...Array.from({ length: 20_000 }, (_, at) => `id${at}`), saw._id];
    const done = await untilEnded((await start({ ids }))._id);
    expect(done).toMatchObject({ state: 'done', progress: { done: 1, total: 1 } });
  });

  it('write a file that its user downloads, tell them, and are in the audit log like a direct export', async () => {
    const before = await readAudits();
    const earlier = (await must(of(clerk).get('/api/notifications'))).data.length as number;
    const started = await start();
    expect(started).toMatchObject({ module: 'tools', progress: { done: 0 }, filename: expect.stringMatching(/^Tools .*\.csv$/) as string });
    const view = await untilEnded(started._id);
    expect(view).toMatchObject({ state: 'done', progress: { done: 3, total: 3 }, problem: null });
    expect(view.size).toBeGreaterThan(10);
    const days = (Date.parse(view.expiresAt as string) - Date.parse(view.endedAt as string)) / 86_400_000;
    expect(days).toBe(7);
    const file = await of(clerk).get(`/api/exports/${view._id}/file`);
    expect(linesOf(file.body)).toEqual(['Name', 'Job plane', 'Job saw', 'Job vice']);
    expect(file.headers.get('content-disposition')).toContain(view.filename);
    expect(await readAudits()).toBe(before + 1);
    // The export has ended before its user is notified.
    const read = async () => (await must(of(clerk).get('/api/notifications'))).data as readonly object[];
    await expect.poll(async () => (await read()).length).toBe(earlier + 1);
    const data = await read();
    const text = `The export ${view.filename} is ready`;
    expect(data[0]).toMatchObject({ kind: 'export_ready', path: '/exports', module: null, record: null, text });
    expect((await must(of(clerk).get('/api/exports'))).data[0]).toMatchObject({ _id: view._id });
  });

  it('belong to their user alone', async () => {
    const { _id } = await untilEnded((await start())._id);
    for (const client of [of(other), admin()]) {
      for (const path of [`/api/exports/${_id}`, `/api/exports/${_id}/file`])
        expect((await client.get(path)).body.code).toBe('export_not_found');
      expect((await client.post(`/api/exports/${_id}/cancel`, {})).body.code).toBe('export_not_found');
      expect((await client.delete(`/api/exports/${_id}`)).body.code).toBe('export_not_found');
    }
    expect((await must(of(other).get('/api/exports'))).total).toBe(0);
  });

  it('are refused without the right, and with a filter or field that is not valid', async () => {
    const looker = await createSignedInUser(server(), 'exporter.looker@muster.test', ['Looks at tools']);
    expect((await looker.post('/api/exports', { module: 'tools' })).body.code).toBe('action_not_allowed');
    expect((await of(clerk).post('/api/exports', { module: 'tools', searchTerms: { nothing: 1 } })).body.code).toBe('unknown_field');
    expect((await of(clerk).post('/api/exports', { module: 'tools', fields: ['nothing'] })).body.code).toBe('unknown_field');
    expect((await of(clerk).post('/api/exports', { module: 'nothing' })).status).toBe(404);
  });

  it('give out no file after the rights changed, or its time is over, and remove it', async () => {
    const { application } = server();
    const { _id } = await untilEnded((await start())._id);
    await must(admin().put(`/api/users/${clerkId}`, { teams: [team] }));
    expect((await of(clerk).get(`/api/exports/${_id}/file`)).body.code).toBe('export_rights_changed');
    await must(admin().put(`/api/users/${clerkId}`, { teams: [] }));
    await must(of(clerk).get(`/api/exports/${_id}/file`));
    const stored = await changeExport(application.store, _id, (now) => ({ ...now, due: application.clock.now() }));
    expect((await of(clerk).get(`/api/exports/${_id}/file`)).body.code).toBe('export_expired');
    expect(await removeOldExports(application)).toBeGreaterThan(0);
    expect((await of(clerk).get(`/api/exports/${_id}`)).body.code).toBe('export_not_found');
    expect(await application.contents.stat(stored.content ?? '')).toBeUndefined();
  });

  it('can be cancelled, removed, and continue after a process that was killed', async () => {
    const { application } = server();
    // As a process leaves it that was killed while it wrote the file.
    const done = await untilEnded((await start())._id);
    const { _id: _, _version: __, ...body } = await changeExport(application.store, done._id as string, () => undefined);
    const killed: StoredExport = {
      ...body,
      _id: application.ids.next(),
      _version: 0,
      state: 'running',
      content: application.ids.next(),
      done: 1,
    };
    await application.store.commit({ writes: [writeExport(undefined, killed)] });
    expect((await of(clerk).delete(`/api/exports/${killed._id}`)).body.code).toBe('export_state_wrong');
    expect((await of(clerk).get(`/api/exports/${killed._id}/file`)).body.code).toBe('export_state_wrong');
    await application.jobs.runNow('muster/continue-exports');
    expect(await untilEnded(killed._id)).toMatchObject({ state: 'done', progress: { done: 3, total: 3 } });
    const waiting: StoredExport = { ...killed, _id: application.ids.next(), state: 'waiting', content: null };
    await application.store.commit({ writes: [writeExport(undefined, waiting)] });
    expect(await must(of(clerk).post(`/api/exports/${waiting._id}/cancel`, {}))).toMatchObject({ state: 'cancelled' });
    expect((await of(clerk).post(`/api/exports/${waiting._id}/cancel`, {})).body.code).toBe('export_state_wrong');
    await must(of(clerk).delete(`/api/exports/${waiting._id}`));
    expect((await of(clerk).get(`/api/exports/${waiting._id}`)).body.code).toBe('export_not_found');
  });

  it('of somebody who lost the right fail with a text, and are limited in number', async () => {
    const { application } = server();
    const user = await createSignedInUser(server(), 'exporter.leaves@muster.test', ['Exports tools']);
    const done = await untilEnded((await start({}, user))._id, user);
    const stored = await changeExport(application.store, done._id as string, () => undefined);
    await must(admin().put(`/api/users/${stored.user}`, { roles: [] }));
    const lost: StoredExport = { ...stored, _id: application.ids.next(), _version: 0, state: 'waiting', content: null };
    await application.store.commit({ writes: [writeExport(undefined, lost)] });
    await application.jobs.runNow('muster/continue-exports');
    expect(await untilEnded(lost._id, user)).toMatchObject({ state: 'failed', problem: { code: 'module_access_denied' } });
    for (let at = 0; at < 5; at += 1)
      await application.store.commit({
        writes: [writeExport(undefined, { ...lost, _id: application.ids.next(), user: clerkId, state: 'waiting', module: 'gone' })],
      });
    expect((await of(clerk).post('/api/exports', { module: 'tools' })).body.code).toBe('exports_too_many');
  });
});
