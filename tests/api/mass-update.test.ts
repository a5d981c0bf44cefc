import { expect, inject, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { describeOnEachStore } from './each-store.ts';

const ALL = { access: true, create: true, mass_update: true, export: false, view: 'All', edit: 'All', delete: 'All' } as const;
const BATCH = '01977777-7777-7777-8777-7777777777';

describeOnEachStore('Bulk operations', (server) => {
  let made = 0;
  const admin = (): ApiClient => server().admin;
  const make = async (count: number, fields: object = {}): Promise<string[]> => {
    const responses = await Promise.all(
      Array.from({ length: count }, (_, at) => admin().post('/api/tools', { name: `Tool ${at}`, ...fields })),
    );
    return responses.map(({ body }) => body._id as string);
  };
  /** Creates a user with one role; `tools` is the role's access to the module. */
  const hire = async (tools: object, fields: object = {}): Promise<{ readonly client: ApiClient; readonly id: string }> => {
    made += 1;
    const role = (
      await admin().post('/api/roles', {
        name: `Role ${made}`,
        module_access: { tools: { ...ALL, ...tools } },
        field_access: { tools: fields },
      })
    ).body;
    const email = `worker${made}@muster.test`;
    const user = (
      await admin().post('/api/users/register', {
        email,
        password: 'Worker-pass1!',
        first_name: 'W',
        last_name: String(made),
        userType: 'Standard',
        roles: [role._id],
      })
    ).body;
    return { client: await server().signIn(email, 'Worker-pass1!'), id: user._id };
  };
  const update = (client: ApiClient, ids: readonly string[], fields: object, headers = {}) =>
    client.put('/api/tools/update-certain-fields-array', { ids, fields }, headers);
  const weights = async (ids: readonly string[]): Promise<unknown[]> =>
    Promise.all(ids.map(async (id) => (await admin().get(`/api/tools/${id}`)).body.weight ?? null));

  it('require the mass update right, and full write access to each field', async () => {
    const ids = await make(2);
    const { client: none } = await hire({ mass_update: false });
    const refused = await update(none, ids, { weight: 1 });
    expect([refused.status, refused.body.code]).toEqual([403, 'action_not_allowed']);
    const { client: partly } = await hire({}, { weight: 'read-owner-write', notes: 'read-only' });
    const result = await update(partly, ids, { weight: 1, notes: 'x' });
    expect([result.status, result.body.details.map((detail: { field: string }) => detail.field).sort()]).toEqual([
      403,
      ['notes', 'weight'],
    ]);
    expect(await weights(ids)).toEqual([null, null]);
    expect((await update(partly, ids, { name: 'Renamed' })).body).toMatchObject({ success: true, refused: [] });
  });

  it('apply within the levels of edit and delete, and report the reason for each skipped record', async () => {
    const { client, id: owner } = await hire({ edit: 'Owner', delete: 'Owner' });
    const [own, other] = [(await make(1, { assigned_to: owner }))[0] ?? '', (await make(1))[0] ?? ''];
    expect((await update(client, [own, other, 'nope'], { weight: 3 })).body).toMatchObject({
      success: true,
      updated: [own],
      refused: [
        { _id: other, code: 'action_not_allowed' },
        { _id: 'nope', code: 'record_not_found' },
      ],
    });
    const remove = (who: ApiClient) => who.put('/api/tools/mark-as-deleted/by-array', { ids: [other, own] });
    const { client: never } = await hire({ delete: 'None' });
    expect((await remove(never)).body).toMatchObject({
      success: false,
      deleted: [],
      refused: [
        { _id: other, code: 'action_not_allowed' },
        { _id: own, code: 'action_not_allowed' },
      ],
    });
    expect((await remove(client)).body).toMatchObject({
      success: true,
      deleted: [own],
      refused: [{ _id: other, code: 'action_not_allowed' }],
    });
  });

  it('share one batch over several requests, whose id the client creates; a repeated request changes nothing, and one undo reverts all', async () => {
    const ids = await make(6, { weight: 1 });
    const headers = (part: number) => ({ 'x-batch-id': `${BATCH}01`, 'idempotency-key': `mass.${part}` });
    const first = await update(admin(), ids.slice(0, 3), { weight: 2 }, headers(0));
    const again = await update(admin(), ids.slice(0, 3), { weight: 2 }, headers(0));
    const second = await update(admin(), ids.slice(3), { weight: 2 }, headers(1));
    expect([first, again, second].map((response) => response.headers.get('x-batch-id'))).toEqual([
      `${BATCH}01`,
      `${BATCH}01`,
      `${BATCH}01`,
    ]);
    expect(again.body).toEqual(first.body);
    expect((await admin().get(`/api/tools/${ids[0]}`)).body._version).toBe(2);
    const undone = await admin().post(`/api/batches/${BATCH}01/undo`);
    expect(undone.body.undone).toHaveLength(6);
    expect(undone.body.left).toEqual([]);
    expect(await weights(ids)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('skip in an undo the records that somebody changed since, and report them', async () => {
    const ids = await make(3, { weight: 1 });
    const { headers } = await update(admin(), ids, { weight: 2 });
    await admin().put(`/api/tools/${ids[1]}`, { weight: 9 });
    const { body } = await admin().post(`/api/batches/${headers.get('x-batch-id')}/undo`);
    expect(body.left).toMatchObject([{ _id: ids[1], code: 'version_conflict' }]);
    expect(await weights(ids)).toEqual([1, 9, 1]);
  });

  it('show their owner the progress of an undo, which continues when the client has disconnected', async () => {
    const ids = await make(60, { weight: 1 });
    const batch = (await update(admin(), ids, { weight: 2 })).headers.get('x-batch-id') ?? '';
    const progress = async (who: ApiClient = admin()) => (await who.get(`/api/batches/${batch}/undo`)).body;
    expect(await progress()).toEqual({ state: 'none', total: 0, undone: 0, left: 0, reason: null, undoBatchId: null });
    const { client: stranger } = await hire({});
    expect(await progress(stranger)).toMatchObject({ code: 'batch_not_found' });
    await admin().put(`/api/tools/${ids[7]}`, { weight: 9 });
    const gone = new AbortController();
    const call = fetch(`${admin().url}/api/batches/${batch}/undo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin().token ?? ''}` },
      signal: gone.signal,
    }).catch(() => 'gone');
    await expect.poll(async () => (await progress()).state, { interval: 2 }).not.toBe('none');
    gone.abort();
    await call;
    await expect.poll(async () => (await progress()).state, { timeout: 20_000 * inject('timeoutFactor') }).toBe('open');
    expect(await progress()).toEqual({
      state: 'open',
      total: 60,
      undone: 59,
      left: 1,
      reason: expect.stringContaining('changed'),
      undoBatchId: expect.any(String),
    });
    expect((await weights(ids)).filter((weight) => weight === 1)).toHaveLength(59);
  });

  it('report an interrupted undo as stopped, and complete it when it is requested again', async () => {
    const ids = await make(3, { weight: 1 });
    const batch = (await update(admin(), ids, { weight: 2 })).headers.get('x-batch-id') ?? '';
    // The state that a process leaves when it is killed during an undo.
    const left = {
      _id: batch,
      _version: 1,
      undo_batches: [`${BATCH}0f`],
      by: null,
      state: 'running',
      until: Date.now() - 1_000,
      total: 3,
      undone: 1,
      left: 0,
      reason: null,
    };
    await server().application.store.commit({
      writes: [{ kind: 'insert', collection: '_undos', document: left, keys: {}, definitionVersion: 0 }],
    });
    const progress = async () => (await admin().get(`/api/batches/${batch}/undo`)).body;
    expect(await progress()).toMatchObject({ state: 'stopped', total: 3, undone: 1 });
    expect((await admin().post(`/api/batches/${batch}/undo`)).body).toMatchObject({ success: true, left: [] });
    expect(await progress()).toMatchObject({ state: 'done', total: 3, undone: 3, left: 0 });
    expect(await weights(ids)).toEqual([1, 1, 1]);
  });

  it('cannot join the batch of another user', async () => {
    const ids = await make(2, { weight: 1 });
    await update(admin(), ids.slice(0, 1), { weight: 2 }, { 'x-batch-id': `${BATCH}02` });
    const { client } = await hire({});
    const response = await update(client, ids.slice(1), { weight: 2 }, { 'x-batch-id': `${BATCH}02` });
    expect(response.headers.get('x-batch-id')).not.toBe(`${BATCH}02`);
  });

  it('get the labels that replace a checkbox with the module', async () => {
    const { client } = await hire({});
    const view = (await client.get('/api/ss-modules/by-name/tools')).body;
    expect(view.dropdowns.checkbox_replacement?.options.map((option: { value: string }) => option.value)).toEqual(['true', 'false']);
  });
});
