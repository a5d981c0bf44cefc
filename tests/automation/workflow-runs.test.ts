import { beforeAll, expect, it } from 'vitest';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { ClockPort } from '../../engine/ports/index.ts';
import { createSetSetting } from '../support/set-setting.ts';
import type { ApiClient } from '../support/api-client.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { runJob } from '../support/run-job.ts';
import { describeOnEachStore, WORKSHOP } from '../api/each-store.ts';
import { createWorkflowPlugin, makeWorkflow, outcomesOf, runsOf, setFields, settle } from './workflow-fixture.ts';

const MINUTE = 60_000;
const time = { offset: 0 };
const clock: ClockPort = { now: () => Date.now() + time.offset };

const when = (serial: string): NonNullable<WorkflowDefinition['conditions']> => [
  { id: 'c1', type: 'rule', rule: { in: [serial, { var: 'record.serial' }] } },
];

const WORKFLOWS: readonly WorkflowDefinition[] = [
  makeWorkflow('grows', {
    conditions: [...when('endless'), { id: 'c2', type: 'field-changes', field: 'weight' }],
    actions: [{ id: 's1', type: 'update-record', values: { weight: { field: 'number' }, notes: { text: 'x {{ weight }}' } } }],
  }),
  makeWorkflow('ping', {
    conditions: [...when('match'), { id: 'c2', type: 'changes-to', field: 'state', to: 'in_use' }],
    actions: [setFields('s1', { state: 'broken' })],
  }),
  makeWorkflow('pong', {
    conditions: [...when('match'), { id: 'c2', type: 'changes-to', field: 'state', to: 'broken' }],
    actions: [setFields('s1', { state: 'in_use' })],
  }),
  makeWorkflow('counted', { conditions: [...when('stormy'), { id: 'c2', type: 'field-changes', field: 'notes' }] }),
  makeWorkflow('slept', {
    appliesTo: 'new',
    conditions: when('sleeper'),
    actions: [{ id: 's1', type: 'wait', for: { amount: 2, unit: 'hours' } }, setFields('s2', { notes: 'Awake' })],
  }),
  makeWorkflow('dated', {
    appliesTo: 'new',
    conditions: when('dated'),
    actions: [{ id: 's1', type: 'wait', until: 'last_used' }, setFields('s2', { notes: 'Used' })],
  }),
  ...(['continue', 'end'] as const).map((otherwise) =>
    makeWorkflow(`held_${otherwise}`, {
      appliesTo: 'new',
      conditions: when(`patient ${otherwise}`),
      actions: [
        { id: 's1', type: 'wait', condition: { '==': [{ var: 'record.state' }, 'broken'] }, for: { amount: 3, unit: 'days' }, otherwise },
        setFields('s2', { notes: 'Went on' }),
      ],
    }),
  ),
  makeWorkflow('first', { weight: -5, appliesTo: 'new', conditions: when('ordered'), actions: [setFields('s1', { weight: 1 })] }),
  makeWorkflow('second', {
    weight: 5,
    appliesTo: 'new',
    conditions: when('ordered'),
    actions: [{ id: 's1', type: 'update-record', values: { notes: { text: 'After {{ weight }}' } } }],
  }),
];

