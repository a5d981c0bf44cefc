import { beforeAll, expect, inject, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { MATCH_ALL } from '#engine/model/filter';
import type { PluginManifest } from '#engine';
import type { SaveReplayView, SaveTraceView, TraceStep } from '#engine/model/wire';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { createWorkflowPlugin, makeWorkflow, setFields } from '../automation/workflow-fixture.ts';
import { describeOnEachStore, WORKSHOP } from './each-store.ts';

const TRACED = { 'x-muster-trace': '1' };
const HOUR = 3_600_000;
const SECRET = 'word-that-nobody-may-read';

const clock = { moved: 0, now: (): number => Date.now() + clock.moved };
/** What the rule of the plugin adds to the weight: its author changes it between a save and its replay. */
const rule = { adds: 5 };

const PLUGIN: PluginManifest = {
  name: 'scales',
  version: '1.0.0',
  engine: '*',
  errors: { tool_banned: { status: 422, isPublic: true, text: 'This tool is banned.' } },
  reads: ['tools.name', 'tools.weight'],
  writes: ['tools.weight', 'makers.name'],
  hooks: {
    preSave: [
      {
        module: 'tools',
        name: 'weigh',
        run: async (context) => {
          const { event, draft, records, actor } = context;
          await records.find(actor, { module: 'makers', limit: 1 });
          if (draft['name'] === 'Banned') context.refuse('tool_banned');
          if (event.kind === 'update') draft['weight'] = Number(event.before?.['weight'] ?? 0) + rule.adds;
        },
      },
    ],
    postSave: [{ module: 'tools', name: 'announce', run: () => undefined }],
    inTransaction: [
      {
        module: 'tools',
        name: 'note maker',
        run: async (context) => {
          if (context.event.kind === 'create') await context.create('makers', { name: 'Made by the rule' });
        },
      },
    ],
  },
};

describeOnEachStore(
  'Traces of saves',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const must = async (request: Promise<TestResponse>, status = 200): Promise<TestResponse> => {
      const response = await request;
      expect(response.status, JSON.stringify(response.body)).toBe(status);
      return response;
    };
    const traceOf = async ({ headers }: TestResponse): Promise<SaveTraceView> => {
      const id = headers.get('x-muster-trace-id') ?? 'none';
      return (await must(admin().get(`/api/save-traces/${id}`))).body as SaveTraceView;
    };
    const nameOf = ({ kind, name }: TraceStep): string => `${kind} ${name}`;
    let tool = '';

    const addSecretField = async (): Promise<void> => {
      const { definition } = (await must(admin().get('/api/definitions/module/tools'))).body;
      const code = { id: 'tools_code', fieldName: 'code', label: 'Code', inputType: 'TextField', sensitive: true };
      const changes = [{ kind: 'module', id: 'tools', definition: { ...definition, fields: [...definition.fields, code] } }];
      const { _id } = (await must(admin().post('/api/change-sets', { name: 'Code' }), 201)).body;
      await must(admin().put(`/api/change-sets/${_id}/changes`, { changes }));
      await must(admin().post(`/api/change-sets/${_id}/publish`, {}));
    };

    beforeAll(async () => {
      await addSecretField();
      tool = (await must(admin().post('/api/tools', { name: 'Saw', weight: 10, code: SECRET }), 201)).body._id as string;
    });

    it('show stages, hooks, the saves of hooks, workflows, queries and the commit of a save', async () => {
      const created = await traceOf(await must(admin().post('/api/tools', { name: 'Plane' }, TRACED), 201));
      expect(created).toMatchObject({ outcome: 'saved', module: 'tools', kind: 'create', error: null, canReplay: true });
      const names = created.steps.filter(({ kind }) => kind !== 'postSave').map(nameOf);
      expect(names[0]).toBe('save create tools');
      const hook = names.indexOf('inTransaction note maker');
      expect(names.slice(hook, hook + 2)).toEqual(['inTransaction note maker', 'save create makers']);
      expect(created.steps[hook + 1]?.depth).toBe((created.steps[hook]?.depth ?? 0) + 1);
      expect(names.at(-1)).toBe('commit commit');

      const changed = await traceOf(await must(admin().put(`/api/tools/${tool}`, { state: 'broken', code: `${SECRET}-2` }, TRACED)));
      const weigh = changed.steps.find(({ name }) => name === 'weigh');
      expect(weigh).toMatchObject({ kind: 'preSave', plugin: 'scales', error: null });
      expect(weigh?.fields).toMatchObject([{ field: 'weight', label: 'Weight', before: 10, after: 15 }]);
      expect(weigh?.queries.some(({ collection }) => collection.includes('makers'))).toBe(true);
      expect(changed.queryCount).toBeGreaterThan(0);
      expect(changed.steps.find(({ kind }) => kind === 'workflow')).toMatchObject({ name: 'Workflow flow', run: expect.any(String) });
      expect(changed.steps.flatMap(({ fields }) => fields).some(({ field }) => field === 'code')).toBe(true);
    });

    it('contain no sensitive value, neither in responses nor in the store', async () => {
      const { application } = server();
      const { data } = (await must(admin().get('/api/save-traces?pageSize=50'))).body;
      const ids = (data as readonly { _id: string }[]).map(({ _id }) => _id);
      const stored = await application.store.get('_save_traces', ids);
      const whole = await Promise.all(ids.map(async (id) => (await must(admin().get(`/api/save-traces/${id}`))).body as SaveTraceView));
      expect(ids.length).toBeGreaterThan(1);
      expect(JSON.stringify([stored, whole])).not.toContain(SECRET);
    });

    it('show the step that refused a save, and are given for each entry of a bulk save', async () => {
      const refused = await must(admin().post('/api/tools', { name: 'Banned' }, TRACED), 422);
      const trace = await traceOf(refused);
      expect(trace).toMatchObject({ outcome: 'refused', error: { code: 'tool_banned', text: 'This tool is banned.' } });
      expect(trace.steps.find(({ name }) => name === 'weigh')?.error?.code).toBe('tool_banned');
      expect((await must(admin().get('/api/save-traces?outcome=refused&module=tools'))).body).toMatchObject({ total: 1 });
      const bulk = await admin().post('/api/tools/bulk', { mode: 'create', records: [{ name: 'One' }, { name: 'Two' }] }, TRACED);
      expect((bulk.headers.get('x-muster-trace-id') ?? '').split(', ').length, JSON.stringify(bulk.body)).toBe(2);
    });

    it('are replayed with the rules of now, and nothing is saved', async () => {
      const old = await traceOf(await must(admin().put(`/api/tools/${tool}`, { notes: 'Replayed' }, TRACED)));
      const before = (await must(admin().get(`/api/tools/${tool}`))).body;
      const makers = (await must(admin().post('/api/makers/search', {}))).body.total as number;
      rule.adds = 7;
      const replay = (await must(admin().post(`/api/save-traces/${old._id}/replay`, {}))).body as SaveReplayView;
      rule.adds = 5;
      expect(replay.replayed.outcome).toBe('saved');
      expect(
        replay.differences.filter(({ kind }) => kind === 'field').map(({ field, before: was, after }) => [field, was, after]),
      ).toContainEqual(['Weight', '20', '22']);
      expect((await must(admin().get(`/api/tools/${tool}`))).body).toEqual(before);

      const created = await traceOf(await must(admin().post('/api/tools', { name: 'Unique', serial: 'S-1' }, TRACED), 201));
      const again = (await must(admin().post(`/api/save-traces/${created._id}/replay`, {}))).body as SaveReplayView;
      expect(again.differences).toEqual([]);
      expect((await must(admin().post('/api/makers/search', {}))).body.total).toBe(makers + 1);
    });

    it('show post-save hooks once they have run, and are made for merges, undos and permanent deletions', async () => {
      const make = (name: string, fields: object = {}) => must(admin().post('/api/tools', { name, ...fields }, TRACED), 201);
      const first = await make('Stays');
      await server().application.outbox.drain();
      const effect = (await traceOf(first)).steps.find(({ kind }) => kind === 'postSave');
      expect(effect).toMatchObject({ name: 'announce', plugin: 'scales', error: null, milliseconds: expect.any(Number) });
      const [stays, goes] = [first.body._id as string, (await make('Goes', { notes: 'Taken over' })).body._id as string];
      const body = { _moduleName: 'tools', fromRecordId: goes, toRecordId: stays };
      const merged = await must(admin().post('/api/merge/', body, TRACED));
      const merge = await traceOf(merged);
      expect(merge).toMatchObject({ kind: 'merge', record: stays, outcome: 'saved', canReplay: false });
      const names = merge.steps.map(nameOf);
      for (const name of ['save update tools', 'preSave weigh', 'save delete tools', 'commit commit']) expect(names).toContain(name);
      const batch = merged.headers.get('x-batch-id') ?? '';
      const undone = await must(admin().post(`/api/batches/${batch}/undo`, {}, TRACED));
      const undos = (undone.headers.get('x-muster-trace-id') ?? '').split(', ');
      const kinds = await Promise.all(undos.map(async (id) => (await must(admin().get(`/api/save-traces/${id}`))).body));
      expect(kinds.map(({ kind, record }) => `${kind} ${record}`).sort()).toEqual([`undo ${goes}`, `undo ${stays}`].sort());
      await must(admin().put(`/api/tools/mark-deleted/${goes}`, {}));
      const removed = await must(admin().put('/api/tools/delete-forever/by-array', { ids: [goes] }, TRACED));
      expect(await traceOf(removed)).toMatchObject({ kind: 'remove', record: goes, outcome: 'saved', canReplay: false });
      expect((await must(admin().post(`/api/save-traces/${merge._id}/replay`, {}), 422)).body.code).toBe('save_trace_not_replayable');
    });

    it('are made for the saves of a user for one hour, and are for System Admins', async () => {
      const keeper = await createSignedInUser(server(), 'keeper@traces.test', ['Keeper']);
      const user = (await must(admin().post('/api/users/search', { searchTerms: { email: 'keeper@traces.test' } }))).body.data[0]
        ._id as string;
      const count = async (client = admin()): Promise<number> =>
        (await must(client.get(`/api/save-traces?user=${user}`))).body.total as number;
      expect((await keeper.put(`/api/tools/${tool}`, { notes: 'a' }, TRACED)).body.code).toBe('admin_only');
      expect((await admin().put(`/api/tools/${tool}`, { notes: 'a' }, { 'x-muster-trace': 'yes' })).body.code).toBe('parameter_invalid');
      for (const request of [
        keeper.get('/api/save-traces'),
        keeper.put(`/api/save-traces/users/${user}`, {}),
        keeper.get('/api/save-traces/none'),
      ])
        expect((await request).body.code).toBe('admin_only');
      expect((await admin().get('/api/save-traces/none')).body.code).toBe('save_trace_not_found');
      expect((await admin().put('/api/save-traces/users/none', {})).body.code).toBe('record_not_found');

      await must(keeper.put(`/api/tools/${tool}`, { notes: 'b' }));
      expect(await count()).toBe(0);
      const made = (await must(admin().put(`/api/save-traces/users/${user}`, {}))).body;
      expect(Date.parse(made.until as string) - clock.now()).toBeGreaterThan(HOUR - 60_000);
      expect((await must(admin().get('/api/save-traces/users'))).body).toMatchObject({
        total: 1,
        data: [{ user, userName: 'Test Person' }],
      });
      await must(keeper.put(`/api/tools/${tool}`, { notes: 'c' }));
      expect(await count()).toBe(1);
      expect(JSON.stringify((await must(admin().get('/api/audit-log?module=saveTraces'))).body)).toContain('traced_until');
      clock.moved += HOUR + 1_000;
      const later = await server().signIn('keeper@traces.test', 'Recruit-pass1!');
      await must(later.put(`/api/tools/${tool}`, { notes: 'd' }));
      expect(await count(await server().signIn(TEST_ADMIN.email, TEST_ADMIN.password))).toBe(1);
    });

    it('are made for at most 50 users at a time, and a save that is too large is not replayed', async () => {
      const fresh = await server().signIn(TEST_ADMIN.email, TEST_ADMIN.password);
      const users = Array.from({ length: 51 }, (_, index) => ({
        email: `traced${index}@traces.test`,
        first_name: 'T',
        last_name: `${index}`,
      }));
      const { done } = await server().application.records.createMany(SYSTEM_ACTOR, { module: 'users', records: users });
      const [last = '', ...others] = done;
      for (const user of others) await must(fresh.put(`/api/save-traces/users/${user}`, {}));
      const refused = await must(fresh.put(`/api/save-traces/users/${last}`, {}), 422);
      expect(refused.body).toMatchObject({ code: 'save_trace_users_exceeded', error: expect.stringContaining('at most 50') });
      await must(fresh.delete(`/api/save-traces/users/${others[0]}`));
      await must(fresh.put(`/api/save-traces/users/${last}`, {}));

      const large = await fresh.post('/api/tools', { name: 'Large', notes: 'x'.repeat(510_000) }, TRACED);
      const trace = (await must(fresh.get(`/api/save-traces/${large.headers.get('x-muster-trace-id')}`))).body as SaveTraceView;
      expect(trace.canReplay).toBe(false);
      expect((await must(fresh.post(`/api/save-traces/${trace._id}/replay`, {}), 422)).body.code).toBe('save_trace_not_replayable');
    });

    it('are removed by an admin, and after some days', async () => {
      const fresh = await server().signIn(TEST_ADMIN.email, TEST_ADMIN.password);
      const { data, total } = (await must(fresh.get('/api/save-traces'))).body;
      await must(fresh.delete(`/api/save-traces/${(data as readonly { _id: string }[])[0]?._id}`));
      expect((await must(fresh.get('/api/save-traces'))).body.total).toBe(total - 1);
      clock.moved += 8 * 24 * HOUR;
      await server().application.jobs.runNow('muster/remove-old-save-traces');
      const { store } = server().application;
      const find = () => store.find({ collection: '_save_traces', filter: MATCH_ALL, sort: [], limit: 1 });
      await waitUntil(async () => (await find()).length === 0, {
        timeout: 30_000 * inject('timeoutFactor'),
        what: 'The removal of old traces',
      });
    });
  },
  {
    ...WORKSHOP,
    clock,
    background: 'manual',
    plugins: [
      PLUGIN,
      createWorkflowPlugin([
        makeWorkflow('flow', {
          conditions: [{ id: 'c1', type: 'changes-to', field: 'state', to: 'broken' }],
          actions: [setFields('s1', { notes: 'Broken' })],
        }),
      ]),
    ],
  },
);
