import { expect, it } from 'vitest';
import type { BatchView } from '#engine/model/wire';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { must } from '../support/record-helpers.ts';
import { describeOnEachStore } from './each-store.ts';

const ALL = { access: true, create: true, mass_update: true, view: 'All', edit: 'All', delete: 'All' } as const;

describeOnEachStore('The list of bulk changes', (server) => {
  const admin = (): ApiClient => server().admin;
  const listOf = async (client: ApiClient, query = ''): Promise<readonly BatchView[]> =>
    (await must(client.get(`/api/batches${query}`))).data as readonly BatchView[];
  const make = async (count: number): Promise<readonly string[]> => {
    const records = Array.from({ length: count }, (_, at) => ({ name: `Listed ${at}` }));
    return (await must(admin().post('/api/tools/bulk', { mode: 'create', records }))).ids as readonly string[];
  };

  it('has what a user did to several records at once, and System Admins see that of everyone', async () => {
    await must(admin().post('/api/roles', { name: 'Lister', module_access: { tools: ALL, makers: ALL } }), 201);
    const worker = await createSignedInUser(server(), 'lister@muster.test', ['Lister']);
    const other = await createSignedInUser(server(), 'other@muster.test', ['Lister']);
    const ids = await make(4);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    await must(worker.put(`/api/tools/${first}`, { weight: 9 }));
    const { body, headers } = await worker.put('/api/tools/update-certain-fields-array', {
      ids: [...ids, 'missing'],
      fields: { weight: 3 },
    });
    expect(body.refused).toHaveLength(1);
    await must(worker.put('/api/tools/mark-as-deleted/by-array', { ids: [third, fourth] }));
    await must(worker.post('/api/merge/records', { _moduleName: 'tools', primaryId: first, duplicateIds: [second] }));
    const found = await listOf(worker);
    expect(found.map(({ kind, records, refused, undo }) => [kind, records, refused, undo])).toEqual([
      ['merge', 2, 0, 'none'],
      ['delete', 2, 0, 'none'],
      ['update', 4, 1, 'none'],
    ]);
    expect(found[2]).toMatchObject({
      _id: headers.get('x-batch-id'),
      module: { name: 'tools', label: 'Tools' },
      user: { _id: expect.any(String), name: 'Test Person' },
    });
    expect(Date.parse(found[2]?.undoableUntil ?? '') - Date.parse(found[2]?.at ?? '')).toBe(30 * 86_400_000);
    expect([await listOf(other), (await other.get(`/api/batches?user=${found[2]?.user._id}`)).body.code]).toEqual([[], 'admin_only']);
    const kinds = (await listOf(admin(), '?pageSize=100')).map(({ kind, user }) => [kind, user.name]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['merge', 'Test Person'],
        ['save', expect.any(String)],
      ]),
    );
    expect((await listOf(admin(), `?user=${found[2]?.user._id}`)).map(({ _id }) => _id)).toEqual(found.map(({ _id }) => _id));
  });

  it('adds requests of one batch to one entry, also repeated ones once, and shows its undo', async () => {
    const ids = await make(4);
    const batch = '01988888-8888-7888-8888-888888888888';
    const update = (some: readonly string[], key: string) =>
      must(
        admin().put(
          '/api/tools/update-certain-fields-array',
          { ids: some, fields: { notes: 'Seen' } },
          { 'x-batch-id': batch, 'idempotency-key': key },
        ),
      );
    await update(ids.slice(0, 3), 'one');
    await update(ids.slice(0, 3), 'one');
    await update(ids.slice(3), 'two');
    const entry = async () => (await listOf(admin())).find(({ _id }) => _id === batch);
    expect(await entry()).toMatchObject({ kind: 'update', records: 4, undo: 'none' });
    const { undoBatchId } = await must(admin().post(`/api/batches/${batch}/undo`));
    expect(await entry()).toMatchObject({ records: 4, undo: 'done' });
    expect((await listOf(admin()))[0]).toMatchObject({ _id: undoBatchId, kind: 'undo', records: 4, module: { name: 'tools' } });
  });

  it('is read in pages, and refuses a cursor that it did not give', async () => {
    for (let count = 0; count < 3; count += 1) await make(2);
    const first = await must(admin().get('/api/batches?pageSize=2'));
    const rest = await must(admin().get(`/api/batches?pageSize=100&before=${String(first.next)}`));
    const ids = [...(first.data as readonly BatchView[]), ...(rest.data as readonly BatchView[])].map(({ _id }) => _id);
    expect([ids, rest.next]).toEqual([(await listOf(admin(), '?pageSize=100')).map(({ _id }) => _id), null]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const wrong of ['x', '12.', '0']) expect((await admin().get(`/api/batches?before=${wrong}`)).body.code).toBe('parameter_invalid');
    expect((await admin().get('/api/batches?pageSize=0')).body.code).toBe('parameter_invalid');
  });
});
