import { afterAll, describe, expect, it } from 'vitest';
import type { WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { createOutboundHttp } from '../../engine/adapters/outbound-http/index.ts';
import { createRunWriter } from '../../engine/automation/workflows/runs/run-progress.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { describeOnEachStore, WORKSHOP } from '../api/each-store.ts';
import { createWorkflowPlugin, makeWorkflow, runsOf, setFields, settle } from './workflow-fixture.ts';

const receiver = await startReceiver();
afterAll(() => receiver.stop());
receiver.respondWith('/busy', 503);
receiver.respondWith('/gone', 404);

const on = (id: string, action: object, more: Partial<WorkflowDefinition> = {}): WorkflowDefinition =>
  makeWorkflow(id, {
    appliesTo: 'new',
    conditions: [{ id: 'c1', type: 'rule', rule: { '==': [id, { var: 'record.serial' }] } }],
    actions: [{ id: 's1', ...action } as WorkflowStep],
    ...more,
  });

/** Workflows that name what does not exist: they are never active, and a test of them shows what is missing. */
const BROKEN: readonly WorkflowDefinition[] = [
  on('field', { type: 'update-record', values: { lost: { value: 1 } } }),
  on('relation', { type: 'update-related', relation: 'lost', values: { name: { value: 'x' } } }),
  on('module', { type: 'create-record', module: 'lost', values: { name: { value: 'x' } } }),
  on('text', { type: 'update-record', values: { notes: { text: '{{ notes }} {{ notes }}' } } }, { active: false }),
  on('related', { type: 'update-related', relation: 'spares', values: { serial: { value: 'taken' } } }, { active: false }),
  on('template', {
    type: 'notify',
    alert: { id: 'a', name: 'A', alertType: 'email', sourceType: 'template', campaignTemplate: 't', recipients: [{ owner: true }] },
  }),
];

const WORKFLOWS: readonly WorkflowDefinition[] = [
  on('action', { type: 'plugin', action: 'other/lost', input: {} }),
  on('busy', { type: 'call-webhook', url: `${receiver.url}/busy` }),
  on('gone', { type: 'call-webhook', url: `${receiver.url}/gone` }),
  on('waiting', { type: 'wait', for: { amount: 1, unit: 'days' } }),
  makeWorkflow('called', { executionOccurs: 'webhook', actions: [setFields('s1', { notes: 'Called' })] }),
];

describe('Errors of workflows', () => {
  describeOnEachStore(
    'in tests',
    (server) => {
      const create = async (fields: JsonObject): Promise<string> => {
        const { record } = await server().application.records.create(SYSTEM_ACTOR, { module: 'tools', fields: { name: 'Saw', ...fields } });
        await settle(server());
        return record._id;
      };

      it.each([
        ['field', 'workflow_field_missing'],
        ['relation', 'workflow_relation_missing'],
        ['module', 'workflow_module_missing'],
        ['text', 'workflow_text_too_long'],
        ['related', 'workflow_related_refused'],
        ['template', 'workflow_template_unavailable'],
      ])('a test of a workflow with a wrong %s fails with %s', async (workflow, code) => {
        const spare = await create({ serial: `spare of ${workflow}` });
        await create({ serial: workflow === 'related' ? 'taken' : `other ${workflow}` });
        const record = await create({ serial: `${workflow} 1`, notes: 'x'.repeat(60_000), spares: [spare] });
        const { body } = await server().admin.post(`/api/workflows/${workflow}/test`, { module: 'tools', record });
        expect([body.status, body.error.code]).toEqual(['failed', code]);
      });
    },
    { ...WORKSHOP, plugins: [createWorkflowPlugin(BROKEN)], background: 'manual' },
  );

  describeOnEachStore(
    'in runs',
    (server) => {
      const create = async (fields: JsonObject): Promise<string> => {
        const { record } = await server().application.records.create(SYSTEM_ACTOR, { module: 'tools', fields: { name: 'Saw', ...fields } });
        await settle(server());
        return record._id;
      };

      it('an action that no plugin has, and a record that a run lacks', async () => {
        const { path } = await server().application.workflows.rotateSecret(SYSTEM_ACTOR, 'called');
        expect((await server().anonymous.post(path, {})).status).toBe(201);
        await settle(server());
        const called = (await runsOf(server())).find(({ workflow }) => workflow === 'called');
        expect(called?.error?.code).toBe('workflow_record_missing');
        const [missing] = await runsOf(server(), await create({ serial: 'action' }));
        expect(missing?.error?.code).toBe('workflow_action_missing');
      });

      it('another server that is away is tried again, one that refuses is not', async () => {
        const [busy] = await runsOf(server(), await create({ serial: 'busy' }));
        expect([busy?.status, busy?.steps[0]?.error?.code]).toEqual(['waiting', 'workflow_webhook_failed']);
        const [gone] = await runsOf(server(), await create({ serial: 'gone' }));
        expect([gone?.status, gone?.error?.code]).toEqual(['failed', 'workflow_webhook_refused']);
      });

      it('a run that is cancelled, whose workflow is switched off, or that somebody else has changed', async () => {
        const [first] = await runsOf(server(), await create({ serial: 'waiting' }));
        if (first === undefined) throw new Error('Nothing waits');
        const cancelled = await server().admin.post(`/api/workflow-runs/${first._id}/cancel`, {});
        expect(cancelled.body.error.code).toBe('workflow_run_cancelled');
        const writeRun = createRunWriter(server().application.store);
        await expect(writeRun(first, first, [])).rejects.toMatchObject({ code: 'workflow_run_changed' });
        await server().application.records.markDeleted(SYSTEM_ACTOR, { module: 'tools', ids: [first.record_id ?? ''] });
        await switchOff();
      });

      const switchOff = async (): Promise<void> => {
        const definition = WORKFLOWS.find(({ id }) => id === 'busy') as WorkflowDefinition;
        const busy = (await runsOf(server())).find(({ workflow }) => workflow === 'busy');
        await server().application.registry.publish({
          author: undefined,
          changes: [{ kind: 'workflow', id: 'busy', definition: { ...definition, active: false } }],
        });
        await server().application.queue.add('muster/run-workflows', { payload: { runs: [busy?._id ?? ''] } });
        await settle(server());
        expect((await runsOf(server())).find(({ _id }) => _id === busy?._id)?.error?.code).toBe('workflow_not_active');
      };
    },
    {
      ...WORKSHOP,
      plugins: [createWorkflowPlugin(WORKFLOWS)],
      background: 'manual',
      outboundHttp: createOutboundHttp({ privateHosts: [receiver.host] }),
    },
  );
});
