import { expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { createRecordHelpers, type CreatedRecord } from '../../../tests/support/record-helpers.ts';
import { leadOf, mail } from './lead-fixtures.ts';

const addresses = (lead: CreatedRecord): string[] =>
  (lead.email_addresses as { email_address: string }[]).map((entry) => entry.email_address);

describePluginRules('Merging leads', (server) => {
  const admin = (): ApiClient => server().admin;
  const { make, read } = createRecordHelpers(admin);

  it('moves values, e-mail addresses and references into the primary, and is undone as one batch', async () => {
    const primary = await make('/api/leads', {
      ...leadOf('Marguerite', 'Oyelaran-Hart'),
      ...mail('m.oyelaran@example.com'),
      lead_status: 'future_opp',
    });
    const extra = await make('/api/leads', {
      ...leadOf('M.', 'Oyelaran'),
      ...mail('marguerite.rn@example.org'),
      mobile_phone: '4045550136',
      license_number: 'RN-1',
      current_address: { street: '1 Oak', city: 'Atlanta', state: 'GA', zip: '30303' },
    });
    const activity = await make('/api/activities', {
      name: 'Called',
      activityType: 'Call',
      lead: extra._id,
      relatedRecord: { module: 'leads', id: extra._id },
      relatedRecords: [{ module: 'leads', id: extra._id }],
    });
    const merged = await admin().post('/api/merge/records', {
      _moduleName: 'leads',
      primaryId: primary._id,
      duplicateIds: [extra._id],
      fields: { lead_status: 'screening' },
    });
    expect(merged.status, JSON.stringify(merged.body)).toBe(200);
    expect(merged.body).toMatchObject({ success: true, merged: [extra._id] });

    const after = await read(`/api/leads/${primary._id}`);
    expect(after).toMatchObject({
      last_name: 'Oyelaran-Hart',
      lead_status: 'screening',
      previous_status: 'future_opp',
      mobile_phone: '4045550136',
      license_number: 'RN-1',
      createdAt: primary.createdAt,
      current_address: { city: 'Atlanta' },
    });
    expect(addresses(after)).toEqual(['m.oyelaran@example.com', 'marguerite.rn@example.org']);
    expect((after.email_addresses as { primary: boolean }[]).map((entry) => entry.primary)).toEqual([true, false]);
    expect((await read(`/api/leads/${extra._id}`)).deleted).toBe(true);
    expect(await read(`/api/activities/${activity._id}`)).toMatchObject({
      lead: primary._id,
      relatedRecord: { module: 'leads', id: primary._id },
      relatedRecords: [{ module: 'leads', id: primary._id }],
    });
    const recorded = await admin().post('/api/activities/search', { searchTerms: { lead: primary._id, activityType: 'Merge' } });
    expect(recorded.body.data).toMatchObject([{ name: 'Merged 1 duplicate', relatedRecord: { module: 'leads', id: primary._id } }]);

    const undone = await admin().post(`/api/batches/${merged.headers.get('x-batch-id')}/undo`, {});
    expect(undone.body.left, JSON.stringify(undone.body)).toEqual([]);
    const back = await read(`/api/leads/${primary._id}`);
    expect(back).toMatchObject({ lead_status: 'future_opp', last_name: 'Oyelaran-Hart' });
    expect(addresses(back)).toEqual(['m.oyelaran@example.com']);
    expect([back.mobile_phone ?? null, back.license_number ?? null]).toEqual([null, null]);
    expect(await read(`/api/leads/${extra._id}`)).toMatchObject({ deleted: false, mobile_phone: '4045550136' });
    expect(await read(`/api/activities/${activity._id}`)).toMatchObject({
      lead: extra._id,
      relatedRecord: { module: 'leads', id: extra._id },
    });
    expect((await admin().post('/api/activities/search', { searchTerms: { lead: primary._id, activityType: 'Merge' } })).body.total).toBe(
      0,
    );
  });

  it('merges the typed values of a new lead into a saved one without creating a record', async () => {
    const primary = await make('/api/leads', { ...leadOf('Only', 'One'), mobile_phone: '3125550101' });
    const before = (await admin().post('/api/leads/search', {})).body.total;
    const merged = await admin().post('/api/merge/records', {
      _moduleName: 'leads',
      primaryId: primary._id,
      duplicateIds: [],
      fields: { first_name: 'Onyx', license_state: 'GA' },
    });
    expect(merged.status, JSON.stringify(merged.body)).toBe(200);
    expect(await read(`/api/leads/${primary._id}`)).toMatchObject({ first_name: 'Onyx', license_state: 'GA', mobile_phone: '3125550101' });
    expect((await admin().post('/api/leads/search', {})).body.total).toBe(before);
  });

  it('that are marked as distinct or have equal values is not blocked by the duplicate check', async () => {
    const one = await make('/api/leads', { ...leadOf('Same', 'Sam'), mobile_phone: '3125550102' });
    const two = await make('/api/leads?duplicates=allow', {
      ...leadOf('Same', 'Sam'),
      mobile_phone: '3125550102',
      home_phone: '3125550103',
    });
    const third = await make('/api/leads', { ...leadOf('Third', 'Theo'), home_phone: '3125550104' });
    await admin().put(`/api/leads/${third._id}?duplicates=allow`, { home_phone: '3125550103' });
    const merged = await admin().post('/api/merge/records', { _moduleName: 'leads', primaryId: one._id, duplicateIds: [two._id] });
    expect(merged.status, JSON.stringify(merged.body)).toBe(200);
    expect(await read(`/api/leads/${one._id}`)).toMatchObject({ home_phone: '3125550103' });
  });

  it('rejects a lead as its own duplicate, invalid bodies, unknown leads and users without the delete right, and changes no data', async () => {
    const one = await make('/api/leads', { ...leadOf('Keep', 'Kay'), mobile_phone: '3125550111' });
    const two = await make('/api/leads', { ...leadOf('Keep', 'Kim'), mobile_phone: '3125550112' });
    const call = (body: unknown, client = admin()) =>
      client.post('/api/merge/records', Array.isArray(body) ? body : { _moduleName: 'leads', ...(body as object) });
    expect((await call({ primaryId: one._id, duplicateIds: [one._id] })).body.code).toBe('body_invalid');
    expect((await call({ primaryId: one._id })).body.code).toBe('body_invalid');
    expect((await call([])).body.code).toBe('body_invalid');
    expect((await call({ primaryId: one._id, duplicateIds: ['nobody'] })).status).toBe(404);
    expect((await call({ primaryId: one._id, duplicateIds: Array.from({ length: 21 }, (_, index) => `id-${index}`) })).body.code).toBe(
      'body_invalid',
    );
    const leads = { access: true, create: true, mass_update: false, export: false, view: 'All', edit: 'All', delete: 'None' };
    await make('/api/roles', { name: 'Keeper', module_access: { leads }, field_access: {} });
    const keeper = await createSignedInUser(server(), 'keeper@muster.test', ['Keeper']);
    expect((await call({ primaryId: one._id, duplicateIds: [two._id] }, keeper)).status).toBe(403);
    expect(await read(`/api/leads/${two._id}`)).toMatchObject({ deleted: false, _version: 1 });
    // Without a duplicate there is nothing to delete. The system creates the activity, regardless of the role's rights on activities.
    const alone = await call({ primaryId: one._id, duplicateIds: [], fields: { license_number: 'K-1' } }, keeper);
    expect(alone.status, JSON.stringify(alone.body)).toBe(200);
  });
});
