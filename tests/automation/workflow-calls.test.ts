import { beforeAll, expect, it } from 'vitest';
import type { PluginManifest } from '#engine';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { describeOnEachStore, WORKSHOP } from '../api/each-store.ts';
import { createWorkflowPlugin, makeWorkflow, outcomesOf, runsOf, setFields, settle } from './workflow-fixture.ts';

const when = (serial: string): NonNullable<WorkflowDefinition['conditions']> => [
  { id: 'c1', type: 'rule', rule: { in: [serial, { var: 'record.serial' }] } },
];

const WORKFLOWS: readonly WorkflowDefinition[] = [
  makeWorkflow('checked', {
    appliesTo: 'new',
    conditions: when('checked'),
    actions: [
      setFields('s1', { weight: 1 }),
      { id: 's2', type: 'plugin', action: 'flows/check', input: { strict: true } },
      { id: 's3', type: 'update-record', values: { notes: { text: 'Checked at {{ weight }}' } } },
    ],
    alerts: [
      {
        id: 'a1',
        name: 'Done',
        alertType: 'email',
        sourceType: 'template',
        campaignTemplate: 't7',
        recipients: [{ field: 'makers_tools' }],
      },
    ],
  }),
  makeWorkflow('strict', {
    appliesTo: 'new',
    conditions: when('strict'),
    actions: [{ id: 's1', type: 'plugin', action: 'flows/check', input: { strict: 'yes' } }],
  }),
  makeWorkflow('sleeper', {
    appliesTo: 'new',
    conditions: when('sleeper'),
    actions: [{ id: 's1', type: 'wait', for: { amount: 1, unit: 'days' } }],
  }),
  makeWorkflow('pressed', { executionOccurs: 'button', button: { label: 'Press' }, actions: [setFields('s1', { state: 'in_use' })] }),
  makeWorkflow('called', { executionOccurs: 'webhook', actions: [setFields('s1', { notes: 'Called' })] }),
];

/** What the action of the plugin was run with, and whether it fails. */
const calls: JsonObject[] = [];
const failing = { value: true };

const PARTS: Partial<PluginManifest> = {
  workflowActions: [
    {
      name: 'check',
      label: 'Check a tool',
      input: { type: 'object', additionalProperties: false, properties: { strict: { type: 'boolean', title: 'Strict' } } },
      run: ({ actor, module, record = '', key }, input) => {
        if (failing.value) throw new Error('The register is closed.');
        calls.push({ actor: actor.kind, plugin: actor.name ?? '', module, record, key, input });
        return { ok: true };
      },
    },
  ],
  templateRenderer: { render: ({ record }, { template }) => ({ subject: `Template ${template}`, text: `For ${record ?? ''}` }) },
};

