import { expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { must } from '../../../tests/support/record-helpers.ts';

describePluginRules('The checklist of a task', (server) => {
  const admin = () => server().admin;
  const make = (checklist: unknown) => admin().post('/api/tasks', { subject: 'Prepare', checklist });

  it('has items with ids, and says how much is done', async () => {
    const made = await must(make([{ text: ' Print ', done: true }, { text: 'Sign', done: false }, {}]), 201);
    expect(made.checklist).toMatchObject([{ text: 'Print', done: true }, { text: 'Sign' }]);
    expect(made.checklist_progress).toBe('1 of 2');
    const [print, sign] = made.checklist as { readonly id: string }[];
    expect(print?.id).toMatch(/./u);
    const moved = await must(admin().put(`/api/tasks/${made._id}`, { checklist: [{ ...sign, done: true }, print] }));
    expect(moved.checklist).toMatchObject([{ id: sign?.id, text: 'Sign', done: true }, { id: print?.id }]);
    expect(moved.checklist_progress).toBe('2 of 2');
    expect((await must(admin().put(`/api/tasks/${made._id}`, { checklist: [] }))).checklist_progress).toBeUndefined();
  });

  it('is limited', async () => {
    const tooMany = await must(make(Array.from({ length: 101 }, (_, at) => ({ text: `Item ${at}` }))), 422);
    expect(tooMany.details).toMatchObject([{ field: 'checklist', code: 'too_many_items' }]);
    const tooLong = await must(make([{ text: 'x'.repeat(301) }]), 422);
    expect(tooLong.details).toMatchObject([{ field: 'checklist', code: 'item_too_long' }]);
    expect((await must(make([{ done: true }]), 422)).details[0].code).toBe('required');
  });

  it('is in the audit log, and cannot be written by those who may not write the task', async () => {
    const { _id } = await must(make([{ text: 'Print' }]), 201);
    await must(admin().put(`/api/tasks/${_id}`, { checklist: [{ text: 'Print', done: true }] }));
    const { data } = await must(admin().get(`/api/audit-log/get-record-changes-by-module/tasks/${_id}`));
    expect((data as { readonly field: string }[]).map(({ field }) => field)).toContain('checklist');
    expect(await must(admin().put(`/api/tasks/${_id}`, { checklist_progress: '9 of 9' }), 403)).toMatchObject({
      code: 'field_not_writable',
    });
  });
});
