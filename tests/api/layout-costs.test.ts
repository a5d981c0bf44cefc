import { beforeAll, expect, it } from 'vitest';
import type { LayoutDefinition, LayoutField, LayoutView } from '#engine/model/definitions';
import type { LayoutCost, LayoutCostItem } from '#engine/model/wire';
import { createLayoutCosts } from '../../engine/indexes/index.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { describeRules } from './each-store.ts';

const PATH = '/api/definitions/layout-cost';

function layoutOf(view: LayoutView, names: readonly string[], more: Partial<LayoutDefinition> = {}): LayoutDefinition {
  const fields: LayoutField[] = names.map((fieldName) => ({ fieldName }));
  return { id: `tools_${view}_own`, ssModule: 'tools', view, sections: [{ id: 'main', label: 'Tool', fields }], ...more };
}

describeRules('The cost of a layout', (server) => {
  const measure = async (layout: LayoutDefinition, more: object = {}): Promise<LayoutCost> => {
    const { status, body } = await server().admin.post(PATH, { layout, ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const costOf = async (layout: LayoutDefinition, field: string, more: object = {}): Promise<LayoutCostItem | undefined> =>
    (await measure(layout, more)).items.find((item) => item.field === field);

  beforeAll(async () => {
    for (const name of ['Saw', 'Axe', 'File', 'Adze'])
      expect((await server().admin.post('/api/tools', { name: `${name} of costs`, weight: name.length, is_sharp: true })).status).toBe(201);
  });

  it('says for each column which index serves its order, and how long a page takes', async () => {
    const { module, records, scanLimit, items } = await measure(layoutOf('grid', ['name', 'weight', 'state', 'tags', 'is_sharp']));
    expect([module, scanLimit, records >= 4]).toEqual(['tools', 1_000_000, true]);
    // A list field has no order.
    expect(items.map(({ field, use }) => `${use} ${field}`)).toEqual(['sort name', 'sort weight', 'sort state', 'sort is_sharp']);
    expect(items[0]).toMatchObject({
      isServed: true,
      willBeServed: true,
      index: ['name'],
      offer: null,
      isTooMany: false,
      isStopped: false,
    });
    // A column of a layout gets its index when the layout is published.
    expect(items[1]).toMatchObject({ willBeServed: true, index: ['weight'], offer: null });
    // The order of the options of a dropdown has no index.
    expect(items[2]).toMatchObject({ isServed: false, willBeServed: false, index: null, offer: null });
    for (const { milliseconds } of items) expect(milliseconds).toBeGreaterThan(0);
  });

  it('offers an index, which serves the order once it is in the definition', async () => {
    const layout = layoutOf('grid', ['name', 'manual']);
    expect(await costOf(layout, 'manual')).toMatchObject({ willBeServed: false, offer: { fields: ['manual'], isLeftOut: false } });
    expect(await costOf(layout, 'manual', { indexes: [['manual']] })).toMatchObject({
      willBeServed: true,
      index: ['manual'],
      offer: null,
    });
  });

  it('offers an index that the definition leaves out', async () => {
    const layout = layoutOf('grid', ['name', 'bought']);
    expect(await costOf(layout, 'bought', { withoutIndexes: [['bought']] })).toMatchObject({
      willBeServed: false,
      offer: { fields: ['bought'], isLeftOut: true },
    });
    expect(await costOf(layout, 'bought', { withoutIndexes: [] })).toMatchObject({ willBeServed: true, offer: null });
  });

  it('says for each field of a search form which index serves it', async () => {
    const { items } = await measure(layoutOf('basic-search', ['name', 'weight', 'is_sharp', 'bought', 'extras']));
    const find = (field: string) => items.find((item) => item.field === field);
    expect(find('name')).toMatchObject({ use: 'filter', isServed: true, index: ['name'] });
    expect(find('name')?.milliseconds).toBeGreaterThan(0);
    expect(find('weight')).toMatchObject({ willBeServed: true, index: ['weight', 'name'] });
    // No record has a value that it could be searched by.
    expect(find('bought')?.milliseconds).toBeNull();
    expect(find('extras')).toBeUndefined();
  });

  it('has nothing for views that are no lists, nor for fields that are not published yet', async () => {
    expect((await measure(layoutOf('edit', ['name']))).items).toEqual([]);
    expect((await measure(layoutOf('grid', ['not_there_yet']))).items).toEqual([]);
  });

  it('says which queries would read too many records', async () => {
    const { application } = server();
    const costs = createLayoutCosts({ store: application.store, clock: application.clock, scanLimit: 3 });
    const { items, scanLimit } = await costs.measure(application.registry.current(), {
      layout: layoutOf('grid', ['name', 'state', 'manual']),
    });
    expect(scanLimit).toBe(3);
    expect(items.map(({ field, isTooMany }) => [field, isTooMany])).toEqual([
      ['name', false],
      ['state', true],
      ['manual', true],
    ]);
  });

  it('is for System Admins, and for layouts of a module', async () => {
    const layout = layoutOf('grid', ['name']);
    const client = await createSignedInUser(server(), 'costs@workshop.test', ['Keeper']);
    expect(await client.post(PATH, { layout })).toMatchObject({ status: 403, body: { code: 'admin_only' } });
    expect((await server().anonymous.post(PATH, { layout })).status).toBe(401);
    expect(await server().admin.post(PATH, { layout: { ...layout, ssModule: 'nothing' } })).toMatchObject({
      status: 404,
      body: { code: 'module_not_found' },
    });
    expect((await server().admin.post(PATH, { layout: { ...layout, sections: [] } })).status).toBe(422);
    expect((await server().admin.post(PATH, {})).status).toBe(422);
  });
});
