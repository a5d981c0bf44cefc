import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { describeRules } from './each-store.ts';

describeRules('The definition endpoints', (server) => {
  let keeper: ApiClient;
  const admin = () => server().admin;

  beforeAll(async () => {
    const made = await admin().post('/api/users/register', {
      email: 'keeper@muster.test',
      password: 'Keeper-pass1!',
      first_name: 'Kay',
      last_name: 'Keeper',
      userType: 'Standard',
      roles: ['role_keeper'],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(JSON.stringify(made.body)).not.toMatch(/password|hash|argon/i);
    keeper = await server().signIn('keeper@muster.test', 'Keeper-pass1!');
  });

  it('show a module with the rights of the requester', async () => {
    const own = (await keeper.get('/api/ss-modules/by-name/tools')).body;
    const names = own.fields.map((field: { fieldName: string }) => field.fieldName);
    expect(names).toContain('weight');
    expect(names).not.toContain('cost');
    expect(own.fields.find((field: { fieldName: string }) => field.fieldName === 'serial').rights).toEqual({ read: 'all', write: 'none' });
    const typesOf = Object.fromEntries(own.fields.map((field: { fieldName: string; type: object }) => [field.fieldName, field.type]));
    expect(typesOf).toMatchObject({
      weight: { inputType: 'Number', schemaType: 'Number' },
      state: { inputType: 'Dropdown', schemaType: 'Object' },
      bought: { inputType: 'Date', schemaType: 'Date' },
      manual: { inputType: 'Url', schemaType: 'String' },
    });
    expect(own.rights).toEqual({
      access: true,
      create: true,
      mass_update: true,
      export: true,
      assign_any_team: false,
      view: 'All',
      edit: 'All',
      delete: 'All',
    });
    expect(own.definition).toBeUndefined();
    expect(own.dropdowns.tool_state.options).toHaveLength(3);
    expect(Object.keys(own.layouts).sort()).toEqual([
      'basic-search',
      'detail',
      'edit',
      'grid',
      'mass-update',
      'popup-listview',
      'popup-search',
      'preview-panel',
      'quick-create',
    ]);
    expect(JSON.stringify(own.layouts)).not.toContain('"cost"');
    expect(own.relations).toContainEqual(expect.objectContaining({ name: 'makers_tools', direction: 'forward', modules: ['makers'] }));
    const all = (await admin().get('/api/ss-modules/by-name/tools')).body;
    expect(all.definition.name).toBe('tools');
    expect(all.fields.map((field: { fieldName: string }) => field.fieldName)).toContain('cost');
    expect((await keeper.get(`/api/ss-modules/${own._id}`)).body).toEqual(own);
    expect((await keeper.get('/api/ss-modules/by-name/nothing')).status).toBe(404);
    const closed = await admin().post('/api/ss-modules', { name: 'presses', label: 'Presses', fields: [] });
    expect((await keeper.get('/api/ss-modules/by-name/presses')).body).toMatchObject({ code: 'module_access_denied' });
    expect((await admin().delete(`/api/ss-modules/${closed.body._id}`)).body).toMatchObject({ success: true });
  });

  it('list the modules that the requester may access, in full and as summaries', async () => {
    for (const path of ['', '/list', '/shallow', '/shallow-modules', '/report-models']) {
      const { status, body } = await keeper.get(`/api/ss-modules${path}`);
      expect(status).toBe(200);
      expect(body.data.map((module: { name: string }) => module.name).sort()).toEqual(['makers', 'tools']);
    }
    expect((await keeper.post('/api/ss-modules/search', { search: 'tool' })).body.data).toMatchObject([{ name: 'tools' }]);
    const { _id } = (await keeper.get('/api/ss-modules/by-name/tools')).body;
    expect((await keeper.get(`/api/ss-modules/${_id}/related-modules`)).body.data.map((module: { name: string }) => module.name)).toContain(
      'makers',
    );
    expect(
      (await keeper.get(`/api/ss-modules/${_id}/relationships`)).body.data.map((relation: { name: string }) => relation.name),
    ).toContain('makers_tools');
    expect((await keeper.get('/api/layouts/tools')).body.total).toBe(9);
    expect((await keeper.get(`/api/layouts/module/${_id}`)).body.total).toBe(9);
  });

  it('create a module whose endpoints work at once, update it, and remove it', async () => {
    expect((await keeper.post('/api/ss-modules/create', { name: 'benches', label: 'Benches' })).body.code).toBe('admin_only');
    const made = await admin().post('/api/ss-modules/create', {
      name: 'benches',
      label: 'Benches',
      labelSingular: 'Bench',
      fields: [{ fieldName: 'length', label: 'Length', inputType: 'Number' }],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const bench = await admin().post('/api/benches', { name: 'Oak', length: 180 });
    expect(bench.status).toBe(201);
    expect((await keeper.get('/api/benches')).status).toBe(403);
    const definition = made.body.definition;
    const changed = await admin().put(`/api/ss-modules/${made.body._id}`, {
      fields: [...definition.fields, { fieldName: 'wood', label: 'Wood', inputType: 'TextField' }],
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect((await admin().put(`/api/benches/${bench.body._id}`, { wood: 'oak' })).body).toMatchObject({ wood: 'oak', length: 180 });
    expect((await admin().post('/api/benches/search', { searchTerms: { wood: 'OAK' } })).body.total).toBe(1);
    const document = (await admin().get('/api/openapi.json')).body;
    expect(document.components.schemas['benches.record'].properties).toHaveProperty('wood');
    expect((await admin().delete(`/api/ss-modules/${made.body._id}?values=clear`)).body).toMatchObject({ success: true });
    expect((await admin().get('/api/benches')).status).toBe(404);
  });

  it('return a search in pages of ten like every search, and a list whole', async () => {
    for (const base of ['dropdowns', 'layouts', 'ss-modules', 'roles', 'admin-settings']) {
      const listed = (await admin().get(`/api/${base}`)).body;
      expect(listed.data.length, base).toBe(listed.total);
      for (const path of ['search', 'dataSourceSearch']) {
        const first = (await admin().post(`/api/${base}/${path}`, {})).body;
        expect(first, base).toMatchObject({ total: listed.total, pageNumber: 0, pageSize: 10 });
        expect(first.data.length, base).toBe(Math.min(10, listed.total));
      }
    }
    const ids = async (pageNumber: number): Promise<string[]> =>
      (await admin().post('/api/layouts/search', { pageNumber, idsOnly: true })).body.data;
    expect(new Set([...(await ids(0)), ...(await ids(1))]).size).toBeGreaterThan(10);
    expect((await admin().get('/api/layouts?pageSize=3&pageNumber=1')).body).toMatchObject({
      pageNumber: 1,
      pageSize: 3,
      data: { length: 3 },
    });
  });

  it('refuse a module with the path of a fixed endpoint', async () => {
    const modules = (await admin().get('/api/ss-modules')).body.data.map(({ path }: { path: string }) => path);
    const bases = new Set(server().servedRoutes.flatMap((call) => /^\S+ (\/api\/[a-z-]+)(\/|$)/.exec(call)?.[1] ?? []));
    const fixed = [...bases].filter((base) => !modules.includes(base));
    expect(fixed).toContain('/api/shell');
    for (const path of fixed)
      expect(
        (await admin().post('/api/ss-modules/create', { name: 'squatters', label: 'Squatters', path })).body.details,
        path,
      ).toMatchObject([{ field: '/path' }]);
  });

  it('refuse an invalid definition with every problem, and change nothing', async () => {
    const before = (await admin().get('/api/shell')).body.definitionsVersion;
    const { status, body } = await admin().post('/api/ss-modules/create', {
      name: '1 bad',
      label: '',
      fields: [{ fieldName: 'Bad', label: 'x', inputType: 'Nothing' }],
    });
    expect([status, body.code]).toEqual([422, 'definition_invalid']);
    expect(body.details.length).toBeGreaterThan(1);
    expect((await admin().post('/api/dropdowns', { name: 'x', options: [{ label: 'A' }] })).body.code).toBe('definition_invalid');
    expect((await admin().get('/api/shell')).body.definitionsVersion).toBe(before);
    expect((await admin().delete('/api/dropdowns/dropdown_tool_state')).body.code).toBe('definition_in_use');
  });

  it('create, update, find and remove dropdowns', async () => {
    const made = await admin().post('/api/dropdowns/create', { name: 'grain', options: [{ label: 'Fine', value: 'fine' }] });
    expect(made.status).toBe(201);
    expect((await keeper.get(`/api/dropdowns/${made.body._id}`)).body).toMatchObject({ name: 'grain' });
    expect((await keeper.post('/api/dropdowns/get-by-name', { name: 'grain' })).body._id).toBe(made.body._id);
    expect((await keeper.post('/api/dropdowns/search', { searchTerms: { name: 'GRAIN' } })).body).toMatchObject({ total: 1 });
    expect((await keeper.put(`/api/dropdowns/${made.body._id}`, { options: [] })).status).toBe(403);
    const changed = await admin().put(`/api/dropdowns/${made.body._id}`, {
      options: [{ label: 'Coarse', value: 'coarse' }],
      _warnings: [],
    });
    expect(changed.body).toMatchObject({ name: 'grain', options: [{ value: 'coarse' }] });
    expect((await admin().delete(`/api/dropdowns/${made.body._id}`)).body.success).toBe(true);
    expect((await keeper.get(`/api/dropdowns/${made.body._id}`)).status).toBe(404);
    for (const input of [{ searchTerms: { nothing: 1 } }, { sortField: 'nothing' }, { fields: ['name', 'nothing'] }])
      for (const path of ['/api/dropdowns/search', '/api/roles/search']) {
        const { status, body } = await admin().post(path, input);
        expect([status, body.code, body.details[0]?.field], `${path} ${JSON.stringify(input)}`).toEqual([422, 'unknown_field', 'nothing']);
      }
    const operator = await keeper.post('/api/dropdowns/search', { searchTerms: { name: { sounds: 'like' } } });
    expect(operator.body.code).toBe('filter_invalid');
  });

  it('exempt the users of a setting from the idle warning, by id or e-mail', async () => {
    const own = async () => (await keeper.get('/api/shell')).body.user;
    const { _id: userId, email, disableTimeout } = await own();
    expect(disableTimeout).toBe(false);
    const { _id } = (await admin().get('/api/admin-settings/by-key/idle_exempt_users')).body;
    for (const [setting, exempt] of [
      [['somebody-else', email.toUpperCase()], true],
      [[userId], true],
      [['somebody-else'], false],
    ] as const) {
      expect((await admin().put('/api/admin-settings/update', { _id, setting })).status).toBe(200);
      expect((await own()).disableTimeout).toBe(exempt);
    }
    expect((await admin().put('/api/admin-settings/update', { _id, setting: 'everyone' })).body.code).toBe('definition_invalid');
    expect((await own()).disableTimeout).toBe(false);
  });

  it('exempt the users of the types of a setting from the idle warning', async () => {
    const isExempt = async () => (await keeper.get('/api/shell')).body.user.disableTimeout;
    const { _id, setting } = (await admin().get('/api/admin-settings/by-key/idle_exempt_user_types')).body;
    expect([setting, await isExempt()]).toEqual([[], false]);
    for (const [types, exempt] of [
      [['Admin'], false],
      [['Admin', 'Standard'], true],
      [[], false],
    ] as const) {
      expect((await admin().put('/api/admin-settings/update', { _id, setting: types })).status).toBe(200);
      expect(await isExempt()).toBe(exempt);
    }
    expect((await admin().put('/api/admin-settings/update', { _id, setting: 'Standard' })).body.code).toBe('definition_invalid');
  });

  it('create and remove a setting', async () => {
    const setting = { name: 'Opening hours', key: 'opening_hours', section: 'general-settings', setting: ['9-5'] };
    const made = await admin().post('/api/admin-settings/create', setting);
    expect(made.status).toBe(201);
    expect((await admin().get('/api/admin-settings/by-key/opening_hours')).body).toMatchObject(setting);
    expect((await admin().delete(`/api/admin-settings/${made.body._id}`)).status).toBe(200);
    expect((await admin().get('/api/admin-settings/by-key/opening_hours')).status).toBe(404);
  });

  it('restrict settings to System Admins, except for the public ones', async () => {
    expect((await server().anonymous.get('/api/public-settings')).body.settings).toMatchObject({ motto: 'Measure twice' });
    expect(JSON.stringify((await server().anonymous.get('/api/public-settings')).body)).not.toContain('hidden_number');
    expect((await keeper.get('/api/admin-settings/by-key/motto')).body.setting).toBe('Measure twice');
    expect((await keeper.get('/api/admin-settings/by-key/hidden_number')).status).toBe(404);
    expect((await admin().get('/api/admin-settings/by-key/hidden_number')).body.setting).toBe(42);
    const { _id } = (await admin().get('/api/admin-settings/by-key/hidden_number')).body;
    expect((await admin().put('/api/admin-settings/update', { _id, setting: 43 })).body.setting).toBe(43);
    expect((await keeper.put(`/api/admin-settings/${_id}`, { setting: 1 })).status).toBe(403);
    expect((await keeper.post('/api/admin-settings/empty-cache')).status).toBe(403);
    expect((await admin().post('/api/admin-settings/empty-cache')).body).toEqual({ success: true });
    expect((await admin().get('/api/admin-settings/by-key/hidden_number')).body.setting).toBe(43);
  });

  it('apply a change of a role to the next request', async () => {
    expect((await keeper.get('/api/roles')).body.data.find((role: { _id: string }) => role._id === 'role_keeper')).toEqual({
      _id: 'role_keeper',
      name: 'Keeper',
    });
    const role = (await admin().get('/api/roles/role_keeper')).body;
    const tool = (await admin().post('/api/tools', { name: 'Costly', cost: 5 })).body;
    expect((await keeper.get(`/api/tools/${tool._id}`)).body).not.toHaveProperty('cost');
    expect((await keeper.put('/api/roles/role_keeper', { field_access: {} })).status).toBe(403);
    expect((await admin().put('/api/roles/role_keeper', { field_access: {} })).status).toBe(200);
    expect((await keeper.get(`/api/tools/${tool._id}`)).body.cost).toBe(5);
    await admin().put('/api/roles/role_keeper', { field_access: role.field_access });
    expect((await keeper.get(`/api/tools/${tool._id}`)).body).not.toHaveProperty('cost');
    expect((await admin().delete('/api/roles/role_keeper')).body.code).toBe('definition_in_use');
    const enabled = await admin().post('/api/roles/create', {
      name: 'Enabled',
      module_access: { tools: { access: 'Enabled', export: 'Enabled', view: 'All' } },
    });
    expect(enabled.body.module_access).toEqual({ tools: { access: true, export: true, view: 'All' } });
    expect((await admin().put('/api/roles/delete-forever/by-array', { ids: [enabled.body._id] })).body).toMatchObject({
      success: true,
      deleted: [enabled.body._id],
    });
    expect((await admin().get(`/api/roles/${enabled.body._id}`)).status).toBe(404);
    const made = await admin().post('/api/roles/create', { name: 'Passing' });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect((await admin().put(`/api/roles/mark-deleted/${made.body._id}`)).body.success).toBe(true);
  });

  it('rename a label in the layouts and remove a field from them', async () => {
    const moduleId = (await admin().get('/api/ss-modules/by-name/makers')).body._id;
    const labelOf = (view: { layouts: object }) =>
      JSON.stringify(view.layouts)
        .match(/"fieldName":"website","label":"([^"]+)"|"label":"([^"]+)","fieldName":"website"/)
        ?.slice(1)
        .find(Boolean);
    const renamed = await admin().post('/api/ss-modules/update/moduleLayoutLabels', {
      moduleId,
      originalField: { fieldName: 'website' },
      newField: { label: 'Home page' },
    });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    expect(labelOf(renamed.body)).toBe('Home page');
    const removed = await admin().post('/api/ss-modules/remove/moduleLayoutField', { moduleId, field: { fieldName: 'website' } });
    expect(JSON.stringify(removed.body.layouts)).not.toContain('"website"');
    expect((await keeper.post('/api/ss-modules/remove/moduleLayoutField', { moduleId, field: 'name' })).status).toBe(403);
    for (const path of ['rebuild-models', 'trigger-pm2-restart', 'remove/redisById/x']) {
      expect((await admin().get(`/api/ss-modules/${path}`)).body.success).toBe(true);
      expect((await keeper.get(`/api/ss-modules/${path}`)).status).toBe(403);
    }
  });

  it('return the e-mail addresses of records as entries of their own', async () => {
    const maker = (
      await keeper.post('/api/makers', {
        name: 'Mailers',
        emails: [{ email_address: 'first@mailers.test', primary: true }, { email_address: 'second@mailers.test' }],
      })
    ).body;
    const record = (await keeper.post('/api/email-addresses/get-emails-for-record', { module: 'makers', record: maker._id })).body;
    expect(record.data.map((entry: { email_address: string; primary: boolean }) => [entry.email_address, entry.primary])).toEqual([
      ['first@mailers.test', true],
      ['second@mailers.test', false],
    ]);
    expect(
      (await keeper.post('/api/email-addresses/search', { searchTerms: { email_address: 'SECOND@mailers.test' } })).body,
    ).toMatchObject({ total: 1, data: [{ record: maker._id, module: 'makers' }] });
    expect((await keeper.get(`/api/email-addresses/${record.data[0]._id}`)).body).toEqual(record.data[0]);
    const updated = await keeper.post('/api/email-addresses/update-email-addresses', {
      module: 'makers',
      record: maker,
      emailAddresses: [{ ...record.data[1], primary: true }],
    });
    expect(updated.body).toMatchObject({ success: true, data: [{ email_address: 'second@mailers.test', primary: true }] });
    expect((await keeper.get(`/api/makers/${maker._id}`)).body.emails).toHaveLength(1);
    expect((await keeper.post('/api/email-addresses/get-emails-for-record', { module: 'clients', record: 'x' })).status).toBe(404);
  });

  it('write the addresses of a person to email_addresses, where the module has that field', async () => {
    const module = await admin().post('/api/ss-modules', { name: 'callers', label: 'Callers', labelSingular: 'Caller', kind: 'person' });
    const update = async (emailAddresses: readonly object[], more: object = {}) => {
      const { _id } = (await admin().post('/api/callers', { last_name: 'Lee' })).body;
      const body = { module: 'callers', record: _id, emailAddresses, ...more };
      expect((await admin().post('/api/email-addresses/update-email-addresses', body)).status).toBe(200);
      const { email = [], email_addresses = [] } = (await admin().get(`/api/callers/${_id}`)).body;
      return [email.length, email_addresses.length];
    };
    const one = { email_address: 'lee@callers.test' };
    expect(await update([one])).toEqual([1, 0]);
    const field = { fieldName: 'email_addresses', label: 'Addresses', inputType: 'EmailAddress' };
    expect((await admin().put(`/api/ss-modules/${module.body._id}`, { fields: [field] })).status).toBe(200);
    expect(await update([one])).toEqual([0, 1]);
    expect(await update([one], { field: 'email' })).toEqual([1, 0]);
    expect((await admin().delete(`/api/ss-modules/${module.body._id}?values=clear`)).status).toBe(200);
  });

  it('explain what is allowed and why, for other users only to a System Admin', async () => {
    const tool = (await admin().post('/api/tools', { name: 'Explained' })).body;
    const own = (await keeper.get(`/api/access/explain?module=tools&id=${tool._id}&action=edit`)).body;
    expect(own.allowed).toBe(true);
    expect(own.reasons.length).toBeGreaterThan(0);
    const field = (await keeper.get(`/api/access/explain?module=tools&id=${tool._id}&field=serial&action=edit`)).body;
    expect(field.allowed).toBe(false);
    expect(field.reasons.at(-1).text).toBe('No role lets you change Serial number.');
    const users = (await admin().post('/api/users/search', { searchTerms: { email: 'keeper@muster.test' } })).body.data;
    const ofOther = (await admin().get(`/api/access/explain?module=tools&id=${tool._id}&field=serial&action=edit&user=${users[0]._id}`))
      .body;
    expect(ofOther.reasons.at(-1).text).toBe(`No role lets ${users[0].name} change Serial number.`);
    expect((await admin().get(`/api/access/explain?module=tools&id=${tool._id}&action=edit&user=${users[0]._id}`)).body.allowed).toBe(true);
    expect((await keeper.get(`/api/access/explain?module=tools&user=${tool._id}`)).status).toBe(403);
    expect((await keeper.get('/api/access/explain?module=tools&action=fly')).status).toBe(422);
    expect((await keeper.get('/api/access/explain')).status).toBe(422);
  });

  it('return the data of the application shell in one request', async () => {
    const { body } = await keeper.get('/api/shell');
    expect(body.user).toMatchObject({ email: 'keeper@muster.test', userType: 'Standard' });
    expect(body.roles).toEqual([{ _id: 'role_keeper', name: 'Keeper' }]);
    expect(body.modules.map((module: { name: string }) => module.name).sort()).toEqual(['makers', 'tools']);
    expect(body.settings).toMatchObject({ motto: 'Measure twice' });
    expect(body.settings).not.toHaveProperty('hidden_number');
  });
});
