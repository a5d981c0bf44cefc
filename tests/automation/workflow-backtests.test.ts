import { beforeAll, expect, inject, it } from 'vitest';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { findBacktest, writeBacktest, type StoredBacktest } from '../../engine/automation/workflows/backtests/stored-backtest.ts';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import type { TestResponse } from '../support/api-client.ts';
import { describeOnEachStore, WORKSHOP } from '../api/each-store.ts';
import { createWorkflowPlugin, makeWorkflow, runsOf, setFields, settle } from './workflow-fixture.ts';

const TIMEOUT = 30_000 * inject('timeoutFactor');

/** The published version is for tools that break; a draft for those that are lent, or break and are heavy. */
const LIVE: WorkflowDefinition = makeWorkflow('lent', {
  conditions: [{ id: 'c1', type: 'changes-to', field: 'state', to: 'broken' }],
  actions: [setFields('s1', { notes: 'Broken' })],
});

describeOnEachStore(
  'Backtests of workflows',
  (server) => {
    const must = async (request: Promise<TestResponse>, status = 200): Promise<TestResponse['body']> => {
      const response = await request;
      expect(response.status, JSON.stringify(response.body)).toBe(status);
      return response.body;
    };
    const admin = () => server().admin;
    const backtest = async (body: JsonObject): Promise<TestResponse['body']> => {
      const started = await must(admin().post('/api/workflows/lent/backtest', body), 201);
      let seen = started;
      await waitUntil(
        async () => {
          seen = await must(admin().get(`/api/workflow-backtests/${started._id}`));
          return seen.endedAt !== null;
        },
        { timeout: TIMEOUT, what: 'The end of the backtest' },
      );
      return seen;
    };
    const draft = async (change: Partial<WorkflowDefinition>): Promise<string> => {
      const made = await must(admin().post('/api/change-sets', { name: 'Other rule' }), 201);
      const definition = { ...LIVE, ...change };
      await must(admin().put(`/api/change-sets/${made._id}/changes`, { changes: [{ kind: 'workflow', id: 'lent', definition }] }));
      return made._id;
    };
    const ids = new Map<string, string>();
    const idOf = (name: string): string => ids.get(name) ?? '';

    beforeAll(async () => {
      for (const name of ['light', 'heavy', 'removed']) {
        ids.set(name, (await must(admin().post('/api/tools', { name, weight: name === 'heavy' ? 500 : 1 }), 201))._id);
        await must(admin().put(`/api/tools/${idOf(name)}`, { state: 'in_use' }));
        await must(admin().put(`/api/tools/${idOf(name)}`, { state: 'broken' }));
        // What was true at the time of a save counts, not what is true today.
        await must(admin().put(`/api/tools/${idOf(name)}`, { state: 'new', weight: 2 }));
      }
      await must(admin().delete(`/api/tools/${idOf('removed')}`));
      await must(admin().put('/api/tools/delete-forever/by-array', { ids: [idOf('removed')] }));
      await settle(server());
    });

    it('show what the published version would have done, and start nothing', async () => {
      const before = (await runsOf(server())).length;
      const found = await backtest({ days: 7 });
      expect(found).toMatchObject({ state: 'done', changeSet: null, module: 'tools', counts: { both: 0, draft: 0, live: 2 }, error: null });
      expect(found.saves.live.map(({ record }: { record: string }) => record).sort()).toEqual([idOf('light'), idOf('heavy')].sort());
      expect([found.scanned, found.total > 0, found.skipped > 0]).toEqual([found.total, true, true]);
      await settle(server());
      expect((await runsOf(server())).length).toBe(before);
    });

    it('compare the draft with the published version, with the values of that time', async () => {
      const changeSet = await draft({
        match: 'any',
        conditions: [
          { id: 'c1', type: 'changes-to', field: 'state', to: 'in_use' },
          {
            ...{ id: 'g', type: 'group', match: 'all' },
            conditions: [
              { id: 'c2', type: 'changes-to', field: 'state', to: 'broken' },
              { id: 'c3', type: 'rule', rule: { '>': [{ var: 'record.weight' }, 100] } },
            ],
          },
        ],
        actions: [setFields('s1', { notes: 'Drafted' })],
      });
      const found = await backtest({ days: 7 });
      expect(found).toMatchObject({ state: 'done', changeSet: { _id: changeSet, name: 'Other rule' }, hasLive: true });
      expect(found.counts).toEqual({ both: 1, draft: 2, live: 1 });
      expect(found.saves.both).toMatchObject([{ record: idOf('heavy'), name: 'heavy', isNew: false }]);
      expect((await backtest({ days: 7, changeSet: null })).counts).toEqual({ both: 0, draft: 0, live: 2 });
      const tested = await must(admin().post('/api/workflows/lent/test', { module: 'tools', record: idOf('light') }));
      expect(tested).toMatchObject({ changeSet: { _id: changeSet }, steps: [{ result: { fields: { notes: 'Drafted' } } }] });
      const published = await must(admin().post('/api/workflows/lent/test', { module: 'tools', record: idOf('light'), changeSet: null }));
      expect(published).toMatchObject({ changeSet: null, steps: [{ result: { fields: { notes: 'Broken' } } }] });
      expect((await must(admin().get(`/api/tools/${idOf('light')}`))).notes).toBe('Broken');
      await must(admin().delete(`/api/change-sets/${changeSet}`));
    });

    it('are for System Admins and for what saves start, and refuse a draft that cannot be published', async () => {
      const keeper = await createSignedInUser(server(), 'keeper@backtests.test', ['Keeper']);
      expect((await keeper.post('/api/workflows/lent/backtest', { days: 7 })).body.code).toBe('admin_only');
      expect((await admin().post('/api/workflows/lent/backtest', { days: 0 })).status).toBe(422);
      expect((await admin().post('/api/workflows/none/backtest', { days: 7 })).body.code).toBe('workflow_not_found');
      expect((await admin().get('/api/workflow-backtests/none')).body.code).toBe('workflow_backtest_not_found');
      const button = await draft({ executionOccurs: 'button', button: { label: 'Go' } });
      expect((await admin().post('/api/workflows/lent/backtest', { days: 7 })).body.code).toBe('workflow_backtest_unsupported');
      await must(admin().delete(`/api/change-sets/${button}`));
      const broken = await draft({ conditions: [{ id: 'c', type: 'field-changes', field: 'gone' }] });
      expect((await admin().post('/api/workflows/lent/backtest', { days: 7 })).body.code).toBe('definition_invalid');
      await must(admin().delete(`/api/change-sets/${broken}`));
    });

    it('evaluate nothing more when they are cancelled', async () => {
      const { store, queue } = server().application;
      const found = await backtest({ days: 30 });
      const done = await findBacktest(store, found._id);
      // A backtest whose job has not begun.
      await writeBacktest(store, undefined, { ...done, _id: 'waits', state: 'waiting', ended: null, scanned: 0 } as StoredBacktest);
      expect(await must(admin().post('/api/workflow-backtests/waits/cancel', {}))).toMatchObject({ state: 'cancelled' });
      await queue.add('muster/backtest-workflows', { payload: { backtest: 'waits' } });
      await waitUntil(async () => (await queue.health(['muster/backtest-workflows']))[0]?.waiting === 0, {
        timeout: TIMEOUT,
        what: 'The end of the job',
      });
      await settle(server());
      expect(await must(admin().get('/api/workflow-backtests/waits'))).toMatchObject({ state: 'cancelled', scanned: 0 });
    });
  },
  { ...WORKSHOP, plugins: [createWorkflowPlugin([LIVE])], background: 'manual' },
);