describeOnEachStore(
  'Runs of workflows',
  (server) => {
    const setSetting = createSetSetting(server);
    let admin: ApiClient;
    beforeAll(() => void (admin = server().admin));
    /** The session ends when the clock moves. */
    const moveClock = async (offset: number): Promise<void> => {
      time.offset += offset;
      admin = await server().signIn(TEST_ADMIN.email, TEST_ADMIN.password);
    };
    const create = async (fields: object): Promise<string> => {
      const { status, body } = await admin.post('/api/tools', { name: 'Saw', ...fields });
      expect(status).toBe(201);
      await settle(server());
      return body._id as string;
    };
    const change = async (id: string, fields: object): Promise<void> => {
      expect((await admin.put(`/api/tools/${id}`, fields)).status).toBe(200);
      await settle(server());
    };
    const notesOf = async (id: string): Promise<unknown> => (await admin.get(`/api/tools/${id}`)).body.notes;
    const goOn = async (offset: number): Promise<void> => {
      await moveClock(offset);
      await runJob(server(), 'muster/continue-workflows');
      await settle(server());
    };

    it('stops a workflow that updates its own trigger, and names the cycle', async () => {
      const id = await create({ serial: 'endless', weight: 999 });
      expect(await outcomesOf(server(), id)).toEqual(['grows stopped workflow_cycle', 'grows succeeded']);
      const stopped = (await runsOf(server(), id)).find(({ status }) => status === 'stopped');
      expect(stopped?.error?.code).toBe('workflow_cycle');
      expect(stopped?.error?.text).toContain('Workflow grows → Workflow grows');
    });

    it('stops a cycle of several workflows', async () => {
      const id = await create({ serial: 'match', state: 'in_use' });
      expect(await outcomesOf(server(), id)).toEqual(['ping stopped workflow_cycle', 'ping succeeded', 'pong succeeded']);
      const stopped = (await runsOf(server(), id)).find(({ status }) => status === 'stopped');
      expect(stopped?.error?.text).toContain('Workflow ping → Workflow pong → Workflow ping');
    });

    it('stops runs above the limit of a record and an hour', async () => {
      await setSetting('workflow_runs_per_hour', 3);
      const id = await create({ serial: 'stormy' });
      for (let count = 0; count < 6; count += 1) await change(id, { notes: `Note ${count}` });
      expect(await outcomesOf(server(), id)).toEqual([
        'counted stopped workflow_limit',
        ...Array.from({ length: 3 }, () => 'counted succeeded'),
      ]);
      const limited = (await runsOf(server(), id)).find(({ status }) => status === 'stopped');
      expect(limited?.error?.code).toBe('workflow_limit');
      await moveClock(61 * MINUTE);
      await change(id, { notes: 'Later' });
      expect((await outcomesOf(server(), id)).filter((one) => one === 'counted succeeded')).toHaveLength(4);
      await setSetting('workflow_runs_per_hour', 100);
    });

    it('runs workflows of one save in the order of their weights', async () => {
      expect(await notesOf(await create({ serial: 'ordered' }))).toBe('After 1');
    });

    it('waits for a time, and until a date', async () => {
      const id = await create({ serial: 'sleeper' });
      const dated = await create({ serial: 'dated', last_used: new Date(clock.now() + 30 * MINUTE).toISOString() });
      expect([await outcomesOf(server(), id), await outcomesOf(server(), dated)]).toEqual([['slept waiting'], ['dated waiting']]);
      await goOn(31 * MINUTE);
      expect([await notesOf(id), await notesOf(dated)]).toEqual([undefined, 'Used']);
      await goOn(100 * MINUTE);
      expect([await outcomesOf(server(), id), await notesOf(id)]).toEqual([['slept succeeded'], 'Awake']);
    });

    it('waits until a condition holds, or for its time-out', async () => {
      const soon = await create({ serial: 'patient continue 1' });
      const late = await create({ serial: 'patient continue 2' });
      const never = await create({ serial: 'patient end' });
      await change(soon, { weight: 4 });
      expect(await outcomesOf(server(), soon)).toEqual(['held_continue waiting']);
      await change(soon, { state: 'broken' });
      expect([await outcomesOf(server(), soon), await notesOf(soon)]).toEqual([['held_continue succeeded'], 'Went on']);
      await goOn(73 * 60 * MINUTE);
      expect([await notesOf(late), await notesOf(never)]).toEqual(['Went on', undefined]);
      expect(await outcomesOf(server(), never)).toEqual(['held_end succeeded']);
    });
  },
  { ...WORKSHOP, plugins: [createWorkflowPlugin(WORKFLOWS)], background: 'manual', clock },
);
