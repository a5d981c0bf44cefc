import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { TIMES_COLLECTION, TIME_KEYS } from '../../engine/automation/workflows/triggers/stored-time.ts';
import type { ClockPort } from '../../engine/ports/index.ts';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { runJob } from '../support/run-job.ts';
import { describeOnEachStore, WORKSHOP } from '../api/each-store.ts';
import { createWorkflowPlugin, makeWorkflow, outcomesOf, runsOf, setFields, settle } from './workflow-fixture.ts';

const DAY = 86_400_000;
const time = { offset: 0 };
const clock: ClockPort = { now: () => Date.now() + time.offset };
/** The day in UTC after a number of days; tests use whole days, so that the time zone does not matter. */
const dayAfter = (days: number): string => new Date(clock.now() + days * DAY).toISOString().slice(0, 10);

const WORKFLOWS: readonly WorkflowDefinition[] = [
  makeWorkflow('remind', {
    executionOccurs: 'time',
    time: { field: 'bought', offset: { amount: -10, unit: 'days' }, at: '06:30' },
    conditions: [{ id: 'c1', type: 'rule', rule: { '!=': [{ var: 'record.state' }, 'broken'] } }],
    actions: [{ id: 's1', type: 'update-record', values: { notes: { text: 'Ten days to {{ bought }}' } } }],
  }),
  makeWorkflow('late', { executionOccurs: 'time', active: false, time: { field: 'last_used', offset: { amount: 2, unit: 'hours' } } }),
  makeWorkflow('nightly', {
    executionOccurs: 'schedule',
    schedule: { cron: '30 2 * * *', filter: { serial: { startsWith: 'nightly' } } },
    actions: [setFields('s1', { notes: 'Nightly' })],
  }),
  makeWorkflow('pressed', {
    executionOccurs: 'button',
    button: { label: 'Press', roles: ['Keeper'] },
    conditions: [{ id: 'c1', type: 'rule', rule: { '==': [{ var: 'record.state' }, 'new'] } }],
    actions: [setFields('s1', { state: 'in_use' })],
  }),
  makeWorkflow('slow', {
    appliesTo: 'new',
    conditions: [{ id: 'c1', type: 'rule', rule: { '==': [{ var: 'record.serial' }, 'slow'] } }],
    actions: [{ id: 's1', type: 'wait', for: { amount: 1, unit: 'days' } }, setFields('s2', { hotline: '4045550100' })],
  }),
  makeWorkflow('called', {
    executionOccurs: 'webhook',
    actions: [
      { id: 's1', type: 'create-record', module: 'tools', values: { name: { text: 'By webhook' }, notes: { text: 'On {{ today }}' } } },
    ],
  }),
];

