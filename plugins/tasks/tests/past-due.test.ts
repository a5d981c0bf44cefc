import { afterAll, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { createRecordHelpers } from '../../../tests/support/record-helpers.ts';
import { runDueJobs, runJob } from '../../../tests/support/run-job.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import { TEST_ADMIN } from '../../../tests/support/start-server.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createTestClock } from '../../../engine/testing/test-clock.ts';

/** Ten minutes before midnight in New York; in UTC it is already the next day. */
const clock = createTestClock('2027-05-11T03:50:00.000Z');

describePluginRules(
  'A task after its due date',
  (server) => {
    let admin: ApiClient | undefined;
    const client = (): ApiClient => admin ?? server().admin;
    const { make, read } = createRecordHelpers(client);
    const setSetting = createSetSetting(server);
    const makeTask = (due_date: string | null, status = 'Open') => make('/api/tasks', { subject: 'Call', due_date, status });
    const statusOf = async (id: string) => (await read(`/api/tasks/${id}`))['status'];
    const save = async (id: string, fields: object) => {
      const { status, body } = await client().put(`/api/tasks/${id}`, fields);
      expect(status, JSON.stringify(body)).toBe(200);
      return body as { readonly status: string };
    };
    afterAll(clock.reset);

    it('gets the status Past Due by the schedule, once its day is over in the time zone of the product', async () => {
      await runDueJobs(server());
      const late = await Promise.all(['Not Started', 'Open', 'In Progress'].map((status) => makeTask('2027-05-10', status)));
      const others = [await makeTask('2027-05-11'), await makeTask(null), await makeTask('2027-05-01', 'Completed')];
      await runJob(server(), 'tasks/past-due');
      expect(await Promise.all(late.map(({ _id }) => statusOf(_id)))).toEqual(['Not Started', 'Open', 'In Progress']);
      clock.advance({ minutes: 20 });
      admin = await server().signIn(TEST_ADMIN.email, TEST_ADMIN.password);
      await runDueJobs(server());
      expect(await Promise.all(late.map(({ _id }) => statusOf(_id)))).toEqual(['Past Due', 'Past Due', 'Past Due']);
      expect(await Promise.all(others.map(({ _id }) => statusOf(_id)))).toEqual(['Open', 'Open', 'Completed']);
      const audit = await client().get(`/api/audit-log/get-record-changes-by-module/tasks/${late[0]?._id}`);
      expect(audit.body.data[0]).toMatchObject({ field: 'status', new_value: 'Past Due', changeSource: 'past-due' });
    });

    it('is open again when the due date moves to today or later, or is removed, unless the save sets a status', async () => {
      const tasks = await Promise.all(Array.from({ length: 5 }, () => makeTask('2027-05-01')));
      const [later, removed, still, done, renamed] = tasks.map(({ _id }) => _id) as [string, string, string, string, string];
      expect((await runJob(server(), 'tasks/past-due')).result).toMatchObject({ marked: 5, left: 0 });
      expect((await runJob(server(), 'tasks/past-due')).result).toMatchObject({ marked: 0 });
      expect((await save(later, { due_date: '2027-05-11' })).status).toBe('Open');
      expect((await save(removed, { due_date: null })).status).toBe('Open');
      expect((await save(still, { due_date: '2027-05-02' })).status).toBe('Past Due');
      expect((await save(done, { due_date: '2027-05-20', status: 'Completed' })).status).toBe('Completed');
      expect((await save(renamed, { subject: 'Call again' })).status).toBe('Past Due');
    });

    it('is past due in batches, by the statuses of the setting', async () => {
      const { records } = server().application;
      const many = Array.from({ length: 230 }, (_, index) => ({ subject: `Late ${index}`, due_date: '2027-04-01', status: 'Open' }));
      await records.createMany({ kind: 'system' }, { module: 'tasks', records: many });
      await setSetting('open_task_statuses', ['In Progress']);
      const running = await makeTask('2027-04-01', 'In Progress');
      expect((await runJob(server(), 'tasks/past-due')).result).toMatchObject({ marked: 1 });
      expect(await statusOf(running._id)).toBe('Past Due');
      await setSetting('open_task_statuses', ['Open']);
      expect((await runJob(server(), 'tasks/past-due')).result).toMatchObject({ marked: 230, left: 0 });
    });
  },
  { clock },
);
