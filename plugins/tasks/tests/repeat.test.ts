import { afterAll, expect, it } from 'vitest';
import { createTestClock } from '../../../engine/testing/test-clock.ts';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { must } from '../../../tests/support/record-helpers.ts';

/** A Monday. */
const clock = createTestClock('2027-03-01T15:00:00.000Z');

describePluginRules(
  'A task that repeats',
  (server) => {
    afterAll(clock.reset);
    const admin = () => server().admin;
    const make = (fields: object = {}) =>
      must(
        admin().post('/api/tasks', { subject: 'Send the report', due_date: '2027-03-01', recurrence: 'FREQ=WEEKLY;BYDAY=MO', ...fields }),
        201,
      );
    const read = (id: string) => must(admin().get(`/api/tasks/${id}`));
    const save = (id: string, fields: object) => must(admin().put(`/api/tasks/${id}`, fields));
    const nextOf = async (id: string): Promise<Record<string, unknown>[]> =>
      (await must(admin().post('/api/tasks/search', { searchTerms: { previous_task: id } }))).data as Record<string, unknown>[];

    it('creates the next one when it is completed, in the same save, with what people entered and an open checklist', async () => {
      const made = await make({
        start_date: '2027-02-26',
        reminder: '2027-03-01T14:00:00.000Z',
        task_type: 'Follow up',
        description: 'The numbers of last week.',
        checklist: [{ text: 'Collect', done: true }, { text: 'Send' }],
      });
      await save(made._id, { status: 'In Progress' });
      expect(await nextOf(made._id)).toEqual([]);
      await save(made._id, { status: 'Completed' });
      const [next, ...more] = await nextOf(made._id);
      expect(more).toEqual([]);
      expect(next).toMatchObject({
        subject: 'Send the report',
        status: 'Not Started',
        task_type: 'Follow up',
        description: 'The numbers of last week.',
        due_date: '2027-03-08',
        start_date: '2027-03-05',
        reminder: '2027-03-08T14:00:00.000Z',
        recurrence: 'FREQ=WEEKLY;BYDAY=MO',
        checklist: [{ text: 'Collect' }, { text: 'Send' }],
        checklist_progress: '0 of 2',
      });
    });

    it('creates it once: not again when the task is opened and completed again, nor when two people complete it', async () => {
      const made = await make();
      const both = await Promise.all([1, 2, 3].map(() => admin().put(`/api/tasks/${made._id}`, { status: 'Completed' })));
      expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
      await save(made._id, { status: 'Open' });
      await save(made._id, { status: 'Completed' });
      expect(await nextOf(made._id)).toHaveLength(1);
    });

    it('loses the next one when the completion is undone, and gets it again', async () => {
      const made = await make();
      const done = await admin().put(`/api/tasks/${made._id}`, { status: 'Completed' });
      await must(admin().post(`/api/batches/${done.headers.get('x-batch-id') ?? ''}/undo`, {}));
      expect((await read(made._id)).status).toBe('Not Started');
      expect(await nextOf(made._id)).toEqual([]);
      await save(made._id, { status: 'Completed' });
      expect(await nextOf(made._id)).toHaveLength(1);
    });

    it('keeps its schedule when one due date is moved, and its reminder moves along', async () => {
      const made = await make({ reminder: '2027-03-01T14:00:00.000Z' });
      expect(await save(made._id, { due_date: '2027-03-03' })).toMatchObject({
        scheduled_date: '2027-03-01',
        reminder: '2027-03-03T14:00:00.000Z',
      });
      expect(await save(made._id, { due_date: '2027-03-04' })).toMatchObject({ scheduled_date: '2027-03-01' });
      await save(made._id, { status: 'Completed' });
      expect(await nextOf(made._id)).toMatchObject([{ due_date: '2027-03-08', reminder: '2027-03-08T14:00:00.000Z' }]);
      expect((await nextOf(made._id))[0]?.['scheduled_date']).toBeUndefined();
    });

    it('starts from its due date when it is to repeat in another way', async () => {
      const made = await make();
      await save(made._id, { due_date: '2027-03-03' });
      const changed = await save(made._id, { recurrence: 'FREQ=DAILY;INTERVAL=3' });
      expect(changed.scheduled_date).toBeUndefined();
      await save(made._id, { status: 'Completed' });
      expect(await nextOf(made._id)).toMatchObject([{ due_date: '2027-03-06', recurrence: 'FREQ=DAILY;INTERVAL=3' }]);
    });

    it('leaves out what was missed, and ends with its rule', async () => {
      const late = await make({ due_date: '2027-02-01', recurrence: 'FREQ=WEEKLY;COUNT=10' });
      await save(late._id, { status: 'Completed' });
      expect(await nextOf(late._id)).toMatchObject([{ due_date: '2027-03-01', recurrence: 'FREQ=WEEKLY;COUNT=6' }]);
      const last = await make({ recurrence: 'FREQ=WEEKLY;COUNT=1' });
      await save(last._id, { status: 'Completed' });
      expect(await nextOf(last._id)).toEqual([]);
      const plain = await make({ recurrence: null });
      await save(plain._id, { status: 'Completed' });
      expect(await nextOf(plain._id)).toEqual([]);
    });

    it('has a due date', async () => {
      expect(await make({ due_date: null, recurrence: 'FREQ=WEEKLY;BYDAY=TH' })).toMatchObject({ due_date: '2027-03-04' });
      const { details } = await must(admin().post('/api/tasks', { subject: 'Often', recurrence: 'FREQ=HOURLY' }), 422);
      expect(details).toMatchObject([{ field: 'recurrence', code: 'rule_unsupported' }]);
    });

    it('can leave one time out, until the last one', async () => {
      const made = await make({
        recurrence: 'FREQ=WEEKLY;COUNT=2',
        start_date: '2027-02-28',
        reminder: '2027-03-01T14:00:00.000Z',
        checklist: [{ text: 'Collect', done: true }],
      });
      await save(made._id, { due_date: '2027-03-02' });
      const skip = (fields: object = {}) => admin().post(`/api/tasks/${made._id}/skip`, fields);
      expect(await must(skip({ _version: 1 }), 409)).toMatchObject({ code: 'version_conflict' });
      expect(await must(skip())).toEqual({ due_date: '2027-03-08' });
      const skipped = await read(made._id);
      expect(skipped).toMatchObject({
        due_date: '2027-03-08',
        recurrence: 'FREQ=WEEKLY;COUNT=1',
        reminder: '2027-03-08T14:00:00.000Z',
        checklist_progress: '0 of 1',
      });
      expect(skipped.scheduled_date).toBeUndefined();
      expect(await must(skip(), 422)).toMatchObject({ code: 'task_series_ended' });
      const plain = await make({ recurrence: null });
      expect(await must(admin().post(`/api/tasks/${plain._id}/skip`, {}), 422)).toMatchObject({ code: 'task_does_not_repeat' });
    });

    it('is completed with many others, each with a next one of its own', async () => {
      const made = [await make(), await make()];
      const ids = made.map(({ _id }) => _id as string);
      const { records } = server().application;
      await records.updateMany({ kind: 'system' }, { module: 'tasks', ids, fields: { status: 'Completed' } });
      for (const id of ids) expect(await nextOf(id)).toHaveLength(1);
    });
  },
  { clock },
);
