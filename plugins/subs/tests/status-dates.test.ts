import { afterAll, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { createTestClock } from '../../../tests/support/test-clock.ts';
import { createReplayEffects } from '../../../tests/support/replay-effects.ts';
import { createSubFixtures } from './sub-fixtures.ts';

/** Ten minutes to midnight in New York, where clocks went forward that day; in UTC the next one began. */
const clock = createTestClock('2027-03-15T03:50:00.000Z');

describePluginRules('What a status of a sub leaves behind', (server) => {
  const { must, make, makeSub, readSub, move, moveMany, activitiesOf, tasksOf, undo } = createSubFixtures(server);
  const makeDueAgain = createReplayEffects(server);
  afterAll(clock.reset);
  /** Somebody who works subs and may not so much as see tasks and activities. */
  const hire = async (email: string) => {
    const subs = { access: true, create: true, mass_update: true, export: false, view: 'All', edit: 'All', delete: 'None' };
    const role = await make('/api/roles', { name: email, module_access: { subs }, field_access: {} });
    const user = await make('/api/users/register', { first_name: 'Sue', last_name: 'Bmitter', email, password: 'Sub-pass1!', userType: 'Standard', roles: [role._id], active: true });
    return { id: user._id, client: await server().signIn(email, 'Sub-pass1!') };
  };

  it('is a Submission activity of each new sub, in the same save', async () => {
    const sub = await makeSub();
    const at = new Date(clock.now()).toISOString();
    expect(await activitiesOf(sub._id)).toMatchObject([{
      name: sub['name'], activityType: 'Submission', activity_date: at, relatedRecord: { module: 'subs', id: sub._id }, relatedModule: 'subs', lead: sub['leads_subs'], account: sub['accounts_subs'],
    }]);
    must(await move(sub._id, { status: 'Submitted' }));
    expect(await activitiesOf(sub._id)).toHaveLength(1);
  });

  it('is there once however often the call is repeated, and goes with the sub when that is undone', async () => {
    const { leads_subs, accounts_subs, jobs_subs } = await makeSub();
    const send = () => server().admin.post('/api/subs', { name: 'Once', leads_subs, accounts_subs, jobs_subs }, { 'idempotency-key': 'one-sub' });
    const [first, second] = [await send(), await send()];
    expect(must(second, 201)._id).toBe(must(first, 201)._id);
    expect(await activitiesOf(first.body._id)).toHaveLength(1);
    expect(must(await undo(first)).left).toEqual([]);
    expect(await activitiesOf(first.body._id)).toEqual([]);
  });

  it('is the day of the submission where the product counts days, and how the job stood then', async () => {
    const sub = await makeSub({}, { job: { job_status: 'Interviewing' } });
    expect((await readSub(sub._id))['date_submitted']).toBeUndefined();
    must(await move(sub._id, { status: 'Submitted' }));
    expect(await readSub(sub._id)).toMatchObject({ date_submitted: '2027-03-14', job_status_at_submission: 'Interviewing' });
    must(await server().admin.put(`/api/jobs/${String(sub['jobs_subs'])}`, { job_status: 'On Hold' }));
    clock.advance(11);
    const offered = await move(sub._id, { status: 'Offered' });
    expect(await readSub(sub._id)).toMatchObject({ date_submitted: '2027-03-14', job_status_at_submission: 'Interviewing' });
    // What is taken back was not submitted anew; what is moved there again was.
    must(await undo(offered));
    expect(await readSub(sub._id)).toMatchObject({ status: 'Submitted', date_submitted: '2027-03-14' });
    must(await move(sub._id, { status: 'Offered' }));
    must(await move(sub._id, { status: 'Submitted' }));
    expect(await readSub(sub._id)).toMatchObject({ date_submitted: '2027-03-15', job_status_at_submission: 'On Hold' });
    const begun = await makeSub({ status: 'Submitted' });
    expect(await readSub(begun._id)).toMatchObject({ date_submitted: '2027-03-15', job_status_at_submission: 'Submit Candidates' });
  });

  it('came along with what a trusted bulk load brings in', async () => {
    const { records } = server().application;
    const { leads_subs, accounts_subs, jobs_subs } = await makeSub();
    const { done: [id = ''] } = await records.createMany({ kind: 'system' }, { module: 'subs', allowDuplicates: true, records: [{ name: 'Loaded', status: 'Hired', leads_subs, accounts_subs, jobs_subs } as JsonObject] });
    expect([await activitiesOf(id), await tasksOf(id)]).toEqual([[], []]);
    // What becomes of it from then on is told as of any other.
    must(await move(id, { status: 'InterviewScheduled' }));
    expect(await tasksOf(id)).toMatchObject([{ task_type: 'Interview' }]);
  });

  it('is the product alone that says so', async () => {
    const sub = await makeSub();
    for (const fields of [{ date_submitted: '2020-01-01' }, { hire_date: '2020-01-01' }, { job_status_at_submission: 'Draft' }]) expect(must(await move(sub._id, fields), 403).code).toBe('field_not_writable');
  });

  it('is the day of the hire, and a task to ask for feedback thirty days after it', async () => {
    const { id, client } = await hire(`hirer-${server().url.slice(-5)}@muster.test`);
    const owner = await hire(`owner-${server().url.slice(-5)}@muster.test`);
    const sub = await makeSub({ assigned_to: owner.id });
    must(await client.put(`/api/subs/${sub._id}`, { status: 'Hired' }));
    const { hire_date } = await readSub(sub._id);
    expect(hire_date).toBe('2027-03-15');
    // However late the task comes, its days are those of the hire.
    clock.advance(1);
    const [task, ...others] = await tasksOf(sub._id);
    expect(others).toEqual([]);
    expect(task).toMatchObject({
      subject: `Ask for feedback: ${String(sub['name'])}`, status: 'Not Started', task_type: 'Feedback', start_date: '2027-04-14', due_date: '2027-04-21',
      assigned_to: owner.id, assigned_user_from_record: owner.id, related_record: { module: 'subs', id: sub._id }, parent_type: 'subs', record_name: sub['name'], created_by: id,
    });
    const audit = must(await server().admin.get(`/api/audit-log/get-record-changes-by-module/tasks/${task?._id}`));
    expect(audit.data).toContainEqual(expect.objectContaining({ changed_by: id, changed_through: 'subs' }));
  });

  it('is a task to confirm an interview by the day before it, for who moved it where nobody owns the sub', async () => {
    clock.reset();
    clock.advance(12);
    const { id, client } = await hire(`mover-${server().url.slice(-5)}@muster.test`);
    const due = async (fields: object) => {
      const sub = await makeSub();
      must(await move(sub._id, { assigned_to: null }));
      must(await client.put(`/api/subs/${sub._id}`, { status: 'InterviewScheduled', ...fields }));
      const [task] = await tasksOf(sub._id);
      expect(task).toMatchObject({ subject: `Confirm the interview: ${String(sub['name'])}`, task_type: 'Interview', start_date: '2027-03-15', assigned_to: id });
      return task?.['due_date'];
    };
    expect(await due({})).toBe('2027-03-16');
    // Ten at night of the 24th in New York.
    expect(await due({ interview_date: '2027-03-25T02:00:00.000Z' })).toBe('2027-03-23');
    expect(await due({ interview_date: '2027-03-15T20:00:00.000Z' })).toBe('2027-03-15');
    // However late the task comes, its days are those of the move.
    const late = await makeSub();
    must(await move(late._id, { status: 'InterviewScheduled' }));
    clock.advance(24 * 60);
    await server().application.outbox.drain();
    clock.advance(-24 * 60);
    expect(await tasksOf(late._id)).toMatchObject([{ start_date: '2027-03-15', due_date: '2027-03-16' }]);
  });

  it('is one activity each, of subs that are made while their lead changes and are tried again', async () => {
    const { leads_subs, accounts_subs, jobs_subs } = await makeSub();
    must(await server().admin.put(`/api/leads/${String(leads_subs)}`, { profession: 'Paraprofessional' }));
    const responses = await Promise.all(Array.from({ length: 8 }, async (_, at) => {
      const [made] = await Promise.all([
        server().admin.post('/api/subs', { name: `Twin ${at}`, leads_subs, accounts_subs, jobs_subs }),
        server().admin.put(`/api/leads/${String(leads_subs)}`, { description: `Change ${at}` }),
      ]);
      return must(made, 201)._id as string;
    }));
    for (const id of responses) expect(await activitiesOf(id)).toHaveLength(1);
  });

  it('is one task of an effect that runs twice, though the first is done by then', async () => {
    const sub = await makeSub({ status: 'Hired' });
    const [task] = await tasksOf(sub._id);
    await makeDueAgain('subs', sub._id);
    expect(await tasksOf(sub._id)).toHaveLength(1);
    must(await server().admin.put(`/api/tasks/${task?._id}`, { status: 'Completed' }));
    await makeDueAgain('subs', sub._id);
    expect(await tasksOf(sub._id)).toHaveLength(1);
  });

  it('is one task, whatever runs again: a move there and back, an undo, a mass update', async () => {
    const sub = await makeSub();
    for (const status of ['Hired', 'Offered', 'Hired']) must(await move(sub._id, { status }));
    expect(await tasksOf(sub._id)).toHaveLength(1);
    const back = await moveMany([sub._id], { status: 'Offered' });
    must(await undo(back));
    expect(await tasksOf(sub._id)).toMatchObject([{ task_type: 'Feedback' }]);
    must(await moveMany([sub._id], { status: 'InterviewScheduled' }));
    expect((await tasksOf(sub._id)).map((task) => task['task_type']).sort()).toEqual(['Feedback', 'Interview']);
  });

  it('goes again when the move is undone, and does not come for a sub that moved on or is gone', async () => {
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
}, { clock });
