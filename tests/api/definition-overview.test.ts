import { expect, it } from 'vitest';
import type { DefinitionDetail, DefinitionSummary } from '#engine/model/wire';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { describeRules } from './each-store.ts';

describeRules('The overview of definitions', (server) => {
  const list = async (query = ''): Promise<readonly DefinitionSummary[]> => {
    const { status, body } = await server().admin.get(`/api/definitions${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body['total']).toBe((body['data'] as unknown[]).length);
    return body['data'];
  };
  const read = async (kind: string, id: string): Promise<DefinitionDetail> =>
    (await server().admin.get(`/api/definitions/${kind}/${id}`)).body;

  it('lists the definitions of a kind by label, with what its list shows', async () => {
    const modules = await list('?kind=module');
    const definitions = server().application.registry.definitions();
    expect(modules).toHaveLength(definitions.module.size);
    const labels = modules.map(({ label }) => label);
    expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other, 'en')));
    const tools = modules.find(({ name }) => name === 'tools');
    const definition = definitions.module.get(tools?.id ?? '');
    expect(tools).toMatchObject({ kind: 'module', artifact: 'module/tools', label: definition?.label, customized: false });
    expect(tools?.module).toMatchObject({ fields: definition?.fields.length, active: true, locked: false });
    expect((await list()).length).toBe(Object.values(definitions).reduce((sum, { size }) => sum + size, 0));
  });

  it('shows one with its base, and marks what an admin changed or made', async () => {
    const before = await read('module', 'tools');
    expect(before.definition).toEqual(before.base);
    const changed = { ...before.definition, label: 'Instruments' };
    const draft = await server().admin.post('/api/change-sets', { name: 'Label' });
    const { _id: id } = draft.body;
    const made = { kind: 'dropdown', id: 'overview_made', definition: { name: 'overview_made', options: [{ label: 'A', value: 'a' }] } };
    const changes = [{ kind: 'module', id: before.id, definition: changed }, made];
    await server().admin.put(`/api/change-sets/${String(id)}/changes`, { changes });
    expect((await server().admin.post(`/api/change-sets/${String(id)}/publish`, {})).status).toBe(200);
    const after = await read('module', before.id);
    expect(after).toMatchObject({ label: 'Instruments', customized: true, base: before.base, definition: { label: 'Instruments' } });
    expect(await read('dropdown', 'overview_made')).toMatchObject({ origin: 'admin', customized: false, base: null });
    await server().admin.post(`/api/change-sets/${String(id)}/revert`, {});
    expect(await read('module', before.id)).toMatchObject({ label: before.label, customized: false });
  });

  it('finds the modules with a field by part of its label or name', async () => {
    const registry = server().application.registry;
    const [tools] = (await list('?kind=module')).filter(({ name }) => name === 'tools');
    const [field] = registry.definitions().module.get(tools?.id ?? '')?.fields ?? [];
    const found = await list(`?kind=module&field=${encodeURIComponent((field?.label ?? '').toUpperCase().slice(0, 4))}`);
    expect(found.map(({ name }) => name)).toContain('tools');
    // Every module has a date of creation, though no definition lists it.
    const active = (await list('?kind=module')).filter(({ module }) => module?.active);
    expect((await list('?kind=module&field=createdAt')).map(({ id }) => id)).toEqual(active.map(({ id }) => id));
    expect(await list('?field=no-such-field')).toEqual([]);
    expect((await server().admin.get('/api/definitions?field=')).status).toBe(422);
  });

  it('counts the options of a dropdown, and the fields that have it', async () => {
    const { dropdown, module } = server().application.registry.definitions();
    const named = [...module.values()].flatMap(({ fields }) => fields.flatMap((field) => field.dropdown ?? []));
    const used = [...dropdown.values()].find(({ name }) => named.includes(name));
    const listed = (await list('?kind=dropdown')).find(({ name }) => name === used?.name);
    expect(listed).toMatchObject({ module: null, layout: null, dropdown: { options: used?.options.length } });
    expect(listed?.dropdown?.uses).toBeGreaterThanOrEqual(named.filter((name) => name === used?.name).length);
    expect((await read('module', 'tools')).dropdown).toBeNull();
  });

  it('shows what refers to a module and to its fields', async () => {
    const layout = { ssModule: 'tools', view: 'grid', sections: [{ id: 'main', label: 'Tools', fields: [{ fieldName: 'name' }] }] };
    const made = await server().admin.post('/api/layouts', layout);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { references, id } = await read('module', 'tools');
    expect(id).toBe('tools');
    const fromLayout = references.filter(({ from }) => from === 'layout/tools.grid').map(({ target }) => target);
    expect(fromLayout.sort()).toEqual(['field/tools.name', 'module/tools']);
    const [listed] = (await list('?kind=layout')).filter(({ name }) => name === 'tools.grid');
    expect(listed).toMatchObject({ origin: 'admin', layout: { module: 'tools', view: 'grid', role: null, app: null } });
  });

  it('refuses unknown definitions, unknown kinds, and everyone but System Admins', async () => {
    const missing = await server().admin.get('/api/definitions/module/nowhere');
    expect([missing.status, missing.body['code']]).toEqual([404, 'definition_not_found']);
    expect((await server().admin.get('/api/definitions?kind=planet')).status).toBe(422);
    const keeper = await createSignedInUser(server(), 'overview-keeper@muster.test', ['Keeper']);
    for (const path of ['/api/definitions', '/api/definitions/module/tools']) expect((await keeper.get(path)).status).toBe(403);
  });
});
