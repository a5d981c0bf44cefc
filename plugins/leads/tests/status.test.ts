import { expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import { leadOf } from './lead-fixtures.ts';

describeOnEachStore('The status of a lead', (server) => {
  const make = async (fields: object): Promise<{ readonly _id: string }> => {
    const { status, body } = await server().admin.post('/api/leads', { ...leadOf('Stella', 'Status'), ...fields });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const move = (id: string, fields: object) => server().admin.put(`/api/leads/${id}`, fields);

  it('keeps the previous one at every change, and remembers leaving the active ones', async () => {
    const { _id } = await make({});
    expect((await move(_id, { lead_status: 'screening' })).body).toMatchObject({ previous_status: 'new' });
    const left = (await move(_id, { lead_status: 'not_interested' })).body;
    expect(left).toMatchObject({ previous_status: 'screening', past_active: true });
    expect((await move(_id, { lead_status: 'future_opp' })).body).toMatchObject({ previous_status: 'not_interested', past_active: true });
    expect((await move(_id, { next_step: 'Call' })).body).toMatchObject({ previous_status: 'not_interested' });
  });

  it('is not past active while it stays among the active ones', async () => {
    const { _id } = await make({});
    expect((await move(_id, { lead_status: 'qualified' })).body.past_active ?? false).toBe(false);
  });

  it('placement_opps lists every missing field, and takes the same save once they are there', async () => {
    const { _id } = await make({ new_grad: true });
    const refused = await move(_id, { lead_status: 'placement_opps' });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: 'placement_opps_incomplete', error: 'Available hours, Available from and New graduate until are required for placement opps' });
    expect(refused.body.details.map((detail: { field: string }) => detail.field)).toEqual(['available_hours', 'availability_date', 'new_grad_expiration']);
    expect((await server().admin.get(`/api/leads/${_id}`)).body.lead_status).toBe('new');
    const taken = await move(_id, { lead_status: 'placement_opps', available_hours: 30, availability_date: '2027-01-04', new_grad_expiration: '2027-06-30' });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect((await move(_id, { available_hours: null })).body.error).toBe('Available hours are required for placement opps');
    expect((await move(_id, { next_step: 'Submit' })).status).toBe(200);
  });

  it('of someone who is no new graduate needs no end of it', async () => {
    const created = await server().admin.post('/api/leads', { ...leadOf('Nora', 'Nograd'), lead_status: 'placement_opps', available_hours: 20, availability_date: '2027-01-04' });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    expect((await server().admin.post('/api/leads', { ...leadOf('Nora', 'Nothing'), lead_status: 'placement_opps' })).status).toBe(422);
  });

  it('goes through update-lead-status, which refuses a status that is no longer the old one', async () => {
    const { _id } = await make({});
    const call = (body: object) => server().admin.post('/api/leads/update-lead-status', { leadId: _id, ...body });
    expect((await call({ oldStatus: 'new', newStatus: 'screening', changeSource: 'board' })).body).toMatchObject({ lead_status: 'screening', previous_status: 'new' });
    const late = await call({ oldStatus: 'new', newStatus: 'qualified' });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'version_conflict', current: { lead_status: 'screening' } });
    expect((await call({ newStatus: 'nonsense' })).status).toBe(422);
    expect((await call({})).body.code).toBe('body_invalid');
    const audit = await server().admin.get(`/api/audit-log/get-record-changes-by-module/leads/${_id}`);
    expect(audit.body.data.map((entry: { changeSource: string }) => entry.changeSource)).toContain('board');
  });
}, {});
