import { expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { openLive } from '../../../tests/support/open-live.ts';
import { hireUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';

describePluginRules('Tasks to update a profile', (server) => {
  const hire = (name: string, fields: object = {}) => hireUser(server(), name, fields);

  it('are assigned once to each active user, who hears of it at once', async () => {
    const [ann, bob, left] = [await hire('Ann'), await hire('Bob'), await hire('Lee')];
    await must(server().admin.put(`/api/users/mark-user-inactive/${left.id}`, {}));
    const { client } = ann;
    const live = await openLive(server().url, client.token);
    const assign = (ids: readonly string[], more: object = {}) =>
      must(server().admin.post('/api/tasks/assign-profile-update-tasks', { ids, ...more }), 201);
    expect(await assign([ann.id, left.id], { due_date: '2027-03-01' })).toEqual({ assigned: [ann.id], skipped: [left.id] });
    const event = await live.next('event', ({ name }) => name === 'new-task-event');
    const task = await must(client.get(`/api/tasks/${event.data['task'] as string}`));
    expect(task).toMatchObject({ subject: 'Update your profile', assigned_to: ann.id, due_date: '2027-03-01' });
    expect(await assign([ann.id, bob.id])).toEqual({ assigned: [bob.id], skipped: [ann.id] });
    await must(client.put(`/api/tasks/${task._id}`, { status: 'Completed' }));
    expect(await assign([ann.id])).toEqual({ assigned: [ann.id], skipped: [] });
    live.close();
    const seller = await hire('Sue', { roles: [] });
    const refused = seller.client.post('/api/tasks/assign-profile-update-tasks', { ids: [bob.id] });
    expect(await must(refused, 403)).toMatchObject({ code: 'action_not_allowed' });
  });
});
