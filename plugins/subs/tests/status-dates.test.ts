import { afterAll, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { createTestClock } from '../../../engine/testing/test-clock.ts';
import { createReplayEffects } from '../../../tests/support/replay-effects.ts';
import { createSubFixtures } from './sub-fixtures.ts';

/** Ten minutes before midnight in New York, on the day of the change to summer time; in UTC it is already the next day. */
const clock = createTestClock('2027-03-15T03:50:00.000Z');

describePluginRules(
  'The effects of a sub status',
  (server) => {
    const { must, make, makeSub, readSub, move, moveMany, activitiesOf, tasksOf, undo } = createSubFixtures(server);
    const makeDueAgain = createReplayEffects(server);
    afterAll(clock.reset);
    /** Creates a user who can edit subs but cannot see tasks and activities. */
    const hire = async (email: string) => {
      const subs = { access: true, create: true, mass_update: true, export: false, view: 'All', edit: 'All', delete: 'None' };
      const role = await make('/api/roles', { name: email, module_access: { subs }, field_access: {} });
      const user = await make('/api/users/register', {
        first_name: 'Sue',
        last_name: 'Bmitter',
        email,
        password: 'Sub-pass1!',
        userType: 'Standard',
        roles: [role._id],
        active: true,
      });
      return { id: user._id, client: await server().signIn(email, 'Sub-pass1!') };
    };

    it('include a Submission activity of each new sub, in the same save', async () => {
      const sub = await makeSub();
      const at = new Date(clock.now()).toISOString();
      expect(await activitiesOf(sub._id)).toMatchObject([
        {
          name: sub['name'],
          activityType: 'Submission',
          activity_date: at,
          relatedRecord: { module: 'subs', id: sub._id },
          relatedModule: 'subs',
          lead: sub['leads_subs'],
          account: sub['accounts_subs'],
        },
      ]);
      must(await move(sub._id, { status: 'Submitted' }));
      expect(await activitiesOf(sub._id)).toHaveLength(1);
    });

    it('happen once if the request is repeated, and the activity is removed with the sub by an undo', async () => {
      const { leads_subs, accounts_subs, jobs_subs } = await makeSub();
      const send = () =>
        server().admin.post('/api/subs', { name: 'Once', leads_subs, accounts_subs, jobs_subs }, { 'idempotency-key': 'one-sub' });
      const [first, second] = [await send(), await send()];
      expect(must(second, 201)._id).toBe(must(first, 201)._id);
      expect(await activitiesOf(first.body._id)).toHaveLength(1);
      expect(must(await undo(first)).left).toEqual([]);
      expect(await activitiesOf(first.body._id)).toEqual([]);
    });

    it("include the submission date in the product's time zone, and the job status at that time", async () => {
      const sub = await makeSub({}, { job: { job_status: 'Interviewing' } });
      expect((await readSub(sub._id))['date_submitted']).toBeUndefined();
      must(await move(sub._id, { status: 'Submitted' }));
      expect(await readSub(sub._id)).toMatchObject({ date_submitted: '2027-03-14', job_status_at_submission: 'Interviewing' });
      must(await server().admin.put(`/api/jobs/${String(sub['jobs_subs'])}`, { job_status: 'On Hold' }));
      clock.advance({ minutes: 11 });
      const offered = await move(sub._id, { status: 'Offered' });
      expect(await readSub(sub._id)).toMatchObject({ date_submitted: '2027-03-14', job_status_at_submission: 'Interviewing' });
      // An undo is not a new submission; a new status change is.
      must(await undo(offered));
      expect(await readSub(sub._id)).toMatchObject({ status: 'Submitted', date_submitted: '2027-03-14' });
      must(await move(sub._id, { status: 'Offered' }));
      must(await move(sub._id, { status: 'Submitted' }));
      expect(await readSub(sub._id)).toMatchObject({ date_submitted: '2027-03-15', job_status_at_submission: 'On Hold' });
      const begun = await makeSub({ status: 'Submitted' });
      expect(await readSub(begun._id)).toMatchObject({ date_submitted: '2027-03-15', job_status_at_submission: 'Submit Candidates' });
    });

    it('do not happen in a trusted bulk load', async () => {
      const { records } = server().application;
      const { leads_subs, accounts_subs, jobs_subs } = await makeSub();
      const {
        done: [id = ''],
      } = await records.createMany(
        { kind: 'system' },
        {
          module: 'subs',
          allowDuplicates: true,
          records: [{ name: 'Loaded', status: 'Hired', leads_subs, accounts_subs, jobs_subs } as JsonObject],
        },
      );
      expect([await activitiesOf(id), await tasksOf(id)]).toEqual([[], []]);
      // Later changes of a loaded sub have the usual effects.
      must(await move(id, { status: 'InterviewScheduled' }));
      expect(await tasksOf(id)).toMatchObject([{ task_type: 'Interview' }]);
    });

    it('can only be written by the system', async () => {
      const sub = await makeSub();
      for (const fields of [{ date_submitted: '2020-01-01' }, { hire_date: '2020-01-01' }, { job_status_at_submission: 'Draft' }])
        expect(must(await move(sub._id, fields), 403).code).toBe('field_not_writable');
    });

    it('include the hire date, and a task to ask for feedback thirty days later', async () => {
      const { id, client } = await hire(`hirer-${server().url.slice(-5)}@muster.test`);
      const owner = await hire(`owner-${server().url.slice(-5)}@muster.test`);
      const sub = await makeSub({ assigned_to: owner.id });
      must(await client.put(`/api/subs/${sub._id}`, { status: 'Hired' }));
      const { hire_date } = await readSub(sub._id);
      expect(hire_date).toBe('2027-03-15');
      // The days count from the hire, even if the task is created later.
      clock.advance({ minutes: 1 });
      const [task, ...others] = await tasksOf(sub._id);
      expect(others).toEqual([]);
      expect(task).toMatchObject({
        subject: `Ask for feedback: ${String(sub['name'])}`,
        status: 'Not Started',
        task_type: 'Feedback',
        start_date: '2027-04-14',
        due_date: '2027-04-21',
        assigned_to: owner.id,
        assigned_user_from_record: owner.id,
        related_record: { module: 'subs', id: sub._id },
        parent_type: 'subs',
        record_name: sub['name'],
        created_by: id,
      });
      const audit = must(await server().admin.get(`/api/audit-log/get-record-changes-by-module/tasks/${task?._id}`));
      expect(audit.data).toContainEqual(expect.objectContaining({ changed_by: id, changed_through: 'subs' }));
    });

    it('include a task to confirm an interview by the day before, for the user who changed the status if the sub has no owner', async () => {
      clock.reset();
      clock.advance({ minutes: 12 });
      const { id, client } = await hire(`mover-${server().url.slice(-5)}@muster.test`);
      const due = async (fields: object) => {
        const sub = await makeSub();
        must(await move(sub._id, { assigned_to: null }));
        must(await client.put(`/api/subs/${sub._id}`, { status: 'InterviewScheduled', ...fields }));
        const [task] = await tasksOf(sub._id);
        expect(task).toMatchObject({
          subject: `Confirm the interview: ${String(sub['name'])}`,
          task_type: 'Interview',
          start_date: '2027-03-15',
          assigned_to: id,
        });
        return task?.['due_date'];
      };
      expect(await due({})).toBe('2027-03-16');
      // Ten at night on the 24th in New York.
      expect(await due({ interview_date: '2027-03-25T02:00:00.000Z' })).toBe('2027-03-23');
      expect(await due({ interview_date: '2027-03-15T20:00:00.000Z' })).toBe('2027-03-15');
      // The days count from the status change, even if the task is created later.
      const late = await makeSub();
      must(await move(late._id, { status: 'InterviewScheduled' }));
      clock.advance({ days: 1 });
      await server().application.outbox.drain();
      clock.advance({ days: -1 });
      expect(await tasksOf(late._id)).toMatchObject([{ start_date: '2027-03-15', due_date: '2027-03-16' }]);
    });

    it('include one activity each for subs that are created while their lead changes and are retried', async () => {
      const { leads_subs, accounts_subs, jobs_subs } = await makeSub();
      must(await server().admin.put(`/api/leads/${String(leads_subs)}`, { profession: 'Paraprofessional' }));
      const responses = await Promise.all(
        Array.from({ length: 8 }, async (_, at) => {
          const [made] = await Promise.all([
            server().admin.post('/api/subs', { name: `Twin ${at}`, leads_subs, accounts_subs, jobs_subs }),
            server().admin.put(`/api/leads/${String(leads_subs)}`, { description: `Change ${at}` }),
          ]);
          return must(made, 201)._id as string;
        }),
      );
      for (const id of responses) expect(await activitiesOf(id)).toHaveLength(1);
    });

    it('include one task of an effect that runs twice, even if the first task is completed by then', async () => {
      const sub = await makeSub({ status: 'Hired' });
      const [task] = await tasksOf(sub._id);
      await makeDueAgain('subs', sub._id);
      expect(await tasksOf(sub._id)).toHaveLength(1);
      must(await server().admin.put(`/api/tasks/${task?._id}`, { status: 'Completed' }));
      await makeDueAgain('subs', sub._id);
      expect(await tasksOf(sub._id)).toHaveLength(1);
    });

    it('include one task, after repeated status changes, an undo or a mass update', async () => {
      const sub = await makeSub();
      for (const status of ['Hired', 'Offered', 'Hired']) must(await move(sub._id, { status }));
      expect(await tasksOf(sub._id)).toHaveLength(1);
      const back = await moveMany([sub._id], { status: 'Offered' });
      must(await undo(back));
      expect(await tasksOf(sub._id)).toMatchObject([{ task_type: 'Feedback' }]);
      must(await moveMany([sub._id], { status: 'InterviewScheduled' }));
      expect((await tasksOf(sub._id)).map((task) => task['task_type']).sort()).toEqual(['Feedback', 'Interview']);
    });

    it('are removed if the status change is undone, and do not happen for a sub that has another status or is deleted by then', async () => {
      const sub = await makeSub();
      const hired = await move(sub._id, { status: 'Hired' });
      expect(await tasksOf(sub._id)).toHaveLength(1);
      expect(must(await undo(hired)).left).toEqual([]);
      expect(await tasksOf(sub._id)).toEqual([]);
      expect((await readSub(sub._id))['hire_date']).toBeUndefined();
      const gone = await makeSub({ status: 'Hired' });
      must(await server().admin.put(`/api/subs/mark-deleted/${gone._id}`, {}));
      expect((await tasksOf(gone._id)).filter((task) => task['deleted'] !== true)).toHaveLength(0);
    });
  },
  { clock },
);
