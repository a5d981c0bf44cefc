import { beforeAll, expect, it } from 'vitest';
import type { ChangeSetSummary, ChangeSetView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { runJob } from '../support/run-job.ts';
import { describeOnEachStore } from './each-store.ts';

type Definition = JsonObject & { readonly id: string };

describeOnEachStore('Change-sets', (server) => {
  let other: ApiClient;
  const admin = () => server().admin;
  const definition = (kind: 'module' | 'dropdown' | 'role', id: string): Definition =>
    server().application.registry.definitions()[kind].get(id) as unknown as Definition;
  const fields = (module: string) => definition('module', module)['fields'] as readonly JsonObject[];
  const draft = async (name: string, changes: readonly object[] = [], more: object = {}, client = admin()): Promise<ChangeSetView> => {
    const made = await client.post('/api/change-sets', { name, ...more });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return changes.length === 0 ? (made.body as ChangeSetView) : edit(made.body as ChangeSetView, changes, client);
  };
  const edit = async ({ _id, _version }: ChangeSetView, changes: readonly object[], client = admin()): Promise<ChangeSetView> => {
    const { status, body } = await client.put(`/api/change-sets/${_id}/changes`, { _version, changes });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as ChangeSetView;
  };
  const publish = (id: string, body: object = {}, client = admin()) => client.post(`/api/change-sets/${id}/publish`, body);
  const read = async (id: string): Promise<ChangeSetView> => (await admin().get(`/api/change-sets/${id}`)).body as ChangeSetView;
  const module = (name: string, more: object = {}): { kind: string; id: string; definition: object } => ({
    kind: 'module',
    id: name,
    definition: { id: name, name, label: name, labelSingular: name, kind: 'plain', fields: [], custom: true, active: true, ...more },
  });
  const tools = (more: object) => ({ kind: 'module', id: 'tools', definition: { ...definition('module', 'tools'), ...more } });
  const makers = (more: object) => ({ kind: 'module', id: 'makers', definition: { ...definition('module', 'makers'), ...more } });

  beforeAll(async () => {
    const email = 'second@muster.test';
    const person = { email, password: 'Second-pass1!', first_name: 'Sam', last_name: 'Second', userType: 'System Admin', roles: [] };
    expect((await admin().post('/api/users/register', person)).status).toBe(201);
    other = await server().signIn(email, person.password);
  });

  it('are drafts that nobody sees until they are published, with all their definitions at once', async () => {
    const created = await draft('Loans', [
      module('loans', { fields: [{ fieldName: 'state', label: 'State', inputType: 'Dropdown', dropdown: 'loan_state' }] }),
      { kind: 'dropdown', definition: { name: 'loan_state', options: [{ label: 'Open', value: 'open' }] } },
    ]);
    expect(created).toMatchObject({ state: 'draft', name: 'Loans', shared: false, problems: [], conflicts: [], _version: 2 });
    expect(created.counts).toEqual({ added: 2, changed: 0, removed: 0 });
    expect(created.author?.name).toMatch(/\w/);
    expect(created.changes.map(({ artifact, action }) => [artifact, action])).toEqual([
      ['module/loans', 'added'],
      ['dropdown/loan_state', 'added'],
    ]);
    expect((created.changes[0]?.definition?.['fields'] as JsonObject[])[0]?.['id']).toMatch(/^field_/);
    expect((await admin().get('/api/loans')).status).toBe(404);
    const published = await publish(created._id, { _version: created._version });
    expect([published.status, published.body]).toEqual([200, { ...published.body, success: true, _id: created._id }]);
    expect((await admin().post('/api/loans', { name: 'One', state: 'open' })).status).toBe(201);
    const after = await read(created._id);
    expect(after).toMatchObject({ state: 'published', name: 'Loans', definitionVersion: published.body.definitionVersion });
    expect(after.changes.map(({ definition: one }) => one?.['name'])).toEqual(['loans', 'loan_state']);
    for (const request of [publish(created._id), admin().delete(`/api/change-sets/${created._id}`)])
      expect((await request).body.code).toBe('change_set_not_draft');
  });

  it('store invalid definitions and list every problem, with artifact, path and cause', async () => {
    const wrong = module('wrongs', {
      fields: [
        { fieldName: 'constructor', label: 'C', inputType: 'TextField' },
        { fieldName: 'twin', label: 'T', inputType: 'TextField' },
        { fieldName: 'twin', label: 'T', inputType: 'Number' },
        { fieldName: 'state', label: 'S', inputType: 'Dropdown', dropdown: 'nothing' },
      ],
    });
    const made = await draft('Wrong', [wrong]);
    expect(made.problems.map(({ file, path, cause, change }) => `${file} ${path} ${cause} ${change?.id ?? ''}`).sort()).toEqual([
      expect.stringMatching(/module\/wrongs \/fields\/0\/fieldName constructor is a reserved name. wrongs/),
      expect.stringMatching(/module\/wrongs \/fields\/2\/fieldName .*twin/),
      expect.stringMatching(/module\/wrongs \/fields\/3\/dropdown There is no dropdown nothing/),
    ]);
    expect((await publish(made._id)).body.code).toBe('definition_invalid');
    const shapeless = await edit(made, [
      {
        kind: 'module',
        id: 'wrongs',
        definition: { name: '9', fields: [{ fieldName: '_id', label: 'Id', inputType: 'TextField' }], more: 1 },
      },
      { kind: 'role', id: 'role_keeper', definition: { ...definition('role', 'role_keeper'), module_access: 'all' } },
      { kind: 'dropdown', id: 'dropdown_user_type', definition: { ...definition('dropdown', 'dropdown_user_type'), options: [] } },
    ]);
    const causes = shapeless.problems.map(({ file, path }) => `${file}${path}`);
    expect(causes).toEqual(
      expect.arrayContaining([
        'module/wrongs/',
        'module/wrongs/name',
        'module/wrongs/fields/0/fieldName',
        'role/role_keeper/module_access',
      ]),
    );
    const fewer = await admin().put(`/api/change-sets/${made._id}/changes`, {
      discard: [
        { kind: 'module', id: 'wrongs' },
        { kind: 'role', id: 'role_keeper' },
      ],
    });
    expect(fewer.body.changes).toHaveLength(1);
    expect(fewer.body.problems.map(({ cause }: { cause: string }) => cause)).toContain('The engine needs the value System Admin.');
    const many = Array.from({ length: 10_000 }, (_, index) => ({ fieldName: `f${index}`, label: 'F', inputType: 'TextField' }));
    const huge = await edit(await draft('Huge'), [module('huges', { fields: many })]);
    expect(huge.problems).toHaveLength(1);
    const over = await draft('Over');
    const long = module('longs', { fields: Array.from({ length: 3_500 }, () => ({ label: 'x'.repeat(180) })) });
    for (let part = 0; part < 4; part += 1)
      await edit(await read(over._id), [{ ...long, id: `l${part}`, definition: { ...long.definition, id: `l${part}` } }]);
    const tooMuch = { changes: [{ ...long, id: 'l6', definition: { ...long.definition, id: 'l6' } }] };
    expect((await admin().put(`/api/change-sets/${over._id}/changes`, tooMuch)).body.code).toBe('change_set_too_large');
  });

  it('refuse bodies that are none, with stale versions, and of others than System Admins', async () => {
    const made = await draft('Bodies');
    const url = `/api/change-sets/${made._id}`;
    const put = async (body: unknown) => (await admin().put(`${url}/changes`, body)).body.code as string;
    for (const change of [
      null,
      {},
      { kind: 'plugin', definition: null },
      { kind: 'module', id: 'x', definition: 'text' },
      { kind: 'role', id: 'x' },
    ])
      expect(await put({ changes: [change] }), JSON.stringify(change)).toBe('body_invalid');
    expect(await put({ changes: {} })).toBe('body_invalid');
    expect(await put({ more: [] })).toBe('body_invalid');
    expect(await put([])).toBe('body_invalid');
    expect(await put({ changes: [{ kind: 'module', id: 'a', definition: { id: 'b' } }] })).toBe('body_invalid');
    expect(await put({ changes: [{ kind: 'module', id: 'nothing', definition: null }] })).toBe('definition_not_found');
    expect(await put({ _version: 7, changes: [] })).toBe('version_conflict');
    expect((await admin().put(url, { _version: 7, name: 'x' })).body.code).toBe('version_conflict');
    expect((await publish(made._id, { _version: 7 })).body.code).toBe('version_conflict');
    expect((await publish(made._id)).body.code).toBe('change_set_empty');
    for (const body of [{}, { name: ' ' }, { name: null }, { name: 5 }])
      expect((await admin().post('/api/change-sets', body)).body.code, JSON.stringify(body)).toBe('body_invalid');
    expect((await admin().get('/api/change-sets/nothing')).body.code).toBe('change_set_not_found');
    expect((await publish('nothing')).body.code).toBe('change_set_not_found');
    const keeper = await createSignedInUser(server(), 'set-keeper@muster.test', ['Keeper']);
    for (const request of [
      keeper.get('/api/change-sets'),
      keeper.post('/api/change-sets', { name: 'x' }),
      keeper.get(url),
      publish(made._id, {}, keeper),
    ])
      expect((await request).body.code).toBe('admin_only');
    expect((await admin().delete(url)).body).toEqual({ success: true });
    expect((await admin().get(url)).body.code).toBe('change_set_not_found');
  });

  it('belong to their author until they are shared, are renamed, and are repeated by a key only once', async () => {
    const key = { 'idempotency-key': 'new-draft' };
    const [first, again] = [
      await admin().post('/api/change-sets', { name: 'Mine' }, key),
      await admin().post('/api/change-sets', { name: 'Mine' }, key),
    ];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await admin().post('/api/change-sets', { name: 'Another' }, key)).body.code).toBe('idempotency_conflict');
    const id = first.body._id as string;
    expect((await other.get(`/api/change-sets/${id}`)).body.code).toBe('change_set_not_found');
    expect((await publish(id, {}, other)).body.code).toBe('change_set_not_found');
    const shared = await admin().put(`/api/change-sets/${id}`, { _version: 1, shared: true, name: 'Ours' });
    expect(shared.body).toMatchObject({ name: 'Ours', shared: true, _version: 2 });
    const edited = await edit(shared.body as ChangeSetView, [makers({ label: 'Producers' })], other);
    expect(edited.changes).toHaveLength(1);
    // Back to what it was: the change is gone.
    expect((await edit(edited, [makers({})], other)).changes).toEqual([]);
    const data = (await other.get('/api/change-sets?state=draft')).body.data as ChangeSetSummary[];
    expect(data.filter(({ _id }) => _id === id)).toMatchObject([{ name: 'Ours', shared: true }]);
    expect(data.some(({ name }) => name === 'Loans')).toBe(false);
    await edit(await read(id), [makers({ label: 'Builders' })]);
    const once = { 'idempotency-key': 'publish-ours' };
    const published = await other.post(`/api/change-sets/${id}/publish`, {}, once);
    expect([published.status, published.body]).toEqual([200, expect.objectContaining({ _id: id }) as object]);
    expect((await other.post(`/api/change-sets/${id}/publish`, {}, once)).body).toEqual(published.body);
    expect(await read(id)).toMatchObject({ author: { name: 'Sam Second' }, name: 'Ours' });
  });

  it('are merged with what others published meanwhile; for a property that both changed the admin chooses', async () => {
    const mine = await draft('Labels', [tools({ label: 'Gear', labelSingular: 'Piece', icon: 'wrench' })]);
    const theirs = await draft('Their labels', [tools({ label: 'Devices', labelSingular: 'Device', pageSize: 25 })], {}, other);
    expect((await publish(theirs._id, {}, other)).status).toBe(200);
    const view = await read(mine._id);
    expect(view.conflicts.map(({ path }) => path).sort()).toEqual(['/label', '/labelSingular']);
    const refused = await publish(mine._id);
    expect([refused.status, refused.body.code]).toEqual([409, 'change_set_conflict']);
    expect(refused.body.conflicts).toContainEqual({
      artifact: 'module/tools',
      path: '/label',
      before: 'Tools',
      mine: 'Gear',
      theirs: 'Devices',
      changeSet: { _id: theirs._id, name: 'Their labels', author: 'Sam Second' },
    });
    expect((await publish(mine._id, { conflicts: { 'module/tools#/label': 'both' } })).body.code).toBe('body_invalid');
    expect((await publish(mine._id, { conflicts: { 'module/tools#/label': 'mine' } })).body.conflicts).toHaveLength(1);
    const conflicts = { 'module/tools#/label': 'mine', 'module/tools#/labelSingular': 'theirs' };
    expect((await publish(mine._id, { conflicts })).status).toBe(200);
    expect(definition('module', 'tools')).toMatchObject({ label: 'Gear', labelSingular: 'Device', icon: 'wrench', pageSize: 25 });
  });

  it('by two admins at once: one is published, the other sees the difference', async () => {
    const [one, two] = [await draft('One', [tools({ icon: 'saw' })]), await draft('Two', [tools({ icon: 'drill' })], {}, other)];
    const results = await Promise.all([publish(one._id), publish(two._id, {}, other)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = results.find(({ status }) => status === 409)?.body;
    expect([refused.code, refused.conflicts[0].path]).toEqual(['change_set_conflict', '/icon']);
    const same = await draft('Same', [tools({ icon: 'axe' })], { shared: true });
    const twice = await Promise.all([publish(same._id), publish(same._id, {}, other)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(twice.find(({ status }) => status === 409)?.body.code).toBe('change_set_not_draft');
  });

  it('are listed as history, the latest first, with author, counts and state, also those of one definition', async () => {
    const single = await admin().put('/api/dropdowns/dropdown_tool_state', {
      options: [
        { label: 'Brand new', value: 'new' },
        { label: 'In use', value: 'in_use' },
        { label: 'Broken', value: 'broken' },
      ],
    });
    expect(single.status).toBe(200);
    const { body } = await admin().get('/api/change-sets?state=published&pageSize=2');
    expect(body).toMatchObject({ pageNumber: 0, pageSize: 2 });
    expect(body.total).toBeGreaterThan(4);
    expect(body.data).toMatchObject([
      { name: 'dropdown/tool_state', state: 'published', counts: { added: 0, changed: 1, removed: 0 }, reverts: null, revertedBy: null },
      { name: 'Same' },
    ]);
    const next = await admin().get('/api/change-sets?state=published&pageSize=2&pageNumber=1');
    expect(next.body.data[0]._id).not.toBe(body.data[1]._id);
    expect((await admin().get('/api/change-sets?state=new')).body.code).toBe('parameter_invalid');
    const all = (await admin().get('/api/change-sets')).body.data as ChangeSetSummary[];
    expect(all.map(({ updatedAt }) => updatedAt)).toEqual(
      all
        .map(({ updatedAt }) => updatedAt)
        .sort()
        .reverse(),
    );
  });

  it('are reverted alone: later ones stay, and what they built on it is refused with their names', async () => {
    const size = { id: 'tools_size', fieldName: 'size', label: 'Size', inputType: 'TextField' };
    const first = await draft('Sizes', [tools({ fields: [...fields('tools'), size], pageSize: 30 })]);
    expect((await publish(first._id)).status).toBe(200);
    const later = await draft(
      'Wider',
      [tools({ icon: 'hammer', fields: fields('tools').map((one) => (one['id'] === 'tools_size' ? { ...one, label: 'Width' } : one)) })],
      {},
      other,
    );
    expect((await publish(later._id, {}, other)).status).toBe(200);
    const revert = (id: string, query = '') => admin().post(`/api/change-sets/${id}/revert${query}`, {});
    const refused = await revert(first._id);
    expect([refused.status, refused.body.code]).toEqual([409, 'change_set_built_on']);
    expect(refused.body.conflicts).toMatchObject([
      { artifact: 'module/tools', path: '/fields/tools_size', changeSet: { name: 'Wider', author: 'Sam Second' } },
    ]);
    expect((await revert(later._id)).status).toBe(200);
    expect((await admin().post('/api/tools', { name: 'Saw', size: 'L' })).status).toBe(201);
    expect((await revert(first._id)).body.code).toBe('values_in_use');
    const planned = await admin().post(`/api/change-sets/${first._id}/plan-revert`, {});
    expect([planned.status, planned.body.conflicts, planned.body.problems]).toEqual([200, [], []]);
    expect(planned.body.records).toMatchObject([{ id: 'tools_size', reason: 'field', count: 1, choices: ['keep', 'clear'] }]);
    const chosen = { values: { tools_size: 'clear' } };
    const reverted = await admin().post(`/api/change-sets/${first._id}/revert`, chosen);
    expect([reverted.status, reverted.body.notRestored]).toEqual([200, []]);
    expect(definition('module', 'tools')['pageSize']).toBe(25);
    expect(fields('tools').some(({ id }) => id === 'tools_size')).toBe(false);
    expect(await read(first._id)).toMatchObject({ state: 'reverted', revertedBy: reverted.body._id });
    expect(await read(reverted.body._id as string)).toMatchObject({ name: 'Revert of Sizes', reverts: first._id, state: 'published' });
    expect((await revert(first._id)).body.code).toBe('change_set_reverted');
    expect((await revert((await draft('Not published'))._id)).body.code).toBe('change_set_not_published');
    const planOf = async (id: string) => (await admin().post(`/api/change-sets/${id}/plan-revert`, {})).body;
    expect((await planOf(first._id)).code).toBe('change_set_reverted');
    expect((await planOf((await draft('Not published yet'))._id)).code).toBe('change_set_not_published');
    // The revert is reverted: the field is there again, without the values, as its plan says.
    expect((await planOf(reverted.body._id as string)).notRestored).toEqual([
      'The values of Size in Gear were removed with the field and are not restored.',
    ]);
    const back = await revert(reverted.body._id as string);
    expect([back.status, back.body.notRestored]).toEqual([
      200,
      ['The values of Size in Gear were removed with the field and are not restored.'],
    ]);
    expect(await read(first._id)).toMatchObject({ state: 'published', revertedBy: null });
    const { body } = await admin().post('/api/tools/search', { searchTerms: { name: 'Saw' } });
    expect(body.data[0].size).toBeUndefined();
  });

  it('restore a removed module, whose new records no later job removes', async () => {
    expect((await publish((await draft('Crates', [module('crates')]))._id)).status).toBe(200);
    expect((await admin().post('/api/crates', { name: 'Old' })).status).toBe(201);
    const removal = await draft('No crates', [{ kind: 'module', id: 'crates', definition: null }]);
    expect((await publish(removal._id)).body.code).toBe('values_in_use');
    expect((await publish(removal._id, { values: { crates: 'clear' } })).status).toBe(200);
    const back = await admin().post(`/api/change-sets/${removal._id}/revert`, {});
    expect([back.status, back.body.notRestored]).toEqual([200, ['Records of crates that were removed with the module are not restored.']]);
    const made = await admin().post('/api/crates', { name: 'New' });
    expect([made.status, made.body['error']]).toEqual([201, undefined]);
    await runJob(server(), 'muster/replace-removed-values');
    const saved = await admin().get(`/api/crates/${String(made.body['_id'])}`);
    expect([saved.status, saved.body['error']]).toEqual([200, undefined]);
  });

  it('are limited to 50 drafts of an admin', async () => {
    const email = 'third@muster.test';
    const person = { email, password: 'Third-pass1!', first_name: 'Tom', last_name: 'Third', userType: 'System Admin', roles: [] };
    expect((await admin().post('/api/users/register', person)).status).toBe(201);
    const third = await server().signIn(email, person.password);
    for (let count = 0; count < 50; count += 1) await draft(`Draft ${count}`, [], {}, third);
    expect((await third.post('/api/change-sets', { name: 'One more' })).body.code).toBe('change_sets_too_many');
  });
});