describeOnEachStore(
  'Calls about runs of workflows',
  (server) => {
    let keeper: ApiClient;
    beforeAll(async () => {
      keeper = await createSignedInUser(server(), 'keeper@muster.example', ['Keeper']);
    });
    const create = async (serial: string, fields: JsonObject = {}): Promise<string> => {
      const { status, body } = await server().admin.post('/api/tools', { name: 'Saw', serial, ...fields });
      expect(status).toBe(201);
      await settle(server());
      return body._id as string;
    };
    const runOf = async (id: string): Promise<string> => (await runsOf(server(), id))[0]?._id ?? '';

    it('goes on from the failed step, alone or in bulk, and runs actions of plugins', async () => {
      failing.value = true;
      const maker = (await server().admin.post('/api/makers', { name: 'M', emails: [{ email_address: 'm@a.example' }] })).body
        ._id as string;
      const one = await create('checked 1', { makers_tools: maker });
      const two = await create('checked 2');
      expect(await outcomesOf(server(), one)).toEqual(['checked failed plugin_failed']);
      failing.value = false;
      expect((await keeper.post(`/api/workflow-runs/${await runOf(one)}/retry`, {})).status).toBe(403);
      expect((await server().admin.post(`/api/workflow-runs/${await runOf(one)}/retry`, {})).body).toMatchObject({ status: 'waiting' });
      const bulk = await server().admin.post('/api/workflow-runs/retry', { ids: [await runOf(two), 'unknown'] });
      expect(bulk.body).toMatchObject({ retried: [await runOf(two)], refused: [{ _id: 'unknown', code: 'workflow_run_not_found' }] });
      await settle(server());
      const { body } = await server().admin.get(`/api/workflow-runs/${await runOf(one)}`);
      expect(body).toMatchObject({
        status: 'succeeded',
        steps: [{ path: 's1', attempts: 1 }, { path: 's2' }, { path: 's3' }, { path: 'alert-a1' }],
      });
      expect(calls.filter(({ record }) => record === one)).toEqual([
        { actor: 'plugin', plugin: 'flows', module: 'tools', record: one, key: `${await runOf(one)}/s2`, input: { strict: true } },
      ]);
      const mails = (await server().admin.get('/api/mail')).body.data as JsonObject[];
      expect(mails.filter(({ subject }) => subject === 'Template t7')).toMatchObject([{ to: ['m@a.example'], text: `For ${one}` }]);
      expect((await server().admin.post(`/api/workflow-runs/${await runOf(one)}/retry`, {})).body.code).toBe('workflow_run_not_failed');
    });

    it('refuses an input that does not meet the schema of the action', async () => {
      const [strict] = await runsOf(server(), await create('strict'));
      expect(strict?.error?.code).toBe('workflow_input_invalid');
      const types = (await server().admin.get('/api/workflow-action-types')).body;
      expect(types).toMatchObject({ total: 1, data: [{ name: 'flows/check', label: 'Check a tool' }] });
    });

    it('lists runs for admins, and those of a record for those who may see it', async () => {
      const id = await create('sleeper');
      const all = await server().admin.get('/api/workflow-runs?status=waiting&pageSize=5');
      expect(all.body).toMatchObject({
        total: 1,
        data: [{ workflow: 'sleeper', record: id, module: 'tools', conditions: [{ seen: {} }] }],
      });
      expect((await server().admin.get('/api/workflows/sleeper/runs')).body.total).toBe(1);
      expect((await server().admin.get('/api/workflow-runs?workflow=checked&status=failed')).body.total).toBe(0);
      expect((await keeper.get('/api/workflow-runs')).body.code).toBe('admin_only');
      const [run] = await runsOf(server(), id);
      const listed = (await server().admin.get('/api/definitions/workflow/sleeper')).body;
      expect(listed.workflow.lastRunAt).toBe(new Date(run?.at ?? 0).toISOString());
      const own = await keeper.get(`/api/workflow-runs?module=tools&record=${id}`);
      expect(own.body.data).toMatchObject([{ workflow: 'sleeper', status: 'waiting' }]);
      expect(own.body.data[0].conditions[0]).not.toHaveProperty('seen');
      const borrower = await createSignedInUser(server(), 'borrower@muster.example', ['Borrower']);
      expect((await borrower.get(`/api/workflow-runs?module=tools&record=${id}`)).status).toBe(404);
      expect((await borrower.get(`/api/workflow-runs/${await runOf(id)}`)).body.code).toBe('workflow_run_not_found');
    });

    it('cancels a run that waits', async () => {
      const id = await create('sleeper 2');
      expect((await server().admin.post(`/api/workflow-runs/${await runOf(id)}/cancel`, {})).body).toMatchObject({ status: 'stopped' });
      expect((await server().admin.post(`/api/workflow-runs/${await runOf(id)}/cancel`, {})).body.code).toBe('workflow_run_ended');
    });

    it('starts by a button and by a secret URL', async () => {
      const id = await create('other');
      const pressed = await keeper.post('/api/workflows/pressed/run', { module: 'tools', record: id });
      expect([pressed.status, pressed.body.status]).toEqual([201, 'waiting']);
      const { path } = (await server().admin.post('/api/workflows/called/rotate-secret', {})).body as { path: string };
      expect((await server().anonymous.post(`${path}x`, { record: id })).status).toBe(404);
      expect((await server().anonymous.post(path, { record: id })).status).toBe(201);
      expect((await server().anonymous.post(path, { text: 'x'.repeat(70_000) })).status).toBe(413);
      expect((await keeper.post('/api/workflows/called/rotate-secret', {})).status).toBe(403);
      await settle(server());
      expect(await outcomesOf(server(), id)).toEqual(['called succeeded', 'pressed succeeded']);
      expect((await server().admin.get(`/api/tools/${id}`)).body).toMatchObject({ state: 'in_use', notes: 'Called' });
    });

    it('tests a workflow step by step, and saves and sends nothing', async () => {
      const maker = (await server().admin.post('/api/makers', { name: 'M', emails: [{ email_address: 'n@a.example' }] })).body
        ._id as string;
      const id = await create('plain', { weight: 5, makers_tools: maker });
      const before = calls.length;
      const { status, body } = await server().admin.post('/api/workflows/checked/test', { module: 'tools', record: id });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        holds: false,
        status: 'succeeded',
        steps: [
          { path: 's1', result: { fields: { weight: 1 } } },
          { path: 's2', result: { isTest: true } },
          { path: 's3', result: { fields: { notes: 'Checked at 1' } } },
          { path: 'alert-a1', result: { sent: ['n@a.example'] } },
        ],
      });
      const record = (await server().admin.get(`/api/tools/${id}`)).body;
      expect([record.weight, record.notes, record._version, calls.length]).toEqual([5, undefined, 1, before]);
      expect(((await server().admin.get('/api/mail')).body.data as JsonObject[]).flatMap(({ to }) => to)).not.toContain('n@a.example');
      expect((await keeper.post('/api/workflows/checked/test', { module: 'tools', record: id })).status).toBe(403);
    });
  },
  { ...WORKSHOP, plugins: [createWorkflowPlugin(WORKFLOWS, PARTS)], background: 'manual' },
);
