import { expect, it } from 'vitest';
import { toText } from '#engine/model/values';
import type { PluginManifest } from '../../engine/plugin-host/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { describeOnEachStore, WORKSHOP } from './each-store.ts';

describeOnEachStore('Saving in bulk', (server) => {
  const admin = (): ApiClient => server().admin;
  const { make, read } = createRecordHelpers(admin);
  const bulk = (body: object, headers = {}, client = admin()) => client.post('/api/tools/bulk', body, headers);
  const totalOf = async (name: string): Promise<number> =>
    (await must(admin().post('/api/tools/search', { searchTerms: { name: { startsWith: name } } }))).total as number;

  it('creates records and reports each one that is refused, by field', async () => {
    const records = [{ name: 'Create 1', weight: 2 }, { name: 'Create 2', weight: -1, bought: 'soon' }, { name: 'Create 3' }];
    const { status, body, headers } = await bulk({ mode: 'create', records });
    expect(status).toBe(200);
    expect(body).toMatchObject({ created: 2, updated: 0, unchanged: 0, ids: [expect.any(String), null, expect.any(String)] });
    expect(body.refused).toHaveLength(2);
    expect(body.refused).toEqual(
      expect.arrayContaining(['weight', 'bought'].map((field) => ({ row: 1, field, code: expect.any(String), text: expect.any(String) }))),
    );
    expect(headers.get('x-batch-id')).toBe(body.batchId);
    expect((await must(admin().post(`/api/batches/${body.batchId}/undo`))).undone).toHaveLength(2);
    expect(await totalOf('create')).toBe(0);
  });

  it('changes and creates records by a unique field', async () => {
    await make('/api/tools', { name: 'Key A', serial: 'K-A', weight: 1 });
    await make('/api/tools', { name: 'Key B', serial: 'K-B', weight: 1 });
    const records = [
      { serial: 'k-a', weight: 5 },
      { serial: 'K-B', weight: 1 },
      { serial: 'K-C', name: 'Key C' },
      { serial: 'K-c', name: 'Key C again' },
      { name: 'Key D' },
    ];
    const { body } = await bulk({ mode: 'upsert', key: ['serial'], records });
    expect(body).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
    expect(body.refused).toEqual([
      { row: 3, field: null, code: 'row_repeated', text: 'An earlier row has the same Serial number.' },
      { row: 4, field: 'serial', code: 'required', text: expect.any(String) },
    ]);
    expect(await read(`/api/tools/${body.ids[0]}`)).toMatchObject({ name: 'Key A', weight: 5, serial: 'k-a' });
    expect(await read(`/api/tools/${body.ids[2]}`)).toMatchObject({ name: 'Key C', serial: 'K-C' });
    // The same again doubles nothing.
    expect((await bulk({ mode: 'upsert', key: ['serial'], records: records.slice(0, 3) })).body).toMatchObject({
      ...{ created: 0, updated: 0, unchanged: 3 },
      refused: [],
    });
    expect((await bulk({ mode: 'update', key: ['serial'], records: [{ serial: 'K-Z', weight: 2 }] })).body.refused).toMatchObject([
      { row: 0, field: null, code: 'record_not_found' },
    ]);
    // Both fields must match; the unique one is taken.
    const both = { mode: 'upsert', key: ['serial', 'name'] };
    expect((await bulk({ ...both, records: [{ serial: 'K-B', name: 'Key B', weight: 7 }] })).body).toMatchObject({ updated: 1 });
    expect((await bulk({ ...both, records: [{ serial: 'K-B', name: 'Other' }] })).body.refused).toMatchObject([{ code: 'not_unique' }]);
  });

  it('changes records by their id, with their version', async () => {
    const tool = await make('/api/tools', { name: 'By id' });
    const records = [{ _id: tool._id, _version: 1, weight: 3 }, { _id: 'nothing', weight: 3 }, { name: 'By id, new' }];
    const { body } = await bulk({ mode: 'upsert', records });
    expect(body).toMatchObject({ created: 1, updated: 1, refused: [{ row: 1, code: 'record_not_found' }] });
    expect(
      (await bulk({ mode: 'update', records: [{ _id: tool._id, _version: 1, weight: 4 }, { weight: 4 }] })).body.refused,
    ).toMatchObject([
      { row: 0, code: 'version_conflict' },
      { row: 1, field: '_id', code: 'required' },
    ]);
  });

  it('matches only what the requester may see, with their rights on each record and field', async () => {
    const hidden = await make('/api/tools', { name: 'Hidden', serial: 'H-1' });
    const borrower = await createSignedInUser(server(), 'bulk.borrower@muster.test', ['Borrower']);
    const keeper = await createSignedInUser(server(), 'bulk.keeper@muster.test', ['Keeper']);
    const me = (await borrower.get('/api/users/user-session')).body.user._id as string;
    const own = await make('/api/tools', { name: 'Own', serial: 'H-2', assigned_to: me });
    const records = [
      { _id: hidden._id, weight: 1 },
      { _id: own._id, weight: 1 },
    ];
    expect((await bulk({ mode: 'update', records }, {}, borrower)).body).toMatchObject({
      ...{ updated: 1, ids: [null, own._id] },
      refused: [{ row: 0, code: 'record_not_found' }],
    });
    const byKey = (rows: readonly object[], client: ApiClient) => bulk({ mode: 'upsert', key: ['serial'], records: rows }, {}, client);
    expect(
      (
        await byKey(
          [
            { serial: 'H-1', weight: 9 },
            { serial: 'H-2', weight: 9 },
          ],
          borrower,
        )
      ).body,
    ).toMatchObject({
      ...{ created: 0, updated: 1 },
      refused: [{ row: 0, code: 'action_not_allowed' }],
    });
    expect((await bulk({ mode: 'update', records: [{ _id: hidden._id, cost: 2 }] }, {}, keeper)).body.refused).toMatchObject([
      { row: 0, field: 'cost' },
    ]);
    const clerk = await makeOwnerRole();
    expect((await byKey([{ serial: 'H-1', name: 'Mine' }], clerk)).body.refused).toMatchObject([
      { row: 0, field: 'serial', code: 'value_not_usable' },
    ]);
    expect(await read(`/api/tools/${hidden._id}`)).not.toHaveProperty('weight');
  });

  /** A user who may create tools and sees their own. */
  const makeOwnerRole = async (): Promise<ApiClient> => {
    const access = { access: true, create: true, view: 'Owner', edit: 'Owner', delete: 'None' };
    await make('/api/roles', { name: 'Bulk clerk', module_access: { tools: access } });
    return createSignedInUser(server(), 'bulk.clerk@muster.test', ['Bulk clerk']);
  };

  it('tries without saving', async () => {
    await make('/api/tools', { name: 'Dry A', serial: 'D-A' });
    const records = [
      { serial: 'D-A', weight: 4 },
      { serial: 'D-B', name: 'Dry B' },
      { serial: 'D-C', name: 'Dry C', weight: -1 },
    ];
    const tried = await bulk({ mode: 'upsert', key: ['serial'], records, dryRun: true });
    expect(tried.body).toMatchObject({ created: 1, updated: 1, refused: [{ row: 2, field: 'weight' }] });
    expect(tried.body).not.toHaveProperty('batchId');
    expect(tried.headers.get('x-batch-id')).toBeNull();
    const twice = [
      { name: 'Dry D', serial: 'd-a' },
      { name: 'Dry E', serial: 'D-E' },
      { name: 'Dry F', serial: 'D-e' },
    ];
    const { body } = await bulk({ mode: 'create', records: twice, dryRun: true });
    expect(body.created).toBe(1);
    expect(body.refused).toMatchObject([
      { row: 0, field: 'serial', code: 'not_unique' },
      { row: 2, field: 'serial', code: 'not_unique' },
    ]);
    expect(await totalOf('dry')).toBe(1);
    const { data } = await must(admin().post('/api/tools/search', { searchTerms: { serial: 'D-A' } }));
    expect(data[0]).not.toHaveProperty('weight');
  });

  it('is done once for an idempotency key', async () => {
    const body = { mode: 'create', records: Array.from({ length: 60 }, (_, at) => ({ name: `Once ${at}` })) };
    const headers = { 'idempotency-key': 'bulk-once' };
    const [first, second] = await Promise.all([bulk(body, headers), bulk(body, headers)]);
    expect(first.body.created).toBe(60);
    expect(second.body).toEqual(first.body);
    expect((await bulk(body, headers)).body).toEqual(first.body);
    expect(await totalOf('once')).toBe(60);
    expect((await bulk({ ...body, records: [{ name: 'Once more' }] }, headers)).body.code).toBe('idempotency_conflict');
  });

  it('takes 2,000 records of more than 1 MiB, and refuses what it cannot read', async () => {
    const notes = 'n'.repeat(700);
    const records = Array.from({ length: 2_000 }, (_, at) => ({ name: `Large ${at}`, notes }));
    expect((await bulk({ mode: 'create', records })).body).toMatchObject({ created: 2_000, refused: [] });
    for (const [body, code] of [
      [{ mode: 'create', records: [...records, ...records] }, 'parameter_invalid'],
      [{ mode: 'replace', records: [{ name: 'x' }] }, 'parameter_invalid'],
      [{ mode: 'create', records: ['x'] }, 'parameter_invalid'],
      [{ mode: 'create', key: ['serial'], records: [{ name: 'x' }] }, 'parameter_invalid'],
      [{ mode: 'update', key: ['weight'], records: [{ weight: 1 }] }, 'parameter_invalid'],
      [{ mode: 'update', key: ['_id', 'serial'], records: [{ weight: 1 }] }, 'parameter_invalid'],
      [{ mode: 'update', key: ['nope'], records: [{ weight: 1 }] }, 'unknown_field'],
    ] as const)
      expect((await bulk(body)).body.code, JSON.stringify(body).slice(0, 80)).toBe(code);
    const large = await bulk({ mode: 'create', records: [{ name: 'x', notes: 'n'.repeat(8 * 1_048_576) }] });
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
    expect(large.body.error).toContain('8 MiB');
    expect((await admin().post('/api/users/bulk', { mode: 'create', records: [{ first_name: 'A' }] })).body.code).toBe(
      'action_not_allowed',
    );
    const generic = { moduleOptions: { name: 'tools' }, mode: 'create', records: [{ name: 'Generic' }] };
    expect((await admin().post('/api/generic-modules/bulk', generic)).body).toMatchObject({ created: 1 });
  });
});

