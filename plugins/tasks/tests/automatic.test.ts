import { expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import { createRecordHelpers } from '../../../tests/support/record-helpers.ts';
import { createReplayEffects } from '../../../tests/support/replay-effects.ts';
import { runJob } from '../../../tests/support/run-job.ts';

describeOnEachStore(
  'A task that the system creates',
  (server) => {
    const { make, read } = createRecordHelpers(() => server().admin);
    const makeDueAgain = createReplayEffects(server);
    const person = (email: string, fields: object = {}) =>
      make('/api/users/register', {
        first_name: 'Task',
        last_name: email,
        email,
        password: 'Task-pass1!',
        userType: 'Standard',
        roles: [],
        active: true,
        ...fields,
      });
    const mails = async () => {
      await server().application.outbox.drain();
      const { data } = (await server().admin.get('/api/mail?pageSize=100')).body as {
        readonly data: readonly { readonly to: readonly string[]; readonly text: string }[];
      };
      return data.filter(({ text }) => text.includes('/app/tasks/'));
    };
    /** Creates a task like a plugin, with the hooks of the tasks plugin and all effects. */
    const automatic = async (fields: { readonly [field: string]: string | object }) => {
      const { record } = await server().application.records.create(
        { kind: 'system', name: 'test' },
        { module: 'tasks', fields: { subject: 'Do it', ...fields } },
      );
      return read(`/api/tasks/${record._id}`);
    };

    it("is assigned to a user by the last name of its provider or of its related record's provider", async () => {
      const [first, second, owner] = [
        await person('casey.morgan@muster.example'),
        await person('devon.reyes@muster.example'),
        await person('owner@muster.example'),
      ];
      const about = async (last_name: string) => {
        const provider = await make('/api/providers', { first_name: 'Pat', last_name, provider_type: 'W2', assigned_to: owner._id });
        return { provider, task: await automatic({ related_record: { module: 'providers', id: provider._id } }) };
      };
      const { provider, task } = await about('Abbott');
      expect(task).toMatchObject({
        assigned_to: first._id,
        assigned_user_from_record: owner._id,
        name: 'Do it',
        parent_type: 'providers',
        record_name: provider['name'],
      });
      expect((await about('Kim')).task['assigned_to']).toBe(second._id);
      const placement = await make('/api/placements', { name: 'At school', providers_placements: provider._id });
      expect(await automatic({ related_record: { module: 'placements', id: placement._id } })).toMatchObject({
        assigned_to: first._id,
        parent_type: 'placements',
        record_name: 'At school',
      });
      expect((await automatic({ related_record: { module: 'providers', id: provider._id }, assigned_to: second._id }))['assigned_to']).toBe(
        second._id,
      );
      await server().admin.put(`/api/users/${first._id}`, { active: false });
      expect((await about('Baker')).task['assigned_to']).toBe(owner._id);
    });

    it('is sent to the mailboxes of the setting and to the assignee, once', async () => {
      const doer = await person('doer@muster.example');
      const before = (await mails()).length;
      const task = await automatic({ assigned_to: doer._id, start_date: '2027-01-04', due_date: '2027-01-11' });
      const all = await mails();
      // The newest mail is first.
      const sent = all.slice(0, all.length - before);
      expect(sent).toHaveLength(1);
      expect(sent[0]?.to).toEqual(['operations@muster.example', 'doer@muster.example']);
      for (const part of ['Do it', '2027-01-04', '2027-01-11', `/app/tasks/${task._id}`]) expect(sent[0]?.text).toContain(part);
    });

    it('is not sent to anyone if it is deleted before the notification', async () => {
      const task = await automatic({});
      const before = (await mails()).length;
      await server().admin.put(`/api/tasks/mark-deleted/${task._id}`, {});
      await makeDueAgain('tasks', task._id);
      expect(await mails()).toHaveLength(before);
    });

    it('is not assigned or sent if it comes from a trusted bulk load', async () => {
      const before = (await mails()).length;
      const { _id: id } = await make('/api/providers', { first_name: 'Pat', last_name: 'Loaded', provider_type: 'W2' });
      const { records } = server().application;
      await records.createMany(
        { kind: 'system', name: 'test' },
        { module: 'tasks', allowDuplicates: true, records: [{ subject: 'Loaded', related_record: { module: 'providers', id } }] },
      );
      const {
        data: [task],
      } = await records.find({ kind: 'system' }, { module: 'tasks', filter: { subject: 'Loaded' } });
      expect([task?.['assigned_to'], task?.['record_name']]).toEqual([undefined, undefined]);
      expect(await mails()).toHaveLength(before);
    });

    it('notifies its assignee once when it is due and once when it is overdue, like every task, and again if the date is moved and comes', async () => {
      const doer = await person('due@muster.example', { roles: ['role_recruiter'] });
      const client = await server().signIn('due@muster.example', 'Task-pass1!');
      const due = async (): Promise<readonly string[]> => {
        await runJob(server(), 'tasks/notify-due');
        const { body } = await client.get('/api/notifications?pageSize=100');
        return (body.data as readonly { readonly kind: string; readonly text: string }[])
          .filter(({ kind }) => kind === 'task_due' || kind === 'task_overdue')
          .map(({ text }) => text);
      };
      const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      const { _id } = await make('/api/tasks', { subject: 'Call Mei', assigned_to: doer._id, due_date: dayFromNow(-2) });
      await make('/api/tasks', { subject: 'Next week', assigned_to: doer._id, due_date: dayFromNow(7) });
      await make('/api/tasks', { subject: 'Long ago', assigned_to: doer._id, due_date: dayFromNow(-30) });
      await make('/api/tasks', { subject: 'Done', assigned_to: doer._id, due_date: dayFromNow(-2), status: 'Completed' });
      expect(await due()).toEqual(['The task Call Mei is overdue']);
      expect(await due()).toHaveLength(1);
      await server().admin.put(`/api/tasks/${_id}`, { due_date: dayFromNow(-3) });
      expect(await due()).toHaveLength(2);
    });

    it('differs from tasks that people create, which are left unchanged', async () => {
      const before = (await mails()).length;
      const provider = await make('/api/providers', { first_name: 'Pat', last_name: 'Cole', provider_type: 'W2' });
      const task = await make('/api/tasks', { subject: 'My own', related_record: { module: 'providers', id: provider._id } });
      for (const field of ['assigned_to', 'parent_type', 'record_name', 'assigned_user_from_record'])
        expect((await read(`/api/tasks/${task._id}`))[field] ?? null).toBeNull();
      expect(await mails()).toHaveLength(before);
    });
  },
  {},
);
