import { afterAll, expect, it } from 'vitest';
import type { WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { createOutboundHttp } from '../../engine/adapters/outbound-http/index.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { describeOnEachStore, WORKSHOP } from '../api/each-store.ts';
import { createWorkflowPlugin, makeWorkflow, outcomesOf, runsOf, setFields, settle } from './workflow-fixture.ts';

/** The workflow runs when a tool is created with its id as serial number. */
const on = (id: string, actions: readonly WorkflowStep[], more: Partial<WorkflowDefinition> = {}): WorkflowDefinition =>
  makeWorkflow(id, {
    appliesTo: 'new',
    conditions: [{ id: 'c1', type: 'rule', rule: { in: [id, { var: 'record.serial' }] } }],
    actions: [...actions],
    ...more,
  });

const alert = (id: string, more: object): NonNullable<WorkflowDefinition['alerts']>[number] =>
  ({ id, name: 'Alert', alertType: 'email', sourceType: 'normal', recipients: [{ owner: true }], ...more }) as never;

/** Workflows name its URL, so it is started before them. */
const receiver = await startReceiver();
afterAll(() => receiver.stop());

const WORKFLOWS: readonly WorkflowDefinition[] = [
  on('dates', [
    {
      id: 's1',
      type: 'update-record',
      values: {
        last_used: { field: 'bought', add: { amount: 1, unit: 'months' } },
        notes: { text: '{{ name }} of {{ makers_tools.name }} ({{state}}) {{makers_tools}} by {{ user.email }}' },
      },
    },
    {
      id: 's2',
      type: 'update-record',
      values: { bought: { field: 'bought', add: { amount: 1, unit: 'months' } }, assigned_to: { user: 'current' } },
    },
  ]),
  on('spread', [
    { id: 's1', type: 'update-related', relation: 'makers_tools', values: { name: { text: 'Maker of {{ name }}' } } },
    {
      id: 's2',
      type: 'create-record',
      module: 'tools',
      link: 'about',
      values: { name: { text: 'Copy of {{ name }}' }, weight: { field: 'weight' } },
    },
  ]),
  on('looped', [
    {
      id: 'each',
      type: 'for-each',
      relation: 'spares',
      filter: { weight: { range: { gte: 5 } } },
      steps: [
        {
          id: 'b',
          type: 'branch',
          branches: [{ condition: { '>': [{ var: 'record.weight' }, 100] }, steps: [setFields('heavy', { notes: 'heavy' })] }],
          otherwise: [setFields('light', { notes: 'light' })],
        },
      ],
    },
    setFields('last', { notes: 'Looped' }),
  ]),
  on('mailed', [setFields('s1', { notes: 'Set first' })], {
    alerts: [
      alert('a1', {
        subject: 'Tool\r\nBcc: x@evil.example {{ name }}',
        message: 'See {{ notes }}',
        recipients: [{ owner: true }, { field: 'makers_tools' }],
      }),
      alert('a2', { alertType: 'invite', subject: 'Return {{ name }}', message: 'Please', dateField: 'bought' }),
    ],
  }),
  on('told', [{ id: 's1', type: 'notification', text: 'Look at {{ name }}', recipients: [{ owner: true }] }]),
  on('hooked', [{ id: 's1', type: 'call-webhook', url: `${receiver.url}/flow`, body: { tool: { field: 'name' }, sure: { value: true } } }]),
  on('private', [{ id: 's1', type: 'call-webhook', url: 'https://10.1.2.3/x' }]),
  on('templated', [], { alerts: [alert('a1', { sourceType: 'template', campaignTemplate: 't1' })] }),
  on('gone', [
    setFields('s1', { notes: 'First' }),
    { id: 's2', type: 'create-record', module: 'tools', values: { name: { value: 'Twin' }, serial: { field: 'serial' } } },
    setFields('s3', { notes: 'Never' }),
  ]),
  on('started', [{ id: 's1', type: 'start-workflow', workflow: 'other' }]),
  makeWorkflow('other', { executionOccurs: 'button', button: { label: 'Other' }, actions: [setFields('s1', { notes: 'Started' })] }),
  makeWorkflow('follower', {
    executionOccurs: 'workflow',
    after: { workflow: 'gone', result: 'failed' },
    actions: [setFields('s1', { weight: 9 })],
  }),
];

describeOnEachStore(
  'Steps of workflows',
  (server) => {
    const create = async (fields: JsonObject, path = 'tools'): Promise<string> => {
      const { status, body } = await server().admin.post(`/api/${path}`, { name: 'Saw', ...fields });
      expect([status, body]).toEqual([201, expect.anything()]);
      await settle(server());
      return body._id as string;
    };
    const read = async (id: string, path = 'tools'): Promise<JsonObject> => (await server().admin.get(`/api/${path}/${id}`)).body;
    const me = async (): Promise<string> => (await read(await create({})))['created_by'] as string;

    it('computes dates with ends of months, texts and users', async () => {
      const maker = await create({ name: 'Acme' }, 'makers');
      const id = await create({ serial: 'dates', bought: '2026-01-31', makers_tools: maker });
      expect(await outcomesOf(server(), id)).toEqual(['dates succeeded']);
      const record = await read(id);
      expect(record).toMatchObject({
        bought: '2026-02-28',
        notes: `Saw of Acme (New) Acme by ${TEST_ADMIN.email}`,
        assigned_to: record['created_by'],
      });
      expect(record['last_used']).toBe('2026-02-28T05:00:00.000Z');
    });

    it('changes related records, and creates one that is linked', async () => {
      const maker = await create({ name: 'Acme' }, 'makers');
      const id = await create({ serial: 'spread', weight: 12, makers_tools: maker });
      expect(await outcomesOf(server(), id)).toEqual(['spread succeeded']);
      expect((await read(maker, 'makers'))['name']).toBe('Maker of Saw');
      const copies = await server().admin.post('/api/tools/search', { searchTerms: { about: { equals: { module: 'tools', id } } } });
      expect(copies.body.data).toMatchObject([{ name: 'Copy of Saw', weight: 12 }]);
    });

    it('runs steps for each related record, in branches', async () => {
      const spares = [
        await create({ name: 'A', weight: 500 }),
        await create({ name: 'B', weight: 10 }),
        await create({ name: 'C', weight: 1 }),
      ];
      const id = await create({ serial: 'looped', spares });
      expect(await outcomesOf(server(), id)).toEqual(['looped succeeded']);
      const notes = await Promise.all(spares.map(async (spare) => (await read(spare))['notes'] ?? null));
      expect([...notes, (await read(id))['notes']]).toEqual(['heavy', 'light', null, 'Looped']);
      expect((await runsOf(server(), id))[0]?.steps).toMatchObject([{ path: 'each', result: { records: 2 } }, { path: 'last' }]);
    });

    it('sends e-mails and invites once, and skips who opted out', async () => {
      const person = async (entry: JsonObject) =>
        create({ name: 'P', emails: [{ primary: true, opt_out: false, invalid_email: false, ...entry }] as never }, 'makers');
      const owner = await me();
      const fine = await create({
        serial: 'mailed 1',
        bought: '2026-05-04',
        assigned_to: owner,
        makers_tools: await person({ email_address: 'fine@a.example' }),
      });
      const out = await create({
        serial: 'mailed 2',
        assigned_to: owner,
        makers_tools: await person({ email_address: 'out@a.example', opt_out: true }),
      });
      const bad = await create({
        serial: 'mailed 3',
        assigned_to: owner,
        makers_tools: await person({ email_address: 'bad@a.example', invalid_email: true }),
      });
      for (const id of [fine, out, bad]) expect(await outcomesOf(server(), id)).toEqual(['mailed succeeded']);
      const [run] = await runsOf(server(), out);
      expect(run?.steps[1]?.result).toMatchObject({ skipped: [{ reason: 'opted_out' }] });
      expect((await runsOf(server(), bad))[0]?.steps[1]?.result).toMatchObject({ skipped: [{ reason: 'invalid_email' }] });
      const { data } = (await server().admin.get('/api/mail?pageSize=100')).body as {
        data: { to: string[]; subject: string; text: string }[];
      };
      const tool = data.filter(({ subject }) => subject.startsWith('Tool'));
      expect(tool.map(({ to }) => to[0]).sort()).toEqual([TEST_ADMIN.email, TEST_ADMIN.email, TEST_ADMIN.email, 'fine@a.example']);
      expect(tool[0]).toMatchObject({ subject: 'Tool Bcc: x@evil.example Saw', text: 'See Set first' });
      expect(data.filter(({ subject }) => subject === 'Return Saw')).toHaveLength(3);
    });

    it('notifies users under the bell', async () => {
      await create({ serial: 'told', assigned_to: await me() });
      const { data } = (await server().admin.get('/api/notifications')).body;
      expect(data[0]).toMatchObject({ text: 'Look at Saw' });
    });

    it('calls webhooks, and refuses private addresses', async () => {
      const id = await create({ serial: 'hooked' });
      expect(await outcomesOf(server(), id)).toEqual(['hooked succeeded']);
      const [run] = await runsOf(server(), id);
      expect(receiver.at('/flow').at(-1)).toMatchObject({
        body: { tool: 'Saw', sure: true },
        headers: { 'idempotency-key': `${run?._id}/s1` },
      });
      expect(await outcomesOf(server(), await create({ serial: 'private' }))).toEqual(['private failed outbound_failed']);
    });

    it('fails with what is missing, at the step that needs it, and starts what follows', async () => {
      expect(await outcomesOf(server(), await create({ serial: 'templated' }))).toEqual(['templated failed workflow_template_unavailable']);
      const id = await create({ serial: 'gone' });
      expect(await outcomesOf(server(), id)).toEqual(['follower succeeded', 'gone failed not_unique']);
      expect(await read(id)).toMatchObject({ notes: 'First', weight: 9 });
    });

    it('starts another workflow', async () => {
      const id = await create({ serial: 'started' });
      expect(await outcomesOf(server(), id)).toEqual(['other succeeded', 'started succeeded']);
      expect((await read(id))['notes']).toBe('Started');
    });
  },
  {
    ...WORKSHOP,
    plugins: [createWorkflowPlugin(WORKFLOWS)],
    background: 'manual',
    outboundHttp: createOutboundHttp({ privateHosts: [receiver.host] }),
  },
);
