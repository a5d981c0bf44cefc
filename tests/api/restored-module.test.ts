import { expect, it } from 'vitest';
import type { ChangeSetView } from '#engine/model/wire';
import { replaceRemovedValues, requestRemovals } from '../../engine/records/index.ts';
import { describeOnEachStore } from './each-store.ts';

describeOnEachStore('A removed module', (server) => {
  it('has its keys and indexes when it is restored just as the removal of its records begins', async () => {
    const { admin, application } = server();
    const publish = async (name: string, definition: object | null): Promise<string> => {
      const { body: draft } = await admin.post('/api/change-sets', { name });
      const { _id, _version } = draft as ChangeSetView;
      const changes = [{ kind: 'module', id: 'boxes', definition }];
      expect((await admin.put(`/api/change-sets/${_id}/changes`, { _version, changes })).status).toBe(200);
      const published = await admin.post(`/api/change-sets/${_id}/publish`, definition === null ? { values: { boxes: 'keep' } } : {});
      expect(published.status, JSON.stringify(published.body)).toBe(200);
      return _id;
    };
    const fields = [{ fieldName: 'color', label: 'Color', inputType: 'TextField' }];
    await publish('Boxes', {
      ...{ id: 'boxes', name: 'boxes', label: 'Boxes', labelSingular: 'Box', kind: 'plain', fields, custom: true, active: true },
    });
    const module = application.registry.current().modules.get('boxes');
    if (module === undefined) throw new Error('The module was not published');
    const removal = await publish('No boxes', null);
    const { store, ids, access, clock, records, registry } = application;
    const removed = [...module.fieldsById.values()].map(({ id, name }) => ({ id, name }));
    const writes = requestRemovals(ids, [{ id: module.id, name: module.name, fields: removed }]);
    expect((await store.commit({ writes })).committed).toBe(true);

    let reverted = 0;
    const services = {
      ...{ store, access, clock, records, current: () => registry.current(), replaceInFilters: async () => 0 },
      whileCurrent: async <Result>(work: Parameters<typeof registry.whileCurrent<Result>>[0]): Promise<Result> => {
        reverted = (await admin.post(`/api/change-sets/${removal}/revert`, {})).status;
        const result = await registry.whileCurrent(work);
        expect((await admin.post('/api/boxes', { name: 'New', color: 'red' })).status).toBe(201);
        return result;
      },
    };
    const progress = { signal: new AbortController().signal, report: async () => undefined };
    expect([await replaceRemovedValues(services, progress), reverted]).toEqual([{ updated: 0, refused: 0, removed: 0, filters: 0 }, 200]);
    expect((await admin.post('/api/boxes/search', { searchTerms: { color: 'red' } })).body).toMatchObject({
      total: 1,
      data: [{ name: 'New' }],
    });
  });
});
