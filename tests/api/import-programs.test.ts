import { beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { must } from '../support/record-helpers.ts';
import { describeRules } from './each-store.ts';
import { IMPORT_TIMEOUT, createImportCalls } from './import-calls.ts';

type Body = TestResponse['body'];

describeRules('Imports of programs and of other users', (server) => {
  const { admin, send, step, ended, program, open, put, rowsOf, fieldsOf, start, run, totalOf } = createImportCalls(server);
  let keeper: ApiClient;
  let borrower: ApiClient;

  beforeAll(async () => {
    keeper = await createSignedInUser(server(), 'import.keeper@muster.test', ['Keeper']);
    borrower = await createSignedInUser(server(), 'import.borrower@muster.test', ['Borrower']);
  });

  /** Waits until no job works on an import. */
  const noJob = async (): Promise<void> => {
    const { queue } = server().application;
    const isIdle = async () => (await queue.health(['muster/run-imports'])).every(({ running, waiting }) => running + waiting === 0);
    await waitUntil(isIdle, { timeout: IMPORT_TIMEOUT, what: 'The end of the job' });
  };

  it('belongs to its user, and needs the rights that its rows need', async () => {
    const view = await open('Name,Cost,Serial number\nKept,5,K-1\n', keeper);
    // The keeper does not see costs, and may not write serial numbers.
    expect(fieldsOf(view)).toEqual(['name', null, 'serial']);
    // A field that they do not see is not named either.
    expect(view.columns.map(({ refused }: Body) => refused)).toEqual([null, null, null]);
    const fields = (await must(keeper.get(`/api/imports/${view._id}/fields`))).data as readonly { field: string; matchOnly: boolean }[];
    expect(fields.map(({ field }) => field)).not.toContain('cost');
    expect(fields.find(({ field }) => field === 'serial')?.matchOnly).toBe(true);
    for (const body of [
      { columns: [{ index: 1, field: 'cost' }] },
      { columns: [{ index: 1, field: 'cost' }], duplicates: { action: 'update', by: ['cost'] } },
      { constants: { cost: 1 } },
    ]) {
      const response = await put(view._id, body, keeper);
      expect(response).toMatchObject({ status: 422, body: { code: 'import_mapping_invalid' } });
      expect(JSON.stringify(response.body.details)).toContain('unknown_field');
    }
    expect((await program('Name,Cost\nA,1\n', '', keeper)).body.code).toBe('unknown_field');
    for (const call of [
      borrower.get(`/api/imports/${view._id}`),
      borrower.get(`/api/imports/${view._id}/rows`),
      borrower.get(`/api/imports/${view._id}/errors`),
      put(view._id, {}, borrower),
      step(view._id, 'start', {}, borrower),
      step(view._id, 'pause', {}, borrower),
      borrower.delete(`/api/imports/${view._id}`),
    ])
      expect(await call).toMatchObject({ status: 404, body: { code: 'import_not_found' } });
    expect((await must(admin().get(`/api/imports/${view._id}`)))._id).toBe(view._id);
    expect((await must(borrower.get('/api/imports'))).data).toEqual([]);
    expect((await must(keeper.get('/api/imports'))).data.map(({ _id }: Body) => _id)).toContain(view._id);
    for (const mode of ['create', 'update&key=_id', 'upsert&key=_id'])
      expect((await program('_id,Name\nx,A\n', `?mode=${mode}`, borrower)).body.code).toBe('action_not_allowed');
    expect((await send('Name\nA\n', borrower)).body.code).toBe('action_not_allowed');
    expect((await send('Name\nA\n', borrower, 'a.csv', 'makers')).body.code).toBe('module_access_denied');
    expect((await server().anonymous.get('/api/imports')).status).toBe(401);
    expect(await must(keeper.delete(`/api/imports/${view._id}`))).toEqual({ success: true });
    expect((await keeper.get(`/api/imports/${view._id}`)).status).toBe(404);
  });

  it('of a program creates, changes and checks records by a key', async () => {
    const file = 'serial,Name,state,place.city\nP-1,Program 1,In use,Rome\nP-2,Program 2,nothing,\nP-1,Program 1 again,,\n';
    const dry = await run(file, '?mode=upsert&key=serial&dryRun=true');
    expect(dry).toMatchObject({ state: 'done', source: 'program', batchId: null, progress: { created: 1, updated: 1, refused: 1 } });
    expect(await totalOf('program')).toBe(0);
    const done = await run(file, '?mode=upsert&key=serial');
    expect(done).toMatchObject({ state: 'done', progress: { created: 1, updated: 1, unchanged: 0, refused: 1 } });
    expect(done.refused).toEqual([{ row: 3, field: 'state', code: 'not_an_option', text: 'Not an option of State' }]);
    expect((await must(admin().post('/api/tools/search', { searchTerms: { serial: 'P-1' } }))).data).toMatchObject([
      { name: 'Program 1 again', state: 'in_use', place: { city: 'Rome' } },
    ]);
    expect((await run('serial,Name\nP-1,Program 1 again\n', '?mode=upsert&key=serial')).progress).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 1,
    });
    expect((await run('serial,weight\nP-9,1\n,2\n', '?mode=update&key=serial')).refused).toMatchObject([
      { row: 2, code: 'record_not_found' },
      { row: 3, field: 'serial', code: 'required' },
    ]);
    const lines = '{"serial":"P-1","weight":7,"tags":["new"]}\n{"serial":"P-3","name":"Program 3","extras":{"isLoud":true}}\n';
    expect((await run(lines, '?mode=upsert&key=serial', admin(), 'application/x-ndjson')).progress).toMatchObject({
      created: 1,
      updated: 1,
    });
    expect((await must(admin().post('/api/tools/search', { searchTerms: { serial: 'P-3' } }))).data).toMatchObject([
      { extras: { isLoud: true } },
    ]);
  });

  it('of a program is refused for parameters that cannot be used, and is not repeated', async () => {
    const codeOf = async (content: string, query: string, type = 'text/csv'): Promise<unknown> =>
      (await program(content, query, admin(), type)).body.code;
    expect(await codeOf('name\nA\n', '?mode=create&key=name')).toBe('parameter_invalid');
    expect(await codeOf('name\nA\n', '?mode=upsert&key=name')).toBe('parameter_invalid');
    expect(await codeOf('name\nA\n', '?mode=upsert&key=serial')).toBe('parameter_invalid');
    expect(await codeOf('name\nA\n', '?mode=upsert&key=nothing')).toBe('unknown_field');
    expect(await codeOf('name,wrong\nA,1\n', '')).toBe('unknown_field');
    expect(await codeOf('name\nA\n', '?mode=all')).toBe('parameter_invalid');
    expect(await codeOf('name\nA\n', '', 'text/html')).toBe('unsupported_media_type');
    expect(await codeOf('{"a":1}', '', 'application/json')).toBe('unsupported_media_type');
    const headers = { 'idempotency-key': 'import-once' };
    const first = await program('name\nOnce only\n', '', admin(), 'text/csv', headers);
    await ended(first.body._id);
    const repeated = await program('name\nOnce only\n', '', admin(), 'text/csv', headers);
    expect(repeated).toMatchObject({ status: 202, body: { _id: first.body._id } });
    expect((await program('name\nOther\n', '', admin(), 'text/csv', headers)).body.code).toBe('idempotency_conflict');
    expect(await program('name\nOnce only\n')).toMatchObject({ status: 409, body: { code: 'import_repeated', import: first.body._id } });
    expect((await run('name\nOnce only\n', '?again=true')).progress).toMatchObject({ created: 1 });
    expect(await totalOf('once only')).toBe(2);
    // A person is told too, unless rows are compared with records.
    const view = await open('name\nOnce only\n');
    expect(view.earlier).toMatchObject({ _id: expect.any(String) });
    await must(put(view._id, { duplicates: { action: 'allow', by: [] } }));
    expect(await step(view._id, 'start')).toMatchObject({ status: 409, body: { code: 'import_repeated' } });
    expect((await start(view._id, { again: true })).progress).toMatchObject({ created: 1 });
  });

  it('is paused, resumed and cancelled between its rows, and doubles nothing', async () => {
    const count = 1_100;
    const names = Array.from({ length: count }, (_, at) => `Long ${at},${at % 900}`).join('\n');
    const view = await open(`Name,Weight\n${names}\n`);
    // A large file is checked by a job.
    expect((await step(view._id, 'check')).status).toBe(202);
    expect((await ended(view._id)).summary).toMatchObject({ rows: count, new: count });
    expect((await rowsOf(view._id, '?state=new&pageSize=3&pageNumber=300')).data.map(({ row }: Body) => row)).toEqual([902, 903, 904]);
    await must(step(view._id, 'start'), 202);
    expect((await must(step(view._id, 'pause'))).state).toBe('paused');
    expect((await step(view._id, 'pause')).body.code).toBe('import_state_wrong');
    expect((await put(view._id, {})).body.code).toBe('import_state_wrong');
    await noJob();
    const paused = await must(admin().get(`/api/imports/${view._id}`));
    expect(paused.progress.done).toBeLessThan(count);
    expect(await totalOf('long ')).toBe(paused.progress.created);
    await must(step(view._id, 'resume'), 202);
    const done = await ended(view._id);
    expect(done).toMatchObject({ state: 'done', progress: { done: count, created: count, refused: 0 } });
    expect(await totalOf('long ')).toBe(count);
    expect((await must(admin().post(`/api/batches/${done.batchId}/undo`))).undone).toHaveLength(count);
    const other = await open(`Name,Weight\n${names}\n`);
    // The earlier import was undone.
    expect(other.earlier).toBeNull();
    await must(step(other._id, 'start'), 202);
    expect((await admin().delete(`/api/imports/${other._id}`)).body.code).toBe('import_state_wrong');
    expect((await must(step(other._id, 'cancel'))).state).toBe('cancelled');
    expect((await step(other._id, 'resume')).body.code).toBe('import_state_wrong');
  });

  it('fails when its user loses the rights, and goes on when they have them again', async () => {
    const count = 1_100;
    const client = await createSignedInUser(server(), 'import.lost@muster.test', ['Keeper']);
    const { _id: user } = (await must(client.get('/api/users/user-session'))).user;
    const { body } = await program(`Name\n${Array.from({ length: count }, (_, at) => `Lost ${at}`).join('\n')}\n`, '', client);
    await must(step(body._id, 'pause', {}, client));
    await noJob();
    await must(admin().put(`/api/users/${user}`, { roles: [] }));
    await must(step(body._id, 'resume'), 202);
    expect(await ended(body._id)).toMatchObject({ state: 'failed', problem: { code: 'module_access_denied', text: expect.any(String) } });
    await must(admin().put(`/api/users/${user}`, { roles: ['role_keeper'] }));
    await must(step(body._id, 'resume', {}, client), 202);
    expect(await ended(body._id)).toMatchObject({ state: 'done', problem: null, progress: { created: count } });
    expect(await totalOf('lost ')).toBe(count);
  });
});