describeOnEachStore(
  'What starts workflows',
  (server) => {
    const users = { keeper: '', borrower: '' };
    beforeAll(async () => {
      users.keeper = await createUser('presser@muster.example', 'Keeper');
      users.borrower = await createUser('other@muster.example', 'Borrower');
    });
    const createUser = async (email: string, role: string): Promise<string> => {
      const client = await createSignedInUser(server(), email, [role]);
      return (await client.get('/api/auth/authenticated')).body.user._id as string;
    };
    const records = () => server().application.records;
    const operations = () => server().application.workflows;
    const create = async (fields: JsonObject): Promise<string> =>
      (await records().create(SYSTEM_ACTOR, { module: 'tools', fields: { name: 'Saw', ...fields } })).record._id;
    const update = (id: string, fields: JsonObject) => records().update(SYSTEM_ACTOR, { module: 'tools', id, fields });
    const goOn = async (days: number): Promise<void> => {
      time.offset += days * DAY;
      await runJob(server(), 'muster/continue-workflows');
      await settle(server());
    };
    const notesOf = async (id: string) => (await records().get(SYSTEM_ACTOR, { module: 'tools', id }))['notes'];
    const dueOf = async (id: string): Promise<unknown> =>
      (await server().application.store.get(TIMES_COLLECTION.name, [`remind~${id}`]))[0]?.document['due'];

    it('starts before a date, once, and plans again when the date changes or the record is deleted', async () => {
      const id = await create({ bought: dayAfter(12) });
      const moved = await create({ bought: dayAfter(12) });
      const deleted = await create({ bought: dayAfter(12) });
      const past = await create({ bought: dayAfter(5) });
      expect([typeof (await dueOf(id)), await dueOf(past)]).toEqual(['number', undefined]);
      await update(moved, { bought: dayAfter(30) });
      await records().markDeleted(SYSTEM_ACTOR, { module: 'tools', ids: [deleted] });
      expect(await dueOf(deleted)).toBeUndefined();
      await goOn(1);
      expect(await outcomesOf(server(), id)).toEqual([]);
      await goOn(2);
      await goOn(1);
      expect([await outcomesOf(server(), id), await outcomesOf(server(), moved), await outcomesOf(server(), deleted)]).toEqual([
        ['remind succeeded'],
        [],
        [],
      ]);
      expect(await notesOf(id)).toMatch(/^Ten days to /);
      await records().restore(SYSTEM_ACTOR, { module: 'tools', ids: [deleted] });
      await update(moved, { state: 'broken' });
      await goOn(20);
      expect(await outcomesOf(server(), moved)).toEqual(['remind stopped workflow_conditions_not_met']);
    });

    it('plans existing records in the background when a workflow is activated, in chunks', async () => {
      const many = Array.from({ length: 620 }, (_, at) => ({ name: `Tool ${at}`, last_used: new Date(clock.now() + DAY).toISOString() }));
      await records().createMany(SYSTEM_ACTOR, { module: 'tools', records: many });
      await runJob(server(), 'muster/continue-workflows');
      const dueTimes = async () =>
        server().application.store.count({ collection: TIMES_COLLECTION.name, filter: { kind: 'exists', keys: [TIME_KEYS.due] } });
      const before = (await dueTimes()).total;
      const late = WORKFLOWS[1] as WorkflowDefinition;
      await server().application.registry.publish({
        author: undefined,
        changes: [{ kind: 'workflow', id: 'late', definition: { ...late, active: true } }],
      });
      await runJob(server(), 'muster/continue-workflows');
      expect((await dueTimes()).total).toBe(before + 620);
      await goOn(2);
      expect((await runsOf(server())).filter(({ workflow }) => workflow === 'late')).toHaveLength(620);
      await goOn(1);
      expect((await runsOf(server())).filter(({ workflow, status }) => workflow === 'late' && status === 'succeeded')).toHaveLength(620);
    });

    it('starts by a schedule for the records of its filter', async () => {
      const [night, other] = [await create({ serial: 'nightly 1' }), await create({ serial: 'daily' })];
      await runJob(server(), 'muster/continue-workflows');
      await goOn(1);
      await runJob(server(), 'muster/continue-workflows');
      expect([await outcomesOf(server(), night), await outcomesOf(server(), other)]).toEqual([['nightly succeeded'], []]);
      await goOn(1);
      expect(await outcomesOf(server(), night)).toEqual(['nightly succeeded', 'nightly succeeded']);
    });

    it('starts by a button for those who may press it', async () => {
      const id = await create({});
      await update(id, { assigned_to: users.borrower });
      const input = { workflow: 'pressed', module: 'tools', record: id };
      await expect(operations().start({ kind: 'user', userId: users.borrower }, input)).rejects.toMatchObject({
        code: 'action_not_allowed',
      });
      const actor = { kind: 'user' as const, userId: users.keeper };
      expect(await operations().start(actor, input)).toMatchObject({ workflow: 'pressed', status: 'waiting', startedBy: actor.userId });
      await settle(server());
      expect(await outcomesOf(server(), id)).toEqual(['pressed succeeded']);
      await expect(operations().start(actor, input)).rejects.toMatchObject({ code: 'workflow_conditions_not_met' });
      await expect(operations().start(actor, { ...input, workflow: 'called' })).rejects.toMatchObject({ code: 'workflow_not_found' });
    });

    it('starts by a webhook with the current secret', async () => {
      const { path } = await operations().rotateSecret(SYSTEM_ACTOR, 'called');
      const secret = path.split('/').at(-1) ?? '';
      const { run } = await operations().receive({ workflow: 'called', secret, body: { from: 'outside' } });
      await settle(server());
      expect((await runsOf(server())).find(({ _id }) => _id === run)).toMatchObject({ status: 'succeeded', input: { from: 'outside' } });
      await operations().rotateSecret(SYSTEM_ACTOR, 'called');
      await expect(operations().receive({ workflow: 'called', secret, body: {} })).rejects.toMatchObject({ code: 'workflow_not_found' });
      await expect(operations().receive({ workflow: 'nightly', secret, body: {} })).rejects.toMatchObject({ code: 'workflow_not_found' });
    });

    it('keep the fields that they name: the removal is refused, and a waiting run goes on', async () => {
      const id = await create({ serial: 'slow' });
      await settle(server());
      const tools = server().application.registry.current().modules.get('tools');
      if (tools === undefined) throw new Error('There are no tools');
      const { id: module, definition } = tools;
      const fields = definition.fields.filter(({ fieldName }) => fieldName !== 'hotline');
      const changes = [{ kind: 'module' as const, id: module, definition: { ...definition, fields } }];
      await expect(server().application.registry.publish({ author: undefined, changes })).rejects.toMatchObject({
        code: 'definition_invalid',
        details: [expect.objectContaining({ message: 'There is no field hotline in tools.' })],
      });
      await goOn(2);
      expect(await outcomesOf(server(), id)).toEqual(['slow succeeded']);
    });
  },
  { ...WORKSHOP, plugins: [createWorkflowPlugin(WORKFLOWS)], background: 'manual', clock },
);
