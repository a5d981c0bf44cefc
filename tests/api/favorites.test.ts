import { expect, it } from 'vitest';
import { createRecordHelpers } from '../support/record-helpers.ts';
import { describeRules } from './each-store.ts';

describeRules('Favourites', (server) => {
  const { make } = createRecordHelpers(() => server().admin);

  it('keep the order that their user gave them, new ones first', async () => {
    const { admin } = server();
    const [one, two, three] = [
      await make('/api/tools', { name: 'Order one' }),
      await make('/api/tools', { name: 'Order two' }),
      await make('/api/tools', { name: 'Order three' }),
    ];
    const maker = (await admin.post('/api/makers', { name: 'Order maker' })).body;
    const star = async (path: string, id: string): Promise<void> =>
      expect((await admin.put(`/api/${path}/favorite/${id}`, { favorite: true })).status).toBe(200);
    const names = async (): Promise<readonly string[]> =>
      (await admin.get('/api/favorites')).body.data.map(({ name }: { readonly name: string }) => name);
    for (const { _id } of [one, two, three]) await star('tools', _id);
    await star('makers', maker._id);
    const order = (records: readonly object[]) => admin.put('/api/favorites/order', { records });
    const tool = ({ _id: id }: { readonly _id: string }) => ({ module: 'tools', id });
    const ordered = await order([tool(two), { module: 'makers', id: maker._id }, tool(one), tool(three)]);
    expect(ordered.body).toEqual({ success: true });
    expect(await names()).toEqual(['Order two', 'Order maker', 'Order one', 'Order three']);
    // One that was marked later comes first; one that is none any more leaves its place.
    const four = await make('/api/tools', { name: 'Order four' });
    await star('tools', four._id);
    await admin.put(`/api/tools/favorite/${two._id}`, { favorite: false });
    expect(await names()).toEqual(['Order four', 'Order maker', 'Order one', 'Order three']);
    expect((await order(Array.from({ length: 501 }, () => tool(one)))).status).toBeGreaterThanOrEqual(400);
    expect((await server().anonymous.put('/api/favorites/order', { records: [] })).status).toBe(401);
  });
});
