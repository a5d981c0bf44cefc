import { expect, it } from 'vitest';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { createReplayEffects } from '../support/replay-effects.ts';
import { describeOnEachStore, WORKSHOP } from '../api/each-store.ts';
import { createWorkflowPlugin, makeWorkflow, outcomesOf, runsOf, setFields, settle } from './workflow-fixture.ts';

const sharp = (rule: object): NonNullable<WorkflowDefinition['conditions']> => [{ id: 'c1', type: 'rule', rule } as never];

const WORKFLOWS: readonly WorkflowDefinition[] = [
  makeWorkflow('mended', {
    appliesTo: 'update',
    conditions: [{ id: 'c1', type: 'changes-to', field: 'state', from: 'new', to: 'broken' }],
    actions: [setFields('s1', { notes: 'To be mended' })],
  }),
  makeWorkflow('welcomed', {
    appliesTo: 'new',
    conditions: [{ id: 'c1', type: 'changes-to', field: 'manual', to: 'https://a.example/new' }],
    actions: [setFields('s1', { weight: 7 })],
  }),
  makeWorkflow('moved', { appliesTo: 'update', conditions: [{ id: 'c1', type: 'field-changes', field: 'serial' }] }),
  makeWorkflow('heavier', {
    appliesTo: 'update',
    conditions: sharp({ '>': [{ var: 'record.weight' }, { '+': [{ var: 'old.weight' }, 100] }] }),
  }),
  makeWorkflow('grouped', {
    appliesTo: 'update',
    conditions: [
      { id: 'c1', type: 'field-changes', field: 'hotline' },
      {
        id: 'c2',
        type: 'group',
        match: 'any',
        conditions: [
          { id: 'c3', type: 'rule', rule: { '==': [{ var: 'record.is_sharp' }, true] } },
          { id: 'c4', type: 'related-contains', relation: 'makers_tools', field: 'name', value: 'Acme' },
        ],
      },
    ],
  }),
  makeWorkflow('maker', {
    module: 'makers',
    conditions: [
      { id: 'c1', type: 'field-changes', field: 'name' },
      { id: 'c2', type: 'related-contains', relation: 'makers_tools', field: 'state', value: 'broken' },
    ],
  }),
  makeWorkflow('off', { active: false, conditions: [{ id: 'c1', type: 'record-changes' }] }),
];

describeOnEachStore(
  'Workflows that saves start',
  (server) => {
    const create = async (fields: object): Promise<string> =>
      (await server().admin.post('/api/tools', { name: 'Saw', ...fields })).body._id as string;
    const change = async (id: string, fields: object): Promise<void> => {
      expect((await server().admin.put(`/api/tools/${id}`, fields)).status).toBe(200);
      await settle(server());
    };

    it('changes the record when a value becomes another', async () => {
      const id = await create({});
      await settle(server());
      expect(await outcomesOf(server(), id)).toEqual([]);
      await change(id, { state: 'broken' });
      expect(await outcomesOf(server(), id)).toEqual(['mended succeeded']);
      expect((await server().admin.get(`/api/tools/${id}`)).body).toMatchObject({ notes: 'To be mended', state: 'broken' });
      const [run] = await runsOf(server(), id);
      expect(run).toMatchObject({
        trigger: { kind: 'save', save: 'update' },
        conditions: [{ id: 'c1', isTrue: true, seen: { state: ['new', 'broken'] } }],
        steps: [{ path: 's1', status: 'done', attempts: 1 }],
      });
      // The state is not new any more.
      await change(id, { state: 'new' });
      await change(id, { state: 'broken', notes: 'Again' });
      expect(await outcomesOf(server(), id)).toEqual(['mended succeeded', 'mended succeeded']);
    });

    it('compares only the new value of a new record', async () => {
      const id = await create({ manual: 'https://a.example/new' });
      await settle(server());
      expect(await outcomesOf(server(), id)).toEqual(['welcomed succeeded']);
      expect((await server().admin.get(`/api/tools/${id}`)).body.weight).toBe(7);
    });

    it('starts when a field changes, and compares old and new values', async () => {
      const id = await create({ weight: 5 });
      await change(id, { serial: 'S-1' });
      await change(id, { weight: 90 });
      await change(id, { weight: 300 });
      expect(await outcomesOf(server(), id)).toEqual(['heavier succeeded', 'moved succeeded']);
    });

    it('combines conditions, also about related records in both directions', async () => {
      const maker = (await server().admin.post('/api/makers', { name: 'Acme' })).body._id as string;
      const alone = await create({});
      const made = await create({ makers_tools: maker, state: 'new' });
      await change(alone, { hotline: '2125550101' });
      await change(made, { hotline: '2125550102' });
      expect([await outcomesOf(server(), alone), await outcomesOf(server(), made)]).toEqual([[], ['grouped succeeded']]);
      await server().admin.put(`/api/makers/${maker}`, { name: 'Acme & Co' });
      await change(made, { state: 'broken' });
      await server().admin.put(`/api/makers/${maker}`, { name: 'Acme' });
      await settle(server());
      expect(await outcomesOf(server(), maker)).toEqual(['maker succeeded']);
    });

    it('starts with mass updates, but not with an undo', async () => {
      const ids = [await create({}), await create({})];
      const changed = await server().admin.put('/api/tools/update-certain-fields-array', { ids, fields: { state: 'broken' } });
      expect(changed.status).toBe(200);
      await settle(server());
      for (const id of ids) expect(await outcomesOf(server(), id)).toEqual(['mended succeeded']);
      const undone = await create({ state: 'broken' });
      const update = await server().admin.put(`/api/tools/${undone}`, { state: 'new' });
      await server().admin.post(`/api/batches/${String(update.headers.get('x-batch-id'))}/undo`, {});
      await settle(server());
      expect(await outcomesOf(server(), undone)).toEqual([]);
    });

    it('runs once, however often the effects of a save are repeated', async () => {
      const id = await create({});
      await change(id, { state: 'broken' });
      await createReplayEffects(server)('tools', id);
      await settle(server());
      expect(await outcomesOf(server(), id)).toEqual(['mended succeeded']);
      expect((await server().admin.get(`/api/tools/${id}`)).body._version).toBe(3);
    });

    it('acts for the user who saved, and names both in the audit', async () => {
      const keeper = await createSignedInUser(server(), 'keeper@muster.example', ['Keeper']);
      const id = (await keeper.post('/api/tools', { name: 'Axe' })).body._id as string;
      await keeper.put(`/api/tools/${id}`, { state: 'broken' });
      await settle(server());
      const { data } = await server().application.records.audit(SYSTEM_ACTOR, {
        module: 'tools',
        recordId: id,
        filter: { field: 'notes' },
      });
      const [run] = await runsOf(server(), id);
      expect(data[0]).toMatchObject({
        changeSource: 'workflow',
        batch_id: run?._id,
        changed_by: run?.actor.userId,
        changed_through: 'Workflow mended',
      });
      expect(run?.actor.kind).toBe('user');
    });
  },
  { ...WORKSHOP, plugins: [createWorkflowPlugin(WORKFLOWS)], background: 'manual' },
);
