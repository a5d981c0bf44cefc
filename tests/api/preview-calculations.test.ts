import { expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import type { ModuleView, SavedView } from '#engine/model/wire';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { describeOnEachStore } from './each-store.ts';

const ALL = { access: true, create: true, view: 'All', edit: 'All', delete: 'None' };

describeOnEachStore('A preview of a draft with calculated fields', (server) => {
  const admin = (): ApiClient => server().admin;
  const { make } = createRecordHelpers(admin);
  const definition = (kind: 'module' | 'role', id: string): JsonObject =>
    server().application.registry.definitions()[kind].get(id) as unknown as JsonObject;
  const draftWith = async (changes: readonly object[]): Promise<string> => {
    const { _id } = await must(admin().post('/api/change-sets', { name: 'Calculated' }), 201);
    const { problems } = await must(admin().put(`/api/change-sets/${_id}/changes`, { changes }));
    expect(problems).toEqual([]);
    return _id as string;
  };
  const preview = async (changeSet: string): Promise<ApiClient> => {
    const { token } = await must(admin().post('/api/previews', { changeSet, roles: ['role_borrower'] }), 201);
    return createApiClient(server().url, token as string);
  };

  it('has the values of formulas that the draft adds or changes, and says which fields are calculated when it is published', async () => {
    const number = (fieldName: string, more: object = {}) => ({ fieldName, label: fieldName, inputType: 'Number', ...more });
    const own = (name: string) => ({ var: `record.${name}` });
    const site = { fieldName: 'site', label: 'Site', inputType: 'Relate', ref: 'sites' };
    const half = number('half', { formula: { '/': [own('hours'), 2] } });
    const add = (name: string, fields: readonly object[]) =>
      must(admin().post('/api/ss-modules', { name, label: name, labelSingular: name, fields }), 201);
    await add('sites', [number('rate')]);
    await add('visits', [site, number('hours'), half]);
    const changed = (name: string, change: (fields: readonly JsonObject[]) => readonly object[]) => {
      const stored = [...server().application.registry.definitions().module.values()].find((one) => one.name === name);
      const fields = change((stored?.fields ?? []) as unknown as readonly JsonObject[]);
      return { kind: 'module', id: stored?.id, definition: { ...stored, fields } };
    };
    const place = (await make('/api/sites', { name: 'North', rate: 4 }))._id;
    const visit = (await make('/api/visits', { name: 'First', hours: 8, site: place }))._id;
    expect(await must(admin().get(`/api/visits/${visit}`))).toMatchObject({ half: 4 });
    const calculated = await draftWith([
      changed('visits', (fields) => [
        ...fields.map((field) => (field['fieldName'] === 'half' ? { ...field, formula: { '/': [own('hours'), 4] } } : field)),
        { id: 'v_double', ...number('double', { formula: { '*': [own('half'), 8] } }) },
        { id: 'v_cost', ...number('cost', { formula: { '+': [{ var: 'related.site.score' }, 1] } }) },
        { id: 'v_share', ...number('share', { formula: { '/': [1, { var: 'related.site.visits' }] } }) },
      ]),
      changed('sites', (fields) => [
        ...fields,
        { id: 's_score', ...number('score', { formula: { '*': [own('rate'), 10] } }) },
        { id: 's_visits', ...number('visits', { rollUp: { module: 'visits', field: 'site', operation: 'count' } }) },
      ]),
      {
        kind: 'role',
        id: 'role_borrower',
        definition: { ...definition('role', 'role_borrower'), module_access: { tools: ALL, sites: ALL, visits: ALL } },
      },
    ]);
    const client = await preview(calculated);
    expect(await must(client.get(`/api/visits/${visit}`))).toMatchObject({ half: 2, double: 16, cost: 41 });
    const { data } = await must(client.post('/api/visits/search', {}));
    expect(data[0]).toMatchObject({ half: 2, double: 16, cost: 41 });
    expect(data[0]).not.toHaveProperty('share');
    const laterOf = async (module: string): Promise<readonly string[]> =>
      ((await must(client.get(`/api/ss-modules/by-name/${module}`))) as ModuleView).fields
        .filter(({ calculatedLater }) => calculatedLater)
        .map(({ fieldName }) => fieldName);
    expect([await laterOf('visits'), await laterOf('sites')]).toEqual([['share'], ['visits']]);
    // Values that the store does not have would give a wrong order and wrong records.
    const view = (await must(client.get('/api/ss-modules/by-name/visits'))) as ModuleView;
    const fieldOf = (name: string) => view.fields.find(({ fieldName }) => fieldName === name);
    for (const name of ['half', 'double', 'cost', 'share'])
      expect(fieldOf(name), name).toMatchObject({ sortedLater: true, sortable: false, filterable: false, operators: [] });
    expect(fieldOf('hours')).toMatchObject({ sortable: true, filterable: true });
    expect(fieldOf('hours')).not.toHaveProperty('sortedLater');
    for (const body of [
      { sortField: 'double', sortOrder: 'asc' },
      { searchTerms: { half: { range: { gt: 1 } } } },
      { searchTerms: { and: [{ hours: 8 }, { share: { exists: true } }] } },
    ]) {
      const refused = await client.post('/api/visits/search', body);
      expect([refused.status, refused.body.code], JSON.stringify(body)).toEqual([422, 'preview_not_calculated']);
    }
    const unknown = await client.post('/api/visits/search', { sortField: 'nothing', sortOrder: 'asc' });
    expect(unknown.body.code).toBe('unknown_field');
    const known = await must(client.post('/api/visits/search', { sortField: 'hours', sortOrder: 'desc' }));
    expect(known.data).toMatchObject([{ hours: 8, double: 16 }]);
    // The field is there: a view does not say that the reader may not see it.
    const long = {
      module: 'visits',
      name: 'Long',
      filter: { half: { range: { gt: 1 } } },
      sort: [{ sortField: 'half', sortOrder: 'asc' }],
    };
    await must(admin().post('/api/saved-views', { ...long, sharing: 'role', sharedWith: 'role_borrower' }), 201);
    const [saved] = (await must(client.get('/api/saved-views?module=visits'))).data as readonly SavedView[];
    expect(saved?.problems.map(({ text }) => text)).toEqual([
      'A condition on the field half that cannot be used so is left out.',
      'An order on the field half that cannot be used so is left out.',
    ]);
    const stored = await must(admin().get(`/api/visits/${visit}`));
    expect(stored).toMatchObject({ half: 4 });
    expect(stored).not.toHaveProperty('double');
  });
});