/** Creates a maker in the commit of a tool, and another one in a save of its own. */
const MAKING: PluginManifest = {
  ...{ name: 'making', version: '1.0.0', engine: '*', reads: ['tools.name'], writes: ['makers.name'] },
  hooks: {
    preSave: [
      {
        module: 'tools',
        name: 'before',
        run: async ({ draft, actor, records }) => {
          await records.create(actor, { module: 'makers', fields: { name: `Before ${toText(draft['name'])}` } });
        },
      },
    ],
    inTransaction: [
      {
        module: 'tools',
        name: 'inside',
        run: async (context) => {
          await context.create('makers', { name: `Inside ${toText(context.record['name'])}` });
        },
      },
    ],
  },
};

describeOnEachStore(
  'Saving in bulk with hooks',
  (server) => {
    it('runs them in a dry run too, and saves nothing of what they save', async () => {
      const { admin } = server();
      const body = { mode: 'create', records: [{ name: 'Saw' }, { name: 'Axe' }] };
      const makers = async (): Promise<string[]> =>
        ((await must(admin.get('/api/makers?sortField=name'))).data as { readonly name: string }[]).map(({ name }) => name);
      expect((await admin.post('/api/tools/bulk', { ...body, dryRun: true })).body).toMatchObject({ created: 2, refused: [] });
      expect(await makers()).toEqual([]);
      const { number } = await must(admin.post('/api/tools', { name: 'Plane' }), 201);
      expect(await makers()).toEqual(['Before Plane', 'Inside Plane']);
      expect((await admin.post('/api/tools/bulk', body)).body).toMatchObject({ created: 2, refused: [] });
      expect(await makers()).toEqual(['Before Axe', 'Before Plane', 'Before Saw', 'Inside Axe', 'Inside Plane', 'Inside Saw']);
      // The dry run took no number.
      expect(number).toBe(1);
    });
  },
  { ...WORKSHOP, plugins: [MAKING] },
);
