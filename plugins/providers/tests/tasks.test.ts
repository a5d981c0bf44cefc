import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { createReplayEffects } from '../../../tests/support/replay-effects.ts';
import { createTestClock } from '../../../engine/testing/test-clock.ts';
import { createProviderFixtures } from './provider-fixtures.ts';

/** Ten minutes before midnight in New York, on the day of the change to summer time; in UTC it is already the next day. */
const clock = createTestClock('2027-03-15T03:50:00.000Z');

describePluginRules(
  'Tasks of a provider',
  (server) => {
    const { must, makeUser, makeProvider, change, changeMany, tasksOf, undo, setSetting, hire } = createProviderFixtures(server);
    const makeDueAgain = createReplayEffects(server);
    const titlesOf = async (provider: string) => (await tasksOf(provider)).map(({ subject }) => String(subject).split(':')[0]);
    let first = '';
    let second = '';

    beforeAll(async () => {
      first = (await makeUser({ email: 'casey.morgan@muster.example', userType: 'Standard' }))._id;
      second = (await makeUser({ email: 'devon.reyes@muster.example', userType: 'Standard' }))._id;
    });
    afterAll(clock.reset);

    it('to set up benefits are created when a benefit is elected, start on the next day, and are assigned by last name', async () => {
      for (const [last_name, assigned_to] of [
        ['Abbott', first],
        ['Kim', second],
      ] as const) {
        const provider = await makeProvider({ last_name, medical_election: 'Pending', dental_election: 'Waived' });
        expect(await tasksOf(provider._id)).toEqual([]);
        must(await change(provider._id, { medical_election: 'Enrolled', vision_election: 'Enrolled' }));
        const [task, ...others] = await tasksOf(provider._id);
        expect(others).toEqual([]);
        expect(task).toMatchObject({
          subject: `Set up benefits: Pat ${last_name}`,
          task_type: 'Benefits',
          status: 'Not Started',
          start_date: '2027-03-15',
          assigned_to,
          related_record: { module: 'providers', id: provider._id },
          parent_type: 'providers',
          record_name: `Pat ${last_name}`,
        });
        expect(task).not.toHaveProperty('due_date');
      }
    });

    it('have the days of the save, even if they are created later', async () => {
      const provider = await makeProvider({ vision_election: 'Enrolled' });
      await tasksOf(provider._id);
      must(await change(provider._id, { status: 'Inactive' }));
      clock.advance({ minutes: 11 });
      const starts = (await tasksOf(provider._id)).map(({ task_type, start_date, due_date }) => [task_type, start_date, due_date]);
      expect(starts).toContainEqual(['Deactivation', '2027-03-17', '2027-03-24']);
      expect(starts).toContainEqual(['Term benefits', '2027-03-15', undefined]);
      clock.reset();
    });

    it('to end benefits are created when a benefit is given up, and both are created when one is replaced by another', async () => {
      const provider = await makeProvider({ medical_election: 'Enrolled' });
      expect(await titlesOf(provider._id)).toEqual(['Set up benefits']);
      must(await change(provider._id, { medical_election: 'Pending' }));
      expect(await titlesOf(provider._id)).toEqual(['End benefits', 'Set up benefits']);
      const [ending] = await tasksOf(provider._id);
      expect(ending).toMatchObject({ task_type: 'Term benefits', start_date: '2027-03-15' });
      const other = await makeProvider({ dental_election: 'Enrolled' });
      for (const task of await tasksOf(other._id)) must(await server().admin.put(`/api/tasks/${task._id}`, { status: 'Completed' }));
      must(await change(other._id, { dental_election: 'Waived', vision_election: 'Enrolled' }));
      expect(await titlesOf(other._id)).toEqual(['End benefits', 'Set up benefits', 'Set up benefits']);
    });

    it('for leaving are those of the setting, and one for existing benefits', async () => {
      const [bare, insured] = [await makeProvider(), await makeProvider({ medical_election: 'Enrolled' })];
      await tasksOf(insured._id);
      must(await changeMany([bare._id, insured._id], { status: 'PendingInactive' }));
      const leaving = ['Close accounts and collect equipment', 'Collect the last timesheet', 'End payroll'];
      expect(await titlesOf(bare._id)).toEqual(leaving);
      expect(await titlesOf(insured._id)).toEqual([...leaving.slice(0, 2), 'End benefits', 'End payroll', 'Set up benefits']);
      expect((await tasksOf(bare._id))[0]).toMatchObject({
        task_type: 'Deactivation',
        start_date: '2027-03-17',
        due_date: '2027-03-24',
        assigned_to: second,
      });
      // A second leaving status is not a new leave.
      must(await change(bare._id, { status: 'Inactive' }));
      expect(await titlesOf(bare._id)).toEqual(leaving);
      await setSetting('provider_deactivation_tasks', ['Say goodbye', ' ']);
      const other = await makeProvider();
      must(await change(other._id, { status: 'Inactive' }));
      expect(await titlesOf(other._id)).toEqual(['Say goodbye']);
      await setSetting('provider_deactivation_tasks', leaving);
    });

    it('are created once, even if effects run again, and not while the same task is open', async () => {
      const provider = await makeProvider({ medical_election: 'Enrolled' });
      await tasksOf(provider._id);
      must(await change(provider._id, { status: 'Inactive' }));
      const all = await titlesOf(provider._id);
      expect(all).toHaveLength(5);
      await makeDueAgain('providers', provider._id);
      expect(await titlesOf(provider._id)).toEqual(all);
      for (const fields of [{ status: 'Active' }, { status: 'Inactive' }, { medical_election: 'Waived' }]) {
        must(await change(provider._id, fields));
        expect(await titlesOf(provider._id)).toEqual(all);
      }
      for (const task of await tasksOf(provider._id)) must(await server().admin.put(`/api/tasks/${task._id}`, { status: 'Completed' }));
      await makeDueAgain('providers', provider._id);
      expect(await titlesOf(provider._id)).toEqual(all);
      must(await change(provider._id, { status: 'Active' }));
      must(await change(provider._id, { status: 'PendingInactive' }));
      expect(await titlesOf(provider._id)).toHaveLength(all.length + 3);
    });

    it('are removed if the save is undone, and not created for a provider who is active again or deleted by then', async () => {
      const provider = await makeProvider({ medical_election: 'Waived' });
      must(await change(provider._id, { medical_election: 'Enrolled' }));
      await tasksOf(provider._id);
      const left = await change(provider._id, { status: 'Inactive' });
      expect(await titlesOf(provider._id)).toHaveLength(5);
      expect(must(await undo(left)).left).toEqual([]);
      expect(await titlesOf(provider._id)).toEqual(['Set up benefits']);
      const other = await makeProvider();
      const elected = await change(other._id, { dental_election: 'Enrolled' });
      expect(await titlesOf(other._id)).toEqual(['Set up benefits']);
      expect(must(await undo(elected)).left).toEqual([]);
      expect(await tasksOf(other._id)).toEqual([]);
      const gone = await makeProvider({ medical_election: 'Enrolled', status: 'Active' });
      must(await server().admin.put(`/api/providers/mark-deleted/${gone._id}`, {}));
      expect((await tasksOf(gone._id)).filter((task) => task['deleted'] !== true)).toEqual([]);
    });

    it('are not created for a provider who is created inactive or for an unrelated change', async () => {
      const inactive = await makeProvider({ status: 'Inactive', medical_election: 'Enrolled' });
      must(await change(inactive._id, { status: 'PendingInactive', dental_election: 'Enrolled' }));
      must(await change(inactive._id, { dental_election: 'Waived' }));
      expect(await tasksOf(inactive._id)).toEqual([]);
      // A provider who is activated again has the elected benefits again.
      must(await change(inactive._id, { status: 'Active' }));
      expect(await titlesOf(inactive._id)).toEqual(['Set up benefits']);
      const plain = await makeProvider({ medical_election: 'Enrolled' });
      const [task] = await tasksOf(plain._id);
      must(await server().admin.put(`/api/tasks/${String(task?._id)}`, { status: 'Completed' }));
      must(await change(plain._id, { description: 'A note', medical_election: 'Enrolled' }));
      expect(await tasksOf(plain._id)).toHaveLength(1);
    });

    it('are created even if the requester can neither create nor see tasks', async () => {
      const { client } = await hire();
      const provider = must(
        await client.post('/api/providers', { first_name: 'Pat', last_name: 'Zorn', medical_election: 'Enrolled' }),
        201,
      );
      await tasksOf(provider._id);
      must(await client.put(`/api/providers/${provider._id}`, { status: 'Inactive' }));
      expect(await titlesOf(provider._id)).toHaveLength(5);
      expect((await client.get('/api/tasks')).status).toBe(403);
    });
  },
  { clock },
);
