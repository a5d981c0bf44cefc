import { afterAll, expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import { createReplayEffects } from '../../../tests/support/replay-effects.ts';
import { runDueJobs } from '../../../tests/support/run-job.ts';
import { createTestClock } from '../../../engine/testing/test-clock.ts';
import { CONFIRMED, createPlacementFixtures } from './placement-fixtures.ts';

/** Ten minutes before midnight on the 14th in New York, the day of the change to summer time; in UTC it is already the 15th. */
const clock = createTestClock('2027-03-15T03:50:00.000Z');
const EMPLOYEE = { provider_type: 'W2' };

describeOnEachStore(
  'Tasks of a placement',
  (server) => {
    const { admin, signInAgain, make, must, makeProvider, makePlacement, change, changeMany, tasksAbout, tasksOf, payrollOf, undo } =
      createPlacementFixtures(server);
    const makeDueAgain = createReplayEffects(server);
    afterAll(clock.reset);
    const person = (email: string, roles: readonly string[] = []) =>
      make('/api/users/register', {
        first_name: 'Task',
        last_name: email,
        email,
        password: 'Place-pass1!',
        userType: 'Standard',
        roles,
        active: true,
      });
    const typesOf = async (placement: Parameters<typeof tasksOf>[0]) => (await tasksOf(placement)).map((task) => task['task_type']).sort();

    it('are work schedule, payroll and the benefits of an employee, counted from the day on which the start was confirmed', async () => {
      const placement = await makePlacement({ planned_start_date: '2027-04-05', ft_pt: 'Full Time' }, EMPLOYEE);
      expect(await tasksOf(placement)).toEqual([]);
      must(await change(placement._id, { confirmed_start_date: '2027-04-05' }));
      // The days count from the save, even if the tasks are created later.
      clock.advance({ minutes: 11 });
      const name = String(placement['name']);
      const about = {
        status: 'Not Started',
        related_record: { module: 'placements', id: placement._id },
        parent_type: 'placements',
        record_name: name,
      };
      const provider = must(await admin().get(`/api/providers/${String(placement['providers_placements'])}`));
      expect(await tasksOf(placement)).toMatchObject([
        { ...about, subject: `Enter the placement in the payroll system: ${name}`, task_type: 'Payroll', start_date: '2027-03-21' },
        { ...about, subject: `Get the work schedule: ${name}`, task_type: 'Onboarding', start_date: '2027-03-21', due_date: '2027-03-28' },
        { ...about, subject: `Offer benefits: ${provider.name}`, task_type: 'Benefits', start_date: '2027-03-15' },
      ]);
      expect(await payrollOf(placement)).toMatchObject([
        { subject: `Set up in the payroll system as an employee: ${provider.name}`, task_type: 'Payroll', start_date: '2027-03-21' },
      ]);
      clock.reset();
    });

    it('have no benefits for contractors, part time, or a provider who has chosen, and one payroll task per provider', async () => {
      const contractor = await makePlacement({ ...CONFIRMED, ft_pt: 'Full Time' }, { provider_type: '1099' });
      expect(await typesOf(contractor)).toEqual(['Onboarding', 'Payroll']);
      expect(await payrollOf(contractor)).toMatchObject([
        { subject: expect.stringMatching(/^Set up in the payroll system as a contractor: /) },
      ]);
      const chosen = { medical_election: 'Waived', dental_election: 'Enrolled', vision_election: 'Waived' };
      expect(await typesOf(await makePlacement({ ...CONFIRMED, ft_pt: 'Full Time' }, { ...EMPLOYEE, ...chosen }))).toEqual([
        'Onboarding',
        'Payroll',
      ]);
      const partly = await makePlacement({ ...CONFIRMED, ft_pt: 'Part Time' }, { ...EMPLOYEE, ...chosen, vision_election: 'Pending' });
      expect(await typesOf(partly)).toEqual(['Onboarding', 'Payroll']);
      must(await change(partly._id, { ft_pt: 'Full Time' }));
      expect(await typesOf(partly)).toEqual(['Benefits', 'Onboarding', 'Payroll']);
      await makePlacement({ ...CONFIRMED, providers_placements: partly['providers_placements'] });
      expect(await payrollOf(partly)).toHaveLength(1);
      expect(await typesOf(await makePlacement({ ...CONFIRMED, providers_placements: null }))).toEqual(['Onboarding', 'Payroll']);
    });

    it("are assigned to one of two users by the provider's last name, also if the requester cannot see tasks", async () => {
      const [first, second] = [await person('casey.morgan@muster.example'), await person('devon.reyes@muster.example')];
      const placements = { access: true, create: true, mass_update: true, export: false, view: 'All', edit: 'All', delete: 'None' };
      const role = await make('/api/roles', { name: 'Placer', module_access: { placements }, field_access: {} });
      const placer = await person('placer@muster.test', [role._id]);
      const client = await server().signIn('placer@muster.test', 'Place-pass1!');
      for (const [last_name, user] of [
        ['Jones', first],
        ['Kim', second],
      ] as const) {
        const placement = await makePlacement({ planned_start_date: '2027-04-05' }, { last_name });
        must(await change(placement._id, { confirmed_start_date: '2027-04-05' }, client));
        const tasks = [...(await tasksOf(placement)), ...(await payrollOf(placement))];
        expect(tasks.map((task) => task['assigned_to'])).toEqual([user._id, user._id, user._id]);
        const audit = must(await admin().get(`/api/audit-log/get-record-changes-by-module/tasks/${tasks[0]?._id}`));
        expect(audit.data).toContainEqual(expect.objectContaining({ changed_by: placer._id, changed_through: 'placements' }));
      }
      expect((await client.post('/api/tasks/search', {})).status).toBe(403);
    });

    it('are created once: if an effect runs twice, a date moves, or many are confirmed', async () => {
      const [one, other] = [
        await makePlacement({ planned_start_date: '2027-04-05' }),
        await makePlacement({ planned_start_date: '2027-04-06' }),
      ];
      must(await changeMany([one._id, other._id], { confirmed_start_date: '2027-04-06' }));
      const [task] = await tasksOf(one);
      must(await admin().put(`/api/tasks/${task?._id}`, { status: 'Completed' }));
      await tasksOf(one);
      await makeDueAgain('placements', one._id);
      must(await change(one._id, { confirmed_start_date: '2027-04-07' }));
      for (const placement of [one, other]) expect(await typesOf(placement)).toEqual(['Onboarding', 'Payroll']);
    });

    it('are not created by a trusted bulk load', async () => {
      const fields = { name: 'Loaded', providers_placements: (await makeProvider())._id, ...CONFIRMED };
      await server().application.records.createMany({ kind: 'system' }, { module: 'placements', allowDuplicates: true, records: [fields] });
      const [loaded] = must(await admin().post('/api/placements/search', { searchTerms: { name: 'Loaded' } })).data;
      expect([await tasksOf(loaded), await payrollOf(loaded)]).toEqual([[], []]);
    });

    it('are removed by an undo, created again by a new confirmation, and not created for unconfirmed or deleted placements', async () => {
      const placement = await makePlacement({ planned_start_date: '2027-04-05' });
      const confirmed = await change(placement._id, { confirmed_start_date: '2027-04-05' });
      expect(await tasksOf(placement)).toHaveLength(2);
      expect((await undo(confirmed)).left).toEqual([]);
      expect(await tasksOf(placement)).toEqual([]);
      expect(await payrollOf(placement)).toEqual([]);
      must(await change(placement._id, { confirmed_start_date: '2027-04-12' }));
      expect(await tasksOf(placement)).toHaveLength(2);
      const cleared = await change(placement._id, { confirmed_start_date: null });
      must(await admin().put('/api/tasks/mark-as-deleted/by-array', { ids: (await tasksOf(placement)).map(({ _id }) => _id) }));
      // The restored placement was confirmed before.
      expect((await undo(cleared)).left).toEqual([]);
      expect(await tasksOf(placement)).toEqual([]);
      const gone = await makePlacement(CONFIRMED);
      must(await admin().put(`/api/placements/mark-deleted/${gone._id}`, {}));
      expect((await tasksOf(gone)).filter((task) => task['deleted'] !== true)).toEqual([]);
    });

    it('end the benefits on the day after the end, if the provider has a benefit and no other placement', async () => {
      const ended = async (fields: object, provider: object) =>
        makePlacement(
          { planned_start_date: '2026-09-01', confirmed_start_date: '2026-09-01', end_date: '2027-03-16', ...fields },
          provider,
        );
      const enrolled = { ...EMPLOYEE, dental_election: 'Enrolled' };
      const due = await ended({}, enrolled);
      const elsewhere = await makeProvider(enrolled);
      await makePlacement({ ...CONFIRMED, providers_placements: elsewhere._id });
      const none = [
        await ended({}, { ...EMPLOYEE, dental_election: 'Waived' }),
        await ended({}, { provider_type: '1099', dental_election: 'Enrolled' }),
        await ended({ providers_placements: elsewhere._id }, {}),
        await ended({ confirmed_start_date: null }, enrolled),
        await ended({}, { ...enrolled, status: 'Inactive' }),
      ];
      const endingOf = (placement: typeof due) => tasksAbout('providers', String(placement['providers_placements']), 'Term benefits');
      const nextMorning = async (days = 1) => {
        clock.advance({ days });
        await runDueJobs(server());
        await signInAgain();
      };
      await nextMorning(2);
      // Still the 16th in New York, the last day.
      expect(await endingOf(due)).toEqual([]);
      await nextMorning();
      const provider = must(await admin().get(`/api/providers/${String(due['providers_placements'])}`));
      expect(await endingOf(due)).toMatchObject([
        {
          subject: `End benefits: ${provider.name}`,
          task_type: 'Term benefits',
          start_date: '2027-03-18',
          related_record: { module: 'providers', id: provider._id },
        },
      ]);
      for (const placement of none) expect(await endingOf(placement)).toEqual([]);
      await nextMorning();
      expect(await endingOf(due)).toHaveLength(1);
      must(await admin().put(`/api/tasks/mark-deleted/${(await endingOf(due))[0]?._id}`, {}));
      await nextMorning();
      expect(await endingOf(due)).toEqual([]);
      // A placement that was extended ends the benefits at its new end.
      must(await change(due._id, { end_date: '2027-03-22' }));
      await nextMorning(5);
      expect(await endingOf(due)).toHaveLength(1);
      clock.reset();
    });
  },
  { clock },
);
