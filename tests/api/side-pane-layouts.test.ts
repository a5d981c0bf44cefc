import { expect, it } from 'vitest';
import { describeRules } from './each-store.ts';

describeRules('The layout of the page of a record', (server) => {
  const admin = () => server().admin;
  const viewOf = async () => (await admin().get('/api/ss-modules/by-name/makers')).body;

  it('names the related lists and panels in their order, and no list that nothing has', async () => {
    const before = await viewOf();
    expect(before.layouts.detail.panels).toBeUndefined();
    const [relation] = before.relations.filter(({ many }: { readonly many: boolean }) => many);
    const detail = {
      ssModule: 'makers',
      view: 'detail',
      sections: [{ id: 'main', label: 'Maker', fields: [{ fieldName: 'name' }] }],
      relatedLists: [relation.name],
      panels: ['history', 'related'],
    };
    const wrong = await admin().post('/api/layouts', { ...detail, relatedLists: ['nothing'] });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'definition_invalid']);
    const twice = await admin().post('/api/layouts', { ...detail, panels: ['history', 'history'] });
    expect(twice.status).toBe(422);
    const made = await admin().post('/api/layouts', detail);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { layouts } = await viewOf();
    expect([layouts.detail.relatedLists, layouts.detail.panels]).toEqual([[relation.name], ['history', 'related']]);
    expect((await admin().delete(`/api/layouts/${made.body._id}`)).status).toBe(200);
    expect((await viewOf()).layouts.detail.panels).toBeUndefined();
  });
});
