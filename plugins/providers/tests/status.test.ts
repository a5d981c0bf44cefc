import { describe, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { CreatedRecord } from '../../../tests/support/record-helpers.ts';
import { hasProviderAccess } from '../shared/provider-access.ts';
import { createProviderFixtures } from './provider-fixtures.ts';

describe('Whether a provider may enter', () => {
  it('is for the status and the locker account to say, both', () => {
    for (const status of ['Active', 'PendingInactive']) expect([undefined, null, true, false].map((locker) => hasProviderAccess({ status, locker_account_enabled: locker }))).toEqual([true, true, true, false]);
    for (const locker of [undefined, true, false]) expect(hasProviderAccess({ status: 'Inactive', locker_account_enabled: locker })).toBe(false);
  });
});

describePluginRules('The status of a provider', (server) => {
  const { must, make, read, makeUser, readUser, makeProvider, readProvider, change, changeMany, undo, hire, signIn } = createProviderFixtures(server);
  let leads = 0;
  const makeLead = (fields: object = {}): Promise<CreatedRecord> => make('/api/leads', { first_name: 'Lee', last_name: `Ader ${(leads += 1)}`, lead_status: 'placed', ...fields });
  const readLead = (id: unknown): Promise<CreatedRecord> => read(`/api/leads/${String(id)}`);
  const withLead = async (fields: object = {}, lead: object = {}) => makeProvider({ leads_providers: (await makeLead(lead))._id, ...fields });
  const withUser = async (fields: object = {}, user: object = {}) => {
    const made = await makeUser(user);
    return { user: made, provider: await makeProvider({ related_user: made._id, ...fields }) };
  };

  it('moves the lead to future opp as it leaves Active, with what is kept of a lead, by every call', async () => {
    const updates = [
      (id: string, fields: object) => change(id, fields),
      (id: string, fields: object) => server().admin.put(`/api/providers/update-certain-fields/${id}`, { fields }),
      (id: string, fields: object) => server().admin.put(`/api/generic-modules/${id}`, { moduleOptions: { name: 'providers' }, fields }),
      (id: string, fields: object) => changeMany([id], fields),
    ];
    for (const [index, update] of updates.entries()) {
      const provider = await withLead({}, { lead_status: 'screening' });
      must(await update(provider._id, { status: index % 2 === 0 ? 'PendingInactive' : 'Inactive' }));
      expect(await readLead(provider['leads_providers'])).toMatchObject({ lead_status: 'future_opp', previous_status: 'screening', past_active: true });
    }
  });

  it('moves it then alone, and leaves one that is there already, or is gone, as it is', async () => {
    const provider = await withLead();
    must(await change(provider._id, { status: 'PendingInactive' }));
    must(await server().admin.put(`/api/leads/${String(provider['leads_providers'])}`, { lead_status: 'screening' }));
    for (const status of ['Inactive', 'PendingInactive', 'Active']) must(await change(provider._id, { status }));
    expect(await readLead(provider['leads_providers'])).toMatchObject({ lead_status: 'screening' });
    const already = await withLead({}, { lead_status: 'future_opp' });
    must(await change(already._id, { status: 'Inactive' }));
    expect((await readLead(already['leads_providers']))['_version']).toBe(1);
    const born = await withLead({ status: 'Inactive' });
    expect(await readLead(born['leads_providers'])).toMatchObject({ lead_status: 'placed' });
    const orphan = await withLead();
    must(await server().admin.put(`/api/leads/mark-deleted/${String(orphan['leads_providers'])}`, {}));
    must(await change(orphan._id, { status: 'Inactive' }));
    expect(await readProvider(orphan._id)).toMatchObject({ status: 'Inactive' });
  });

  it('closes the user\'s account as it becomes Inactive, and opens it again; who is about to leave still comes in', async () => {
    const { provider, user } = await withUser();
    const active = async () => (await readUser(user._id))['active'];
    must(await change(provider._id, { status: 'PendingInactive' }));
    expect([await active(), (await signIn(user['email'])).status]).toEqual([true, 200]);
    const client = await server().signIn(String(user['email']), 'Prov-pass1!');
    must(await change(provider._id, { status: 'Inactive' }));
    expect(await active()).toBe(false);
    expect([(await client.get('/api/users/user-session')).status, (await signIn(user['email'])).status]).toEqual([401, 422]);
    must(await change(provider._id, { status: 'Active' }));
    expect([await active(), (await signIn(user['email'])).status]).toEqual([true, 200]);
  });

  it('and the locker account are two switches in a row', async () => {
    const { provider, user } = await withUser();
    const after = async (fields: object) => {
      must(await changeMany([provider._id], fields));
      return (await readUser(user._id))['active'];
    };
    expect(await after({ locker_account_enabled: true })).toBe(true);
    expect(await after({ locker_account_enabled: false })).toBe(false);
    expect(await after({ status: 'Inactive' })).toBe(false);
    expect(await after({ status: 'Active' })).toBe(false);
    expect(await after({ status: 'Inactive', locker_account_enabled: true })).toBe(false);
    expect(await after({ status: 'PendingInactive' })).toBe(true);
    // What an admin says of the user stands until one of the two is switched.
    must(await server().admin.put(`/api/users/mark-user-inactive/${user._id}`, {}));
    expect(await after({ description: 'No switch' })).toBe(false);
    expect(await after({ locker_account_enabled: false })).toBe(false);
    expect(await after({ locker_account_enabled: null })).toBe(true);
  });

  it('closes no account of staff', async () => {
    for (const userType of ['System Admin', 'Admin', 'Standard', 'Dashboard']) {
      const { provider, user } = await withUser({}, { userType });
      must(await change(provider._id, { status: 'Inactive', locker_account_enabled: false }));
      expect(await readUser(user._id)).toMatchObject({ active: true, _version: 1 });
    }
  });

  it('goes back whole when it is undone: the lead, what is kept of it, and the account as it was', async () => {
    const { provider, user } = await withUser({ leads_providers: (await makeLead({ lead_status: 'screening' }))._id });
    const lead = await readLead(provider['leads_providers']);
    const moved = await change(provider._id, { status: 'Inactive' });
    expect(must(await undo(moved)).left).toEqual([]);
    expect(await readProvider(provider._id)).toMatchObject({ status: 'Active' });
    const again = await readLead(lead._id);
    expect([again['lead_status'], again['previous_status'], again['past_active'] ?? false]).toEqual([lead['lead_status'], lead['previous_status'], lead['past_active'] ?? false]);
    expect((await readUser(user._id))['active']).toBe(true);
    // An account that was closed before is not opened by going back.
    must(await server().admin.put(`/api/users/mark-user-inactive/${user._id}`, {}));
    const many = await changeMany([provider._id], { status: 'Inactive' });
    expect(must(await undo(many)).left).toEqual([]);
    expect((await readUser(user._id))['active']).toBe(false);
  });

  it('is changed with all of this by who may work providers and see neither users nor leads', async () => {
    const { id, client } = await hire();
    const { provider, user } = await withUser({ leads_providers: (await makeLead())._id });
    const moved = await client.put(`/api/providers/${provider._id}`, { status: 'Inactive' });
    must(moved);
    expect([(await readUser(user._id))['active'], (await readLead(provider['leads_providers']))['lead_status']]).toEqual([false, 'future_opp']);
    for (const [module, record] of [['users', user._id], ['leads', String(provider['leads_providers'])]] as const) {
      const { data } = must(await server().admin.get(`/api/audit-log/get-record-changes-by-module/${module}/${record}`));
      expect(data).toContainEqual(expect.objectContaining({ changed_by: id, changed_through: 'providers', field: module === 'users' ? 'active' : 'lead_status' }));
    }
    expect((await client.put(`/api/users/${user._id}`, { active: true })).status).toBe(403);
    must(await client.post(`/api/batches/${moved.headers.get('x-batch-id')}/undo`, {}));
    expect((await readUser(user._id))['active']).toBe(true);
  });
});
