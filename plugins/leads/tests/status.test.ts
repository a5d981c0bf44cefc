import { expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { createReplayEffects } from '../../../tests/support/replay-effects.ts';
import { leadOf } from './lead-fixtures.ts';

describePluginRules('The status of a lead', (server) => {
  const make = async (fields: object): Promise<{ readonly _id: string }> => {
    const { status, body } = await server().admin.post('/api/leads', { ...leadOf('Stella', 'Status'), ...fields });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const move = (id: string, fields: object) => server().admin.put(`/api/leads/${id}`, fields);

  it('stores the previous status with every change, and records when the lead leaves the active statuses', async () => {
    const { _id } = await make({});
    expect((await move(_id, { lead_status: 'screening' })).body).toMatchObject({ previous_status: 'new' });
    const left = (await move(_id, { lead_status: 'not_interested' })).body;
    expect(left).toMatchObject({ previous_status: 'screening', past_active: true });
    expect((await move(_id, { lead_status: 'future_opp' })).body).toMatchObject({ previous_status: 'not_interested', past_active: true });
    expect((await move(_id, { next_step: 'Call' })).body).toMatchObject({ previous_status: 'not_interested' });
  });

  it('does not set past active while the lead stays in the active statuses', async () => {
    const { _id } = await make({});
    expect((await move(_id, { lead_status: 'qualified' })).body.past_active ?? false).toBe(false);
  });

  it('placement_opps lists every missing field, and the same save succeeds once they are filled', async () => {
    const { _id } = await make({ new_grad: true });
    const refused = await move(_id, { lead_status: 'placement_opps' });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'placement_opps_incomplete',
      error: 'Available hours, Available from and New graduate until are required for placement opps',
    });
    expect(refused.body.details.map((detail: { field: string }) => detail.field)).toEqual([
      'available_hours',
      'availability_date',
      'new_grad_expiration',
    ]);
    expect((await server().admin.get(`/api/leads/${_id}`)).body.lead_status).toBe('new');
    const taken = await move(_id, {
      lead_status: 'placement_opps',
      available_hours: 30,
      availability_date: '2027-01-04',
      new_grad_expiration: '2027-06-30',
    });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect((await move(_id, { available_hours: null })).body.error).toBe('Available hours are required for placement opps');
    expect((await move(_id, { next_step: 'Submit' })).status).toBe(200);
  });

  it('placement_opps is rejected with the same code, text and fields by every endpoint that saves, and no data is saved', async () => {
    const { admin } = server();
    const [one, two] = [await make({}), await make({ available_hours: 30 })];
    const fields = { lead_status: 'placement_opps', next_step: 'Tried' };
    const text = 'Available hours and Available from are required for placement opps';
    const details = ['available_hours', 'availability_date'].map((field) => ({
      field,
      code: 'required',
      message: 'Required for placement opps.',
    }));
    const responses = [
      await move(one._id, fields),
      await admin.put(`/api/leads/update-certain-fields/${one._id}`, { fields }),
      await admin.put(`/api/generic-modules/${one._id}`, { moduleOptions: { name: 'leads' }, fields }),
      await admin.post('/api/leads/update-lead-status', { leadId: one._id, oldStatus: 'new', newStatus: 'placement_opps' }),
      await admin.post('/api/leads', { ...leadOf('Never', 'Placed'), ...fields }),
    ];
    for (const { status, body } of responses)
      expect([status, body.code, body.error, body.details]).toEqual([422, 'placement_opps_incomplete', text, details]);
    const many = await admin.put('/api/leads/update-certain-fields-array', { ids: [one._id, two._id], fields });
    expect(many.body).toMatchObject({
      updated: [],
      refused: [
        { _id: one._id, code: 'placement_opps_incomplete', error: text, details },
        {
          _id: two._id,
          code: 'placement_opps_incomplete',
          error: 'Available from are required for placement opps',
          details: details.slice(1),
        },
      ],
    });
    for (const made of [one, two]) {
      expect((await admin.get(`/api/leads/${made._id}`)).body).toEqual(made);
      expect((await admin.get(`/api/audit-log/get-record-changes-by-module/leads/${made._id}`)).body.total).toBe(1);
    }
    expect((await admin.post('/api/leads/search', { searchTerms: { last_name: 'Placed' } })).body.total).toBe(0);
  });

  it('placement_opps requires no graduation date unless the lead is a new graduate', async () => {
    const created = await server().admin.post('/api/leads', {
      ...leadOf('Nora', 'Nograd'),
      lead_status: 'placement_opps',
      available_hours: 20,
      availability_date: '2027-01-04',
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    expect((await server().admin.post('/api/leads', { ...leadOf('Nora', 'Nothing'), lead_status: 'placement_opps' })).status).toBe(422);
  });

  it('placement_opps is followed up once with a task, each time that the lead gets the status; an undo includes task and flag', async () => {
    const { admin, application } = server();
    const { _id } = await make({ available_hours: 30, availability_date: '2027-01-04' });
    const read = async () => {
      await application.outbox.drain();
      return (await admin.get(`/api/leads/${_id}`)).body;
    };
    const openTasks = async (): Promise<readonly { readonly _id: string }[]> =>
      (await admin.post('/api/tasks/search', { searchTerms: { related_record: { equals: { module: 'leads', id: _id } } } })).body.data;
    expect((await read()).placement_opp_automation_ran ?? false).toBe(false);
    const moved = await move(_id, { lead_status: 'placement_opps' });
    expect(await read()).toMatchObject({ placement_opp_automation_ran: true, previous_status: 'new' });
    expect(await openTasks()).toMatchObject([{ subject: 'Find placements: Stella Status', task_type: 'Follow up', status: 'Not Started' }]);
    await createReplayEffects(server)('leads', _id);
    expect((await read())._version).toBe(3);
    expect((await admin.post(`/api/batches/${moved.headers.get('x-batch-id')}/undo`, {})).body.left).toEqual([]);
    expect(await read()).toMatchObject({ lead_status: 'new' });
    expect([(await read()).placement_opp_automation_ran ?? false, await openTasks()]).toEqual([false, []]);

    await move(_id, { lead_status: 'placement_opps' });
    expect((await read()).placement_opp_automation_ran).toBe(true);
    const [task] = await openTasks();
    await admin.put(`/api/tasks/${task?._id}`, { status: 'Completed' });
    await move(_id, { lead_status: 'qualified' });
    expect((await read()).placement_opp_automation_ran).toBe(true);
    expect((await move(_id, { lead_status: 'placement_opps' })).body.placement_opp_automation_ran).toBe(false);
    expect((await read()).placement_opp_automation_ran).toBe(true);
    expect(await openTasks()).toHaveLength(2);
  });

  it('can be set with update-lead-status, which rejects a change if the current status is not the old one', async () => {
    const { _id } = await make({});
    const call = (body: object) => server().admin.post('/api/leads/update-lead-status', { leadId: _id, ...body });
    expect((await call({ oldStatus: 'new', newStatus: 'screening', changeSource: 'board' })).body).toMatchObject({
      lead_status: 'screening',
      previous_status: 'new',
    });
    const late = await call({ oldStatus: 'new', newStatus: 'qualified' });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'version_conflict', current: { lead_status: 'screening' } });
    expect((await call({ newStatus: 'nonsense' })).status).toBe(422);
    expect((await call({})).body.code).toBe('body_invalid');
    const audit = await server().admin.get(`/api/audit-log/get-record-changes-by-module/leads/${_id}`);
    expect(audit.body.data.map((entry: { changeSource: string }) => entry.changeSource)).toContain('board');
  });

  it('is set once per idempotency key by update-lead-status, for sequential and concurrent requests', async () => {
    const { _id } = await make({});
    const call = (newStatus = 'screening') =>
      server().admin.post(
        '/api/leads/update-lead-status',
        { leadId: _id, oldStatus: 'new', newStatus },
        { 'idempotency-key': `status-${_id}` },
      );
    const all = [...(await Promise.all([call(), call(), call()])), await call()];
    expect(
      all.map(({ status }) => status),
      JSON.stringify(all[1]?.body),
    ).toEqual([200, 200, 200, 200]);
    await move(_id, { lead_status: 'qualified' });
    const late = await call();
    expect(late.body).toEqual(all[0]?.body);
    expect(late.headers.get('x-batch-id')).toBe(all[0]?.headers.get('x-batch-id'));
    expect((await server().admin.get(`/api/leads/${_id}`)).body).toMatchObject({ lead_status: 'qualified', _version: 3 });
    expect((await call('not_interested')).body.code).toBe('idempotency_conflict');
  });

  it('is not repeated for an idempotency key to someone who may no longer see the lead', async () => {
    const recruiter = await createSignedInUser(server(), 'mover@muster.test');
    const { _id } = await make({});
    const call = () =>
      recruiter.post('/api/leads/update-lead-status', { leadId: _id, newStatus: 'screening' }, { 'idempotency-key': 'moved' });
    const first = await call();
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect((await call()).body).toEqual(first.body);
    await move(_id, { teams: [] });
    expect(await call()).toMatchObject({ status: 403, body: { code: 'result_not_repeatable' } });
    await move(_id, { teams: [GLOBAL_TEAM_ID] });
    expect((await call()).body).toEqual(first.body);
  });
});
