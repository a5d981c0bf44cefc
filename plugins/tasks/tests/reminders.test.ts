import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClock, type Duration } from '../../../engine/testing/test-clock.ts';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { runDueJobs, runJob } from '../../../tests/support/run-job.ts';
import { TEST_ADMIN } from '../../../tests/support/start-server.ts';

const clock = createTestClock('2027-05-10T15:00:00.000Z');
const PASSWORD = 'Remind-me1!';

describePluginRules(
  'The reminder of a task',
  (server) => {
    afterAll(clock.reset);
    const people: { pat: string; other: string; reader: ApiClient; admin: ApiClient } = {} as never;
    const admin = () => people.admin;
    /** Sessions end, so that people sign in again later. */
    const later = async (duration: Duration) => {
      clock.advance(duration);
      people.admin = await server().signIn(TEST_ADMIN.email, TEST_ADMIN.password);
      people.reader = await server().signIn('pat@muster.test', PASSWORD);
    };
    const register = async (name: string, roles: readonly string[]) =>
      (
        await must(
          admin().post('/api/users/register', {
            first_name: name,
            last_name: 'Tester',
            email: `${name.toLowerCase()}@muster.test`,
            password: PASSWORD,
            userType: 'Standard',
            active: true,
            roles,
          }),
          201,
        )
      )._id as string;
    beforeAll(async () => {
      people.admin = server().admin;
      people.pat = await register('Pat', ['role_recruiter']);
      people.other = await register('Olu', ['role_recruiter']);
      people.reader = await server().signIn('pat@muster.test', PASSWORD);
      await runDueJobs(server());
    });
    const make = async (fields: object = {}) =>
      (await must(admin().post('/api/tasks', { subject: 'Call Mei', assigned_to: people.pat, ...fields }), 201))._id as string;
    const save = (id: string, fields: object) => must(admin().put(`/api/tasks/${id}`, fields));
    /** The kinds of the notifications of a user about a task, the latest first. */
    const kindsAbout = async (id: string, reader = people.reader) => {
      await server().application.outbox.drain();
      const { data } = await must(reader.get('/api/notifications?pageSize=50'));
      return (data as { readonly kind: string; readonly records: readonly { readonly id?: string }[] }[])
        .filter((one) => JSON.stringify(one).includes(id) && one.kind.startsWith('task_'))
        .map(({ kind }) => kind);
    };
    const remind = () => runJob(server(), 'tasks/remind');

    it('notifies the assignee at its time, once, by the schedule', async () => {
      const task = await make({ reminder: '2027-05-10T15:05:00.000Z' });
      await remind();
      expect(await kindsAbout(task)).toEqual([]);
      await later({ minutes: 6 });
      await runDueJobs(server());
      expect(await kindsAbout(task)).toEqual(['task_reminder']);
      await later({ minutes: 5 });
      await remind();
      await runJob(server(), 'tasks/remind-missed');
      expect(await kindsAbout(task)).toEqual(['task_reminder']);
    });

    it('comes late if the product did not run at its time, and again when it is moved', async () => {
      const task = await make({ reminder: '2027-05-10T16:00:00.000Z' });
      await later({ hours: 5 });
      // The schedule of the product may have run it already.
      await runJob(server(), 'tasks/remind-missed');
      expect(await kindsAbout(task)).toEqual(['task_reminder']);
      await save(task, { reminder: new Date(clock.now() + 60_000).toISOString() });
      await later({ minutes: 2 });
      await remind();
      expect(await kindsAbout(task)).toEqual(['task_reminder', 'task_reminder']);
    });

    it('does not come for a task that is completed, deleted or moved to somebody else', async () => {
      const at = new Date(clock.now() + 60_000).toISOString();
      const [done, deleted] = [await make({ reminder: at }), await make({ reminder: at })];
      const moved = await make({ reminder: new Date(clock.now() - 4 * 86_400_000).toISOString() });
      await save(done, { status: 'Completed' });
      await must(admin().delete(`/api/tasks/${deleted}`));
      await later({ minutes: 2 });
      // Whoever gets the task later is kindsAbout of the assignment, not of a time that has passed.
      expect((await save(moved, { assigned_to: people.other })).reminder).toBeUndefined();
      await remind();
      for (const id of [done, deleted, moved]) expect(await kindsAbout(id)).toEqual([]);
      expect((await save(done, { status: 'Open' })).reminder).toBeUndefined();
    });

    it('does not come to an assignee who may not see the task any more', async () => {
      const task = await make({ reminder: new Date(clock.now() + 60_000).toISOString() });
      await must(admin().post('/api/users/update-roles', { userId: people.pat, roles: [] }));
      await later({ minutes: 2 });
      await remind();
      await must(admin().post('/api/users/update-roles', { userId: people.pat, roles: ['role_recruiter'] }));
      expect(await kindsAbout(task)).toEqual([]);
    });

    it('is sent by e-mail too, if the assignee chose that', async () => {
      await must(people.reader.put('/api/notifications/preferences', { kinds: [{ kind: 'task_reminder', app: true, mail: 'now' }] }));
      const task = await make({ subject: 'Mail me', reminder: new Date(clock.now() + 60_000).toISOString() });
      await later({ minutes: 2 });
      await remind();
      await runJob(server(), 'tasks/remind');
      // As the schedule does it: one run at a time.
      await runJob(server(), 'muster/send-notification-mails');
      await runJob(server(), 'muster/send-notification-mails');
      const { data } = await must(admin().get('/api/mail?pageSize=100'));
      const mails = (data as { readonly text: string; readonly to: readonly string[] }[]).filter(({ text }) => text.includes(task));
      expect(mails).toMatchObject([{ to: ['pat@muster.test'] }]);
      expect(mails[0]?.text).toContain('Reminder: the task Mail me');
    });

    it('is followed by a notice when the task is overdue', async () => {
      const [today, late] = [await make({ due_date: '2027-05-10' }), await make({ due_date: '2027-05-08' })];
      await runJob(server(), 'tasks/notify-due');
      await runJob(server(), 'tasks/notify-due');
      expect(await kindsAbout(today)).toEqual(['task_due']);
      expect(await kindsAbout(late)).toEqual(['task_overdue']);
      await later({ days: 1 });
      await runJob(server(), 'tasks/notify-due');
      expect(await kindsAbout(today)).toEqual(['task_overdue', 'task_due']);
      expect(await kindsAbout(late)).toEqual(['task_overdue']);
    });
  },
  // The schedule would run by itself when the clock is moved, also while a test changes roles.
  { clock, background: 'manual' },
);
