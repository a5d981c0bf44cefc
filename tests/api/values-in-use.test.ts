import { expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { describeOnEachStore } from './each-store.ts';
import { runJob } from '../support/run-job.ts';

type Field = JsonObject & { readonly id: string; readonly fieldName: string };

const OPTIONS = ['red', 'green', 'blue'].map((value) => ({ value, label: value }));

describeOnEachStore('What records use', (server) => {
  const admin = () => server().admin;
  const make = async (name: string, fields: readonly object[]) => {
    const { status, body } = await admin().post('/api/ss-modules', { name, label: name, labelSingular: name, fields });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const makeDropdown = async (name: string): Promise<string> => {
    const { status, body } = await admin().post('/api/dropdowns', { name, options: OPTIONS });
    expect(status, JSON.stringify(body)).toBe(201);
    return body._id;
  };
  const create = async (name: string, fields: object) => {
    const { status, body } = await admin().post(`/api/${name}`, fields);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const read = async (name: string, id: string) => (await admin().get(`/api/${name}/${id}`)).body;
  const count = async (name: string, searchTerms: object): Promise<number> =>
    (await admin().post(`/api/${name}/search`, { searchTerms })).body.total;

  /** A module whose fields use a dropdown in every way, and its records. */
  const paint = async (name: string) => {
    const dropdown = await makeDropdown(`${name}_colour`);
    const use = { dropdown: `${name}_colour` };
    const module = await make(name, [
      { fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', ...use },
      { fieldName: 'colours', label: 'Colours', inputType: 'MultiSelect', ...use },
      { fieldName: 'secret', label: 'Secret', inputType: 'Dropdown', sensitive: true, ...use },
      {
        fieldName: 'layers',
        label: 'Layers',
        inputType: 'Array',
        entry: {
          columns: [
            { fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', ...use },
            {
              fieldName: 'edges',
              label: 'Edges',
              inputType: 'Array',
              entry: { columns: [{ fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', ...use }] },
            },
          ],
        },
      },
    ]);
    const values = {
      colour: 'red',
      colours: ['red', 'green'],
      secret: 'red',
      layers: [{ colour: 'blue' }, { colour: 'red', edges: [{ colour: 'red' }] }],
    };
    const one = await create(name, { name: 'One', ...values });
    const gone = await create(name, { name: 'Gone', colour: 'red' });
    expect((await admin().delete(`/api/${name}/${gone._id}`)).status).toBe(200);
    await create(name, { name: 'Other', colour: 'green' });
    const removeRed = (query: string) => admin().put(`/api/dropdowns/${dropdown}${query}`, { options: OPTIONS.slice(1) });
    return { module, one, gone, removeRed };
  };

  it('needs a choice before an option is removed: all records, encrypted values and entries count', async () => {
    const { one, removeRed } = await paint('walls');
    const refused = await removeRed('');
    expect([refused.status, refused.body.code, refused.body.count]).toEqual([409, 'values_in_use', 6]);
    expect(refused.body.uses).toEqual([
      { module: 'walls', field: 'colour', column: null, value: 'red', count: 2 },
      { module: 'walls', field: 'colours', column: null, value: 'red', count: 1 },
      { module: 'walls', field: 'secret', column: null, value: 'red', count: 1 },
      { module: 'walls', field: 'layers', column: 'colour', value: 'red', count: 1 },
      { module: 'walls', field: 'layers', column: 'edges.colour', value: 'red', count: 1 },
    ]);
    expect((await create('walls', { name: 'Still', colour: 'red' })).colour).toBe('red');
    for (const wrong of ['?values=drop', '?values=move:', '?values=move:black', '?values=move:red'])
      expect((await removeRed(wrong)).body.code, wrong).toBe('parameter_invalid');
    expect((await removeRed('?values=keep')).status).toBe(200);
    const { _version, ...record } = await read('walls', one._id);
    expect(record).toMatchObject({ colour: 'red', colours: ['red', 'green'], secret: 'red' });
    const changes = {
      colours: ['blue', 'red'],
      colour: 'red',
      secret: 'red',
      layers: [{ colour: 'red', edges: [{ colour: 'red' }] }],
      description: 'Old paint',
    };
    const saved = await admin().put(`/api/walls/${one._id}`, { ...changes, _version });
    expect([saved.status, saved.body]).toEqual([200, { ...saved.body, ...changes }]);
    expect((await admin().post('/api/walls', { name: 'New', colour: 'red' })).body.details).toMatchObject([{ code: 'not_an_option' }]);
    const other = (await admin().post('/api/walls/search', { searchTerms: { name: 'Other' } })).body.data[0];
    expect((await admin().put(`/api/walls/${other._id}`, { colour: 'red' })).status).toBe(422);
  });

  it('gets another value, or none, in the background, with entries in the history', async () => {
    const [moved, cleared] = [await paint('doors'), await paint('gates')];
    expect((await moved.removeRed('?values=move:blue')).status).toBe(200);
    expect((await cleared.removeRed('?values=clear')).status).toBe(200);
    const { result } = await runJob(server(), 'muster/replace-removed-values');
    // The run by the schedule may have come first.
    expect(result).toMatchObject({ refused: 0, removed: 0 });
    const blue = {
      colour: 'blue',
      colours: ['blue', 'green'],
      secret: 'blue',
      layers: [{ colour: 'blue' }, { colour: 'blue', edges: [{ colour: 'blue' }] }],
    };
    expect(await read('doors', moved.one._id)).toMatchObject(blue);
    const { colour, secret, ...rest } = await read('gates', cleared.one._id);
    expect([colour, secret]).toEqual([undefined, undefined]);
    expect(rest).toMatchObject({ colours: ['green'], layers: [{ colour: 'blue' }] });
    expect(await count('doors', { colour: 'blue', deleted: true })).toBe(1);
    const { body } = await admin().post('/api/audit-log/search', { searchTerms: { record_id: moved.one._id, field: 'colour' } });
    expect(body.data).toMatchObject([{ previous_value: 'red', new_value: 'blue', changeSource: 'removed option' }]);
    expect((await runJob(server(), 'muster/replace-removed-values')).result).toEqual({ updated: 0, refused: 0, removed: 0, filters: 0 });
  });

  it('gets another value in the filters of saved views, records and webhooks, which the plan lists', async () => {
    const name = 'boats';
    await paint(name);
    const filter = { or: [{ colour: { in: ['red', 'blue'] } }, { not: { colours: 'red' } }, { name: 'red' }] };
    const moved = { or: [{ colour: { in: ['blue'] } }, { not: { colours: 'blue' } }, { name: 'red' }] };
    const view = await admin().post('/api/saved-views', { module: name, name: 'Red boats', filter });
    expect(view.status, JSON.stringify(view.body)).toBe(201);
    const hook = { name: 'Harbour', url: 'https://93.184.216.34/boats', modules: [name], events: ['created'], filter };
    const webhook = await admin().post('/api/webhooks', hook);
    expect(webhook.status, JSON.stringify(webhook.body)).toBe(201);
    await make('boatLists', [
      { fieldName: 'subject', label: 'Subject', inputType: 'Module' },
      { fieldName: 'terms', label: 'Terms', inputType: 'Object', filterOf: 'subject' },
    ]);
    const list = await create('boat-lists', { name: 'Reds', subject: name, terms: filter });
    const other = await create('boat-lists', { name: 'Greens', subject: name, terms: { colour: 'green' } });

    const dropdowns = (await admin().get('/api/dropdowns')).body as { data: readonly { _id: string; name: string }[] };
    const { _id: dropdown } = dropdowns.data.find((one) => one.name === `${name}_colour`) ?? { _id: '' };
    const draft = (await admin().post('/api/change-sets', { name: 'No red' })).body;
    const definition = { id: dropdown, name: `${name}_colour`, options: OPTIONS.slice(1) };
    const changed = await admin().put(`/api/change-sets/${draft._id}/changes`, {
      changes: [{ kind: 'dropdown', id: dropdown, definition }],
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const plan = await admin().post(`/api/change-sets/${draft._id}/plan`, {});
    expect(plan.body.references).toEqual(
      expect.arrayContaining([
        { target: `field/${name}.colour`, from: 'view/Red boats', path: '/filter' },
        { target: `field/${name}.colours`, from: 'webhook/Harbour', path: '/filter' },
        { target: `field/${name}.colour`, from: expect.stringMatching(/^record\/.*: Reds$/u) as string, path: '/terms' },
      ]),
    );
    const map = { red: 'blue' };
    const ids = [...new Set((plan.body.records as readonly { id: string }[]).map(({ id }) => id))];
    const values = Object.fromEntries(ids.map((id) => [id, { map }]));
    const published = await admin().post(`/api/change-sets/${draft._id}/publish`, { values });
    expect(published.status, JSON.stringify(published.body)).toBe(200);
    await runJob(server(), 'muster/replace-removed-values');

    expect((await admin().get(`/api/saved-views/${view.body._id}`)).body).toMatchObject({ filter: moved, problems: [] });
    expect((await admin().get(`/api/webhooks/${webhook.body._id}`)).body.filter).toEqual(moved);
    expect((await read('boat-lists', list._id)).terms).toEqual(moved);
    expect((await read('boat-lists', other._id)).terms).toEqual({ colour: 'green' });
  });

  it('gets another value in fields that were not active, once they are', async () => {
    const { module, one, removeRed } = await paint('fences');
    const { fields } = module.definition as { fields: readonly Field[] };
    const hide = async (isHidden: (field: Field) => boolean): Promise<void> => {
      const next = fields.map((field) => (isHidden(field) ? { ...field, deleted: true } : field));
      const { status, body } = await admin().put(`/api/ss-modules/${module._id}`, { fields: next });
      expect(status, JSON.stringify(body)).toBe(200);
    };
    const runTasks = () => runJob(server(), 'muster/replace-removed-values');
    await hide(({ fieldName }) => fieldName !== 'colour');
    expect((await removeRed('?values=move:blue')).status).toBe(200);
    await runTasks();
    const { colour, ...rest } = await read('fences', one._id);
    expect([colour, rest.colours, rest.secret, rest.layers]).toEqual(['blue', undefined, undefined, undefined]);
    await hide(() => false);
    // Records have no keys of these fields until then, and are not found.
    await runJob(server(), 'muster/update-stored-fields');
    await runTasks();
    expect(await read('fences', one._id)).toMatchObject({
      colour: 'blue',
      colours: ['blue', 'green'],
      secret: 'blue',
      layers: [{ colour: 'blue' }, { colour: 'blue', edges: [{ colour: 'blue' }] }],
    });
    expect((await runTasks()).result).toEqual({ updated: 0, refused: 0, removed: 0, filters: 0 });
  });

  it('needs a choice before a field is removed: kept values come back with its id alone', async () => {
    const size = { fieldName: 'size', label: 'Size', inputType: 'TextField' };
    const done = { fieldName: 'done', label: 'Done', inputType: 'Checkbox' };
    const module = await make('trays', [size, done, { ...size, fieldName: 'pin', label: 'Pin', sensitive: true }]);
    const [one] = [await create('trays', { name: 'One', size: 'Large', pin: '1234' }), await create('trays', { name: 'Two', done: true })];
    const { fields } = module.definition as { fields: readonly Field[] };
    const publish = (next: readonly object[], query = '') => admin().put(`/api/ss-modules/${module._id}${query}`, { fields: next });
    const refused = await publish([]);
    expect([refused.status, refused.body.code, refused.body.count]).toEqual([409, 'values_in_use', 3]);
    expect((await publish([], '?values=move:x')).body.code).toBe('parameter_invalid');
    expect((await publish([], '?values=keep')).status).toBe(200);
    expect((await publish([size])).status).toBe(200);
    expect((await read('trays', one._id)).size).toBeUndefined();
    expect(await count('trays', { size: { exists: true } })).toBe(0);
    expect((await admin().put(`/api/trays/${one._id}`, { size: 'Small' })).status).toBe(200);
    expect((await publish(fields, '?values=clear')).status).toBe(200);
    expect(await read('trays', one._id)).toMatchObject({ size: 'Large', pin: '1234' });
    await runJob(server(), 'muster/update-stored-fields');
    expect(await count('trays', { size: { startsWith: 'lar' } })).toBe(1);
    expect(await count('trays', { done: true })).toBe(1);
  });

  it('needs a choice before a module is removed: its records stay, or are removed in the background', async () => {
    for (const values of ['keep', 'clear'] as const) {
      const name = `${values}s`;
      const module = await make(name, [{ fieldName: 'tags', label: 'Tags', inputType: 'ListField' }]);
      const { _id } = await create(name, { name: 'One', tags: ['a'] });
      expect((await admin().delete(`/api/${name}/${_id}`)).status).toBe(200);
      const refused = await admin().delete(`/api/ss-modules/${module._id}`);
      expect([refused.status, refused.body.code, refused.body.count]).toEqual([409, 'values_in_use', 1]);
      expect((await admin().delete(`/api/ss-modules/${module._id}?values=${values}`)).status).toBe(200);
      await runJob(server(), 'muster/replace-removed-values');
      const [stored] = await server().application.store.get(`m_${module._id}`, [_id]);
      expect(stored === undefined).toBe(values === 'clear');
    }
  });
});
