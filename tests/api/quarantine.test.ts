import { expect, it } from 'vitest';
import type { QuarantineEntry } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { runJob } from '../support/run-job.ts';
import { describeOnEachStore, WORKSHOP } from './each-store.ts';

type Field = JsonObject & { readonly id: string; readonly fieldName: string };

const SIZE = { fieldName: 'size', label: 'Size', inputType: 'TextField' };
const DAY = 86_400_000;
/** Milliseconds by which the clock of the product is ahead. */
const ahead = { by: 0 };

describeOnEachStore(
  'Removed fields and modules whose values stay',
  (server) => {
    const admin = () => server().admin;
    const make = async (name: string): Promise<{ readonly id: string; readonly size: Field }> => {
      const { status, body } = await admin().post('/api/ss-modules', { name, label: `The ${name}`, labelSingular: name, fields: [SIZE] });
      expect(status, JSON.stringify(body)).toBe(201);
      await admin().post(`/api/${name}`, { name: 'One', size: 'Large' });
      return { id: body._id, size: body.definition.fields[0] as Field };
    };
    const setFields = async (id: string, fields: readonly object[], values: string) => {
      const { status, body } = await admin().put(`/api/ss-modules/${id}?values=${values}`, { fields });
      expect(status, JSON.stringify(body)).toBe(200);
    };
    const list = async (module: string): Promise<readonly QuarantineEntry[]> =>
      ((await admin().get('/api/quarantine')).body.data as readonly QuarantineEntry[]).filter((one) => one.module?._id === module);
    const sizes = async (name: string) =>
      ((await admin().post(`/api/${name}/search`, {})).body.data as readonly JsonObject[]).map((record) => record['size']);
    const stored = async (id: string) => {
      const { store } = server().application;
      const found = await store.find({ collection: `m_${id}`, filter: { kind: 'constant', value: true }, sort: [], limit: 10 });
      return found.map(({ document }) => JSON.stringify(document));
    };

    it('are hidden, listed with who removed them, and come back with their values', async () => {
      const { id, size } = await make('crates');
      await setFields(id, [], 'keep');
      expect(await sizes('crates')).toEqual([undefined]);
      const [entry, ...more] = await list(id);
      expect(more).toEqual([]);
      expect(entry).toMatchObject({
        _id: size.id,
        kind: 'field',
        module: { name: 'crates', label: 'The crates' },
        field: { name: 'size', label: 'Size' },
      });
      expect(entry?.removedBy?.name).toMatch(/\w/);
      expect(Date.parse(entry?.until ?? '') - Date.parse(entry?.removedAt ?? '')).toBe(30 * DAY);
      const restored = await admin().post(`/api/quarantine/${size.id}/restore`, {});
      expect([restored.status, restored.body.success]).toEqual([200, true]);
      expect(await sizes('crates')).toEqual(['Large']);
      expect(await list(id)).toEqual([]);
      const again = await admin().post(`/api/quarantine/${size.id}/restore`, {});
      expect([again.status, again.body.code]).toEqual([404, 'definition_not_found']);
    });

    it('do not come back in a new field with the same name', async () => {
      const { id, size } = await make('barrels');
      await setFields(id, [], 'keep');
      await setFields(id, [SIZE], 'keep');
      expect(await sizes('barrels')).toEqual([undefined]);
      const clash = await admin().post(`/api/quarantine/${size.id}/restore`, {});
      expect([clash.status, clash.body.code]).toEqual([422, 'definition_invalid']);
      expect(await list(id)).toHaveLength(1);
    });

    it('include modules, with their layouts and records', async () => {
      const { id } = await make('pallets');
      const layout = { ssModule: 'pallets', view: 'grid', sections: [{ id: 'main', label: 'Main', fields: [{ fieldName: 'size' }] }] };
      expect((await admin().post('/api/layouts', layout)).status).toBe(201);
      expect((await admin().delete(`/api/ss-modules/${id}?values=keep`)).status).toBe(200);
      expect((await admin().get('/api/pallets')).status).toBe(404);
      expect(await list(id)).toMatchObject([{ _id: id, kind: 'module', field: null }]);
      expect((await admin().post(`/api/quarantine/${id}/restore`, {})).status).toBe(200);
      expect(await sizes('pallets')).toEqual(['Large']);
      const layouts = (await admin().get('/api/layouts/pallets')).body.data as readonly JsonObject[];
      expect(layouts.some(({ view, sections }) => view === 'grid' && JSON.stringify(sections).includes('"size"'))).toBe(true);
    });

    it('are removed for good at once on request, else after 30 days', async () => {
      const now = await make('drums');
      const later = await make('sacks');
      await setFields(now.id, [], 'keep');
      await setFields(later.id, [], 'keep');
      expect((await admin().delete(`/api/quarantine/${now.size.id}`)).status).toBe(200);
      expect(await list(now.id)).toEqual([]);
      await runJob(server(), 'muster/clear-quarantine');
      expect(await list(later.id)).toHaveLength(1);
      ahead.by = 30 * DAY;
      await runJob(server(), 'muster/clear-quarantine');
      ahead.by = 0;
      expect(await list(later.id)).toEqual([]);
      await runJob(server(), 'muster/update-stored-fields');
      for (const { id } of [now, later]) for (const text of await stored(id)) expect(text).not.toContain('Large');
      await setFields(later.id, [{ ...SIZE, id: later.size.id }], 'keep');
      expect(await sizes('sacks')).toEqual([undefined]);
    });

    it('are not listed if their values were removed with them', async () => {
      const { id } = await make('cans');
      await setFields(id, [], 'clear');
      expect(await list(id)).toEqual([]);
    });

    it('include options that records still have, with their number; a draft adds one again', async () => {
      const choices = (...values: readonly string[]) => values.map((value) => ({ label: value.toUpperCase(), value }));
      const dropdown = await admin().post('/api/dropdowns', { name: 'crate_states', options: choices('new', 'old', 'lost') });
      expect(dropdown.status, JSON.stringify(dropdown.body)).toBe(201);
      const id = dropdown.body._id as string;
      const state = { fieldName: 'state', label: 'State', inputType: 'Dropdown', dropdown: 'crate_states' };
      const made = await admin().post('/api/ss-modules', { name: 'boxes', label: 'Boxes', labelSingular: 'Box', fields: [state] });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      for (const value of ['old', 'old', 'lost', 'new']) await admin().post('/api/boxes', { name: value, state: value });
      const options = async () =>
        ((await admin().get('/api/quarantine')).body.data as readonly QuarantineEntry[]).filter(
          ({ option }) => option?.dropdown._id === id,
        );
      expect(await options()).toEqual([]);
      const without = (...left: readonly string[]) => ({ name: 'crate_states', options: choices(...left) });
      expect((await admin().put(`/api/dropdowns/${id}?values=keep`, without('new', 'lost'))).status).toBe(200);
      expect((await admin().put(`/api/dropdowns/${id}?values=clear`, without('new'))).status).toBe(200);
      await runJob(server(), 'muster/replace-removed-values');
      const [entry, ...more] = await options();
      expect(more).toEqual([]);
      expect(entry).toMatchObject({
        kind: 'option',
        module: null,
        field: null,
        option: { dropdown: { name: 'crate_states' }, definition: { label: 'OLD', value: 'old' }, position: 1, records: 2 },
        until: null,
      });
      const restored = await admin().post(`/api/quarantine/${entry?._id}/restore`, {});
      expect(restored).toMatchObject({ status: 200, body: { success: true, state: 'draft' } });
      expect(await options()).toHaveLength(1);
      expect((await admin().post(`/api/change-sets/${restored.body._id}/publish`, {})).status).toBe(200);
      expect(await options()).toEqual([]);
      const now = (await admin().get(`/api/dropdowns/${id}`)).body.options as readonly { readonly value: string }[];
      expect(now.map(({ value }) => value)).toEqual(['new', 'old']);
      const { total } = (await admin().post('/api/boxes/search', { searchTerms: { state: 'old' } })).body;
      expect(total).toBe(2);
    });

    /** A dropdown with an option that was removed and that one record still has, and how its entry and the values are read. */
    const keepOption = async (name: string, required: boolean, values: readonly string[]) => {
      const options = ['new', 'old', 'lost'].map((value) => ({ label: value.toUpperCase(), value }));
      const dropdown = await admin().post('/api/dropdowns', { name: `${name}_states`, options });
      const state = { fieldName: 'state', label: 'State', inputType: 'Dropdown', dropdown: `${name}_states`, required };
      const tags = { fieldName: 'tags', label: 'Tags', inputType: 'MultiSelect', dropdown: `${name}_states` };
      const made = await admin().post('/api/ss-modules', { name, label: name, labelSingular: name, fields: [state, tags] });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      for (const value of values) await admin().post(`/api/${name}`, { name: value, state: value, tags: [value, 'lost'] });
      const id = dropdown.body._id as string;
      const left = { name: `${name}_states`, options: options.filter(({ value }) => value !== 'old') };
      expect((await admin().put(`/api/dropdowns/${id}?values=keep`, left)).status).toBe(200);
      const entries = async () =>
        ((await admin().get('/api/quarantine')).body.data as readonly QuarantineEntry[]).filter(
          ({ option }) => option?.dropdown._id === id,
        );
      const read = async () =>
        ((await admin().post(`/api/${name}/search`, {})).body.data as readonly JsonObject[])
          .map((record) => JSON.stringify([record['state'] ?? null, record['tags']]))
          .sort();
      return { entries, read };
    };

    it('include options whose values become another one in all records, and that leave the list', async () => {
      const { entries, read } = await keepOption('trays', false, ['old', 'old', 'new']);
      const [entry] = await entries();
      expect(entry?.option).toMatchObject({ records: 4, replacement: null });
      const path = `/api/quarantine/${entry?._id}`;
      for (const values of ['keep', 'move:old', 'move:none'])
        expect((await admin().delete(`${path}?values=${values}`)).body.code, values).toBe('parameter_invalid');
      expect((await admin().delete(`${path}?values=move:lost`)).status).toBe(200);
      await runJob(server(), 'muster/replace-removed-values');
      expect(await entries()).toEqual([]);
      expect(await read()).toEqual(['["lost",["lost"]]', '["lost",["lost"]]', '["new",["new","lost"]]']);
      const published = (await admin().get('/api/change-sets?state=published&pageSize=100')).body.data as readonly JsonObject[];
      const name = 'Option OLD of trays_states removed from the records';
      expect(published.filter((one) => one['name'] === name)).toMatchObject([{ replacement: null }]);
    });

    it('include options that a rule keeps in records: they stay listed with their number, and can be removed in another way', async () => {
      const { entries, read } = await keepOption('chests', true, ['old', 'new']);
      const [entry] = await entries();
      const path = `/api/quarantine/${entry?._id}`;
      expect((await admin().delete(path)).status).toBe(200);
      await runJob(server(), 'muster/replace-removed-values');
      expect(await read()).toEqual(['["new",["new","lost"]]', '["old",["lost"]]']);
      const [remaining] = await entries();
      expect(remaining?.option).toMatchObject({ records: 1, replacement: { state: 'refused', refused: 1 } });
      const changeSet = (await admin().get(`/api/change-sets/${remaining?.option?.replacement?.changeSet}`)).body;
      expect(changeSet.replacement).toMatchObject({ state: 'refused', tasks: [{ module: 'chests', value: 'old', to: null }] });
      expect((await admin().delete(`${path}?values=move:new`)).status).toBe(200);
      await runJob(server(), 'muster/replace-removed-values');
      expect(await entries()).toEqual([]);
      expect(await read()).toEqual(['["new",["lost"]]', '["new",["new","lost"]]']);
      expect((await admin().get(`/api/change-sets/${changeSet._id}`)).body.replacement).toBeNull();
    });

    it('include options that are added again before their values are removed: the values stay', async () => {
      const { entries, read } = await keepOption('baskets', false, ['old', 'new']);
      const [entry] = await entries();
      // As the endpoint does, but without running the job at once.
      const { changeSets, registry } = server().application;
      await registry.publish({ author: undefined, ...(await changeSets.clearing(entry?._id ?? '')) });
      const { _id: id, name } = entry?.option?.dropdown ?? { _id: '', name: '' };
      const options = ['old', 'new', 'lost'].map((value) => ({ value, label: value.toUpperCase() }));
      expect((await admin().put(`/api/dropdowns/${id}`, { name, options })).status).toBe(200);
      await runJob(server(), 'muster/replace-removed-values');
      expect(await entries()).toEqual([]);
      expect(await read()).toEqual(['["new",["new","lost"]]', '["old",["old","lost"]]']);
    });

    it('refuse to move the values of a field', async () => {
      const { id, size } = await make('vats');
      await setFields(id, [], 'keep');
      expect((await admin().delete(`/api/quarantine/${size.id}?values=move:x`)).body.code).toBe('parameter_invalid');
      expect(await list(id)).toHaveLength(1);
    });

    it('are for System Admins only', async () => {
      const keeper = await createSignedInUser(server(), 'quarantine-keeper@muster.test', ['Keeper']);
      for (const request of [
        keeper.get('/api/quarantine'),
        keeper.post('/api/quarantine/x/restore', {}),
        keeper.delete('/api/quarantine/x'),
      ])
        expect((await request).status).toBe(403);
    });
  },
  { ...WORKSHOP, background: 'manual', clock: { now: () => Date.now() + ahead.by } },
);
