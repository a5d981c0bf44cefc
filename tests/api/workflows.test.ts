import { beforeAll, expect, it } from 'vitest';
import type { ChangeSetPlan, ChangeSetView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { describeOnEachStore } from './each-store.ts';

const SENDING = { alertType: 'email', sourceType: 'normal' };

describeOnEachStore('Workflows', (server) => {
  let keeper: ApiClient;
  const admin = () => server().admin;
  const must = async (request: Promise<TestResponse>, status = 200): Promise<TestResponse['body']> => {
    const response = await request;
    expect(response.status, JSON.stringify(response.body)).toBe(status);
    return response.body;
  };
  const make = (fields: JsonObject, path = 'workflows') => must(admin().post(`/api/${path}`, fields), 201);
  const remove = (id: string) => must(admin().delete(`/api/workflows/${id}`));
  const detailsOf = async (request: Promise<TestResponse>): Promise<readonly string[]> => {
    const { details } = await must(request, 422);
    return (details as readonly { field: string; message: string }[]).map(({ field, message }) => `${field}: ${message}`);
  };

  beforeAll(async () => {
    const person = { email: 'kay@workflows.test', password: 'Keeper-pass1!', first_name: 'Kay', last_name: 'Kay' };
    await must(admin().post('/api/users/register', { ...person, userType: 'Standard', roles: ['role_keeper'] }), 201);
    keeper = await server().signIn(person.email, person.password);
  });

  it('have the calls and the fields of the specification', async () => {
    const specified = {
      name: 'Oil',
      module: 'tools',
      weight: 5,
      description: 'Oil it.',
      appliesTo: 'update',
      processingOrder: 'alerts-first',
    };
    const made = await make(specified);
    expect(made).toMatchObject({ ...specified, executionOccurs: 'save', active: false, _id: expect.any(String) as string });
    expect(await must(admin().get(`/api/workflows/${made._id}`))).toEqual(made);
    const changed = await must(admin().put(`/api/workflows/${made._id}`, { active: true, appliesTo: 'both', description: null }));
    expect([changed.active, changed.appliesTo, 'description' in changed]).toEqual([true, 'both', false]);
    expect(await make({ name: 'Later', module: 'tools', executionOccurs: 'time' })).toMatchObject({
      executionOccurs: 'time',
      time: { field: 'createdAt', offset: { amount: 1, unit: 'days' } },
    });
    expect((await must(admin().get('/api/workflows'))).data.map(({ name }: JsonObject) => name)).toEqual(['Oil', 'Later']);
    for (const one of (await must(admin().get('/api/workflows/list'))).data) await remove(one._id);
    expect((await admin().get(`/api/workflows/${made._id}`)).status).toBe(404);
  });

  it('are searched by pages of ten, the names descending', async () => {
    for (let number = 10; number < 22; number += 1) await make({ name: `Flow ${number}`, module: 'tools', weight: number });
    for (const call of ['search', 'paged-search']) {
      const page = await must(admin().post(`/api/workflows/${call}`, {}));
      expect([page.total, page.pageNumber, page.pageSize, page.data.length, page.data[0].name]).toEqual([12, 0, 10, 10, 'Flow 21']);
      const next = await must(
        admin().post(`/api/workflows/${call}`, { pageNumber: 1, pageSize: 5, sortField: 'weight', sortOrder: 'asc' }),
      );
      expect(next.data.map(({ weight }: JsonObject) => weight)).toEqual([15, 16, 17, 18, 19]);
      expect((await must(admin().post(`/api/workflows/${call}`, { selectAll: true }))).data).toHaveLength(12);
      const found = await must(admin().post(`/api/workflows/${call}`, { searchTerms: { name: { contains: 'flow 1' } } }));
      expect(found.total).toBe(10);
      expect((await admin().post(`/api/workflows/${call}`, { sortOrder: 'up' })).status).toBe(422);
    }
    for (const one of (await must(admin().get('/api/workflows'))).data) await remove(one._id);
  });

  it('are those of System Admins alone', async () => {
    const { _id } = await make({ name: 'Closed', module: 'tools' });
    const base = '/api/workflows';
    const calls = [
      keeper.get(base),
      keeper.get(`${base}/${_id}`),
      keeper.post(`${base}/search`, {}),
      keeper.post(`${base}/paged-search`, {}),
      keeper.post(base, { name: 'Mine', module: 'tools' }),
      keeper.put(`${base}/${_id}`, { active: true }),
      keeper.delete(`${base}/${_id}`),
      ...['actions', 'alerts', 'conditions'].flatMap((part) => [
        keeper.get(`/api/workflow-${part}`),
        keeper.post(`/api/workflow-${part}/search`, {}),
        keeper.post(`/api/workflow-${part}`, { workflow: _id }),
        keeper.delete(`/api/workflow-${part}/by-workflow/${_id}`),
      ]),
    ];
    for (const { status, body } of await Promise.all(calls)) expect([status, body.code]).toEqual([403, 'admin_only']);
    expect((await server().anonymous.get(base)).status).toBe(401);
    await remove(_id);
  });

  it('are refused with the place of each problem', async () => {
    expect(await detailsOf(admin().post('/api/workflows', { name: 'None' }))).toEqual(['/: The property module is missing.']);
    expect(await detailsOf(admin().post('/api/workflows', { name: 'None', module: 'toolz' }))).toEqual([
      '/module: There is no module toolz.',
    ]);
    const conditions = [{ id: 'c', type: 'changes-to', field: 'state', to: 'lost' }];
    expect(await detailsOf(admin().post('/api/workflows', { name: 'Lost', module: 'tools', conditions }))).toEqual([
      expect.stringMatching(/^\/conditions\/0\/to: "lost" is no value of state: .*new, in_use, broken/u),
    ]);
    expect((await must(admin().post('/api/workflows', { module: 'tools' }), 422)).code).toBe('body_invalid');
  });

  it('have actions, alerts and conditions with calls of their own', async () => {
    const { _id: workflow } = await make({ name: 'Parts', module: 'tools' });
    const first = await make(
      { workflow, action_type: '1', field_values: { state: 'broken' }, date_field: 'bought', date_amount: 2, date_unit: 'weeks' },
      'workflow-actions',
    );
    expect(first).toMatchObject({ workflow, action_type: '1', field_values: { state: 'broken' }, date_field: 'bought', order: 0 });
    const second = await make(
      { workflow, name: 'Rename', action_type: '2', target_module: 'makers', field_values: { name: 'Acme' }, order: 0 },
      'workflow-actions',
    );
    expect(second).toMatchObject({ name: 'Rename', action_type: '2', target_module: 'makers', relation: 'makers_tools', order: 0 });
    const third = await make(
      { workflow, action_type: '3', target_module: 'makers', field_values: { name: 'New' }, assign_to_owner: true },
      'workflow-actions',
    );
    expect(third).toMatchObject({ action_type: '3', assign_to_owner: true, order: 2 });
    const alert = await make(
      {
        workflow,
        name: 'Tell',
        ...SENDING,
        subject: 'Hi',
        variable_module: 'makers',
        variable_field: 'name',
        variable: '{{m}}',
        message: 'By {{m}}',
      },
      'workflow-alerts',
    );
    expect(alert).toMatchObject({
      ...SENDING,
      name: 'Tell',
      message: 'By {{ makers_tools.name }}',
      variable: '{{ makers_tools.name }}',
      send_to_owner: true,
    });
    const condition = await make({ workflow, condition_type: '1', field: 'state', to_value: 'broken' }, 'workflow-conditions');
    await make({ workflow, condition_type: '5', relatedModule: 'makers', field: 'name', value: 'Acme' }, 'workflow-conditions');
    const whole = await must(admin().get(`/api/workflows/${workflow}`));
    expect(whole).toMatchObject({
      actions: [
        { type: 'update-related' },
        { type: 'update-record' },
        { type: 'create-record', values: { assigned_to: { user: 'owner' } } },
      ],
      alerts: [{ message: 'By {{ makers_tools.name }}', recipients: [{ owner: true }] }],
      conditions: [
        { type: 'changes-to', to: 'broken' },
        { type: 'related-contains', relation: 'makers_tools' },
      ],
    });
    expect((await must(admin().get('/api/workflow-actions'))).total).toBe(3);
    expect((await must(admin().get(`/api/workflow-actions/${second._id}`))).name).toBe('Rename');
    const found = await must(admin().post('/api/workflow-actions/search', { searchTerms: { action_type: '3' } }));
    expect(found.data.map(({ _id }: JsonObject) => _id)).toEqual([third._id]);
    const changed = await must(
      admin().put(`/api/workflow-actions/${first._id}`, { field_values: { weight: 4 }, date_field: null, order: 2 }),
    );
    expect([changed.field_values, 'date_field' in changed, changed.order]).toEqual([{ weight: 4 }, false, 2]);
    expect(await must(admin().put('/api/workflow-alerts/update', { _id: alert._id, subject: 'Hello' }))).toMatchObject({
      subject: 'Hello',
      name: 'Tell',
    });
    expect(await must(admin().put(`/api/workflow-conditions/${condition._id}`, { to_value: 'new' }))).toMatchObject({
      field: 'state',
      to_value: 'new',
    });
    expect(await must(admin().delete(`/api/workflow-actions/${third._id}`))).toEqual({ success: true, deleted: [third._id], refused: [] });
    expect((await must(admin().delete(`/api/workflow-actions/by-workflow/${workflow}`))).deleted.sort()).toEqual(
      [first._id, second._id].sort(),
    );
    expect((await must(admin().get('/api/workflow-actions'))).total).toBe(0);
    await remove(workflow);
    expect((await must(admin().get('/api/workflow-conditions'))).total).toBe(0);
  });

  it('refuse parts with wrong properties, and those of workflows that do not exist', async () => {
    const { _id: workflow } = await make({ name: 'Wrong', module: 'tools' });
    const post = (part: string, fields: JsonObject) => admin().post(`/api/workflow-${part}`, { workflow, ...fields });
    expect(await detailsOf(post('actions', { action_type: '9', field_values: { state: 'new' } }))).toEqual([
      'action_type: it is 1, 2 or 3',
    ]);
    expect(await detailsOf(post('actions', { action_type: '2', target_module: 'users', field_values: { first_name: 'A' } }))).toEqual([
      expect.stringContaining('users'),
    ]);
    expect(await detailsOf(post('actions', { field_values: { state: 'lost' } }))).toEqual([
      expect.stringContaining('/actions/0/values/state/value'),
    ]);
    expect(await detailsOf(post('alerts', { sourceType: 'normal' }))).toEqual(['alertType: it is invite or email']);
    expect(await detailsOf(post('alerts', { ...SENDING, colour: 'red' }))).toEqual(['colour: there is no such property']);
    expect(await detailsOf(admin().post('/api/workflow-conditions', { condition_type: '2' }))).toEqual(['workflow: it is required']);
    expect((await admin().post('/api/workflow-conditions', { workflow: 'nothing', condition_type: '2' })).body.code).toBe(
      'definition_not_found',
    );
    for (const call of [
      admin().get('/api/workflow-alerts/no.thing'),
      admin().put('/api/workflow-alerts/no.thing', { name: 'x' }),
      admin().delete('/api/workflow-alerts/no.thing'),
    ])
      expect((await call).status).toBe(404);
    await remove(workflow);
  });

  it('show what the flat form cannot say, and refuse to change it there', async () => {
    const actions = [{ id: 'pause', type: 'wait', for: { amount: 2, unit: 'hours' } }];
    const conditions = [{ id: 'rule', type: 'rule', rule: { '>': [{ var: 'record.weight' }, 5] } }];
    const { _id: workflow } = await make({ name: 'Rich', module: 'tools', actions, conditions });
    const { data } = await must(admin().get('/api/workflow-actions'));
    expect(data).toMatchObject([{ action_type: null, step_type: 'wait', read_only: true, step: actions[0] }]);
    const refused = await must(admin().put(`/api/workflow-actions/${data[0]._id}`, { name: 'Other' }), 409);
    expect([refused.code, refused.error]).toEqual([
      'workflow_part_read_only',
      'This part of the workflow Rich cannot be changed here: it is a step of the type wait. Change the workflow itself.',
    ]);
    expect((await admin().put(`/api/workflow-conditions/${workflow}.rule`, { condition_type: '2' })).body.code).toBe(
      'workflow_part_read_only',
    );
    expect(await must(admin().get(`/api/workflows/${workflow}`))).toMatchObject({ actions, conditions });
    await must(admin().delete(`/api/workflow-actions/${data[0]._id}`));
    await remove(workflow);
  });

  it('lose nothing when two admins add parts at the same time, and add one once for an idempotency key', async () => {
    const { _id: workflow } = await make({ name: 'Together', module: 'tools' });
    await Promise.all(['state', 'weight', 'bought'].map((field) => make({ workflow, condition_type: '3', field }, 'workflow-conditions')));
    const once = () => admin().post('/api/workflow-conditions', { workflow, condition_type: '2' }, { 'idempotency-key': 'once' });
    const [one, again] = [await must(once(), 201), await must(once(), 201)];
    expect(again).toEqual(one);
    expect((await must(admin().get('/api/workflow-conditions'))).total).toBe(4);
    await remove(workflow);
  });

  it('are drafted, planned, published and reverted with change-sets', async () => {
    const id = 'workflow_drafted';
    const definition = {
      id,
      name: 'Drafted',
      module: 'tools',
      executionOccurs: 'save',
      active: true,
      conditions: [{ id: 'c', type: 'field-changes', field: 'state' }],
    };
    const edit = (set: ChangeSetView, changed: object) =>
      must(
        admin().put(`/api/change-sets/${set._id}/changes`, { changes: [{ kind: 'workflow', id, definition: changed }] }),
      ) as Promise<ChangeSetView>;
    const created = (await must(admin().post('/api/change-sets', { name: 'Flows' }), 201)) as ChangeSetView;
    const wrong = await edit(created, { ...definition, module: 'toolz' });
    expect(wrong.problems.map(({ path, cause, change }) => [path, cause, change?.id])).toEqual([
      ['/module', 'There is no module toolz.', id],
    ]);
    const fixed = await edit(created, definition);
    expect([fixed.problems, fixed.changes.map(({ artifact, action }) => [artifact, action])]).toEqual([
      [],
      [['workflow/Drafted', 'added']],
    ]);
    expect((await admin().get(`/api/workflows/${id}`)).status).toBe(404);
    await must(admin().post(`/api/change-sets/${created._id}/publish`, {}));
    expect(await must(admin().get(`/api/workflows/${id}`))).toMatchObject({ name: 'Drafted', active: true });
    expect(
      server()
        .application.registry.current()
        .workflows.of('tools')
        .map(({ name }) => name),
    ).toEqual(['Drafted']);

    const second = (await must(admin().post('/api/change-sets', { name: 'Off' }), 201)) as ChangeSetView;
    await edit(second, { ...definition, active: false, weight: 3 });
    const plan = (await must(admin().post(`/api/change-sets/${second._id}/plan`, {}))) as ChangeSetPlan;
    expect(plan.problems).toEqual([]);
    expect(plan.changes[0]?.differences.map(({ text }) => text)).toEqual([
      expect.stringMatching(/active.*(true|Yes).*(false|No)/iu),
      expect.stringMatching(/weight.*3/iu),
    ]);
    await must(admin().post(`/api/change-sets/${second._id}/publish`, {}));
    expect(server().application.registry.current().workflows.of('tools')).toEqual([]);
    await must(admin().post(`/api/change-sets/${second._id}/revert`, {}));
    expect(await must(admin().get(`/api/workflows/${id}`))).toMatchObject({ active: true });

    const overview = await must(admin().get('/api/definitions?kind=workflow'));
    expect(overview.data).toMatchObject([
      {
        artifact: 'workflow/Drafted',
        origin: 'admin',
        workflow: {
          ...{ module: 'tools', executionOccurs: 'save', active: true, problem: null, lastRunAt: null },
          updatedAt: expect.any(String) as string,
        },
      },
    ]);
    const plain = await must(admin().get('/api/definitions/dropdown/dropdown_tool_state'));
    expect(plain.workflow).toBeNull();
  });

  it('are named in the plan that removes what they use', async () => {
    const fields = [...(server().application.registry.definitions().module.get('tools')?.fields ?? [])];
    const tools = server().application.registry.definitions().module.get('tools');
    const planOf = async (changes: readonly object[]): Promise<ChangeSetPlan> => {
      const { _id } = await must(admin().post('/api/change-sets', { name: 'Removal' }), 201);
      await must(admin().put(`/api/change-sets/${_id}/changes`, { changes }));
      const plan = (await must(admin().post(`/api/change-sets/${_id}/plan`, {}))) as ChangeSetPlan;
      await must(admin().delete(`/api/change-sets/${_id}`));
      return plan;
    };
    const without = await planOf([
      { kind: 'module', id: 'tools', definition: { ...tools, fields: fields.filter(({ fieldName }) => fieldName !== 'hotline') } },
    ]);
    expect(without.problems).toEqual([]);
    await must(admin().put('/api/workflows/workflow_drafted', { conditions: [{ id: 'c', type: 'field-changes', field: 'hotline' }] }));
    const broken = await planOf([
      { kind: 'module', id: 'tools', definition: { ...tools, fields: fields.filter(({ fieldName }) => fieldName !== 'hotline') } },
    ]);
    expect(broken.problems.map(({ file, cause }) => `${file}: ${cause}`)).toEqual([
      'workflow/Drafted: There is no field hotline in tools.',
    ]);
    expect(broken.references).toContainEqual({ target: 'field/tools.hotline', from: 'workflow/Drafted', path: '/conditions/0/field' });
    const deleted = await planOf([{ kind: 'module', id: 'tools', definition: null }]);
    expect(deleted.problems.map(({ file }) => file)).toContain('workflow/Drafted');
    await remove('workflow_drafted');
  });
});
