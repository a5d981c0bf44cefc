import { describe, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { CreatedRecord } from '../../../tests/support/record-helpers.ts';
import { hasProviderAccess } from '../shared/provider-access.ts';
import { createProviderFixtures } from './provider-fixtures.ts';

describe('Provider access', () => {
  it('requires both the status and the locker account', () => {
    for (const status of ['Active', 'PendingInactive'])
      expect([undefined, null, true, false].map((locker) => hasProviderAccess({ status, locker_account_enabled: locker }))).toEqual([
        true,
        true,
        true,
        false,
      ]);
    for (const locker of [undefined, true, false])
      expect(hasProviderAccess({ status: 'Inactive', locker_account_enabled: locker })).toBe(false);
  });
});

describePluginRules('The status of a provider', (server) => {
  const { must, make, read, makeUser, readUser, makeProvider, readProvider, change, changeMany, undo, hire, signIn } =
    createProviderFixtures(server);
  let leads = 0;
  const makeLead = (fields: object = {}): Promise<CreatedRecord> =>
    make('/api/leads', { first_name: 'Lee', last_name: `Ader ${(leads += 1)}`, lead_status: 'placed', ...fields });
  const readLead = (id: unknown): Promise<CreatedRecord> => read(`/api/leads/${String(id)}`);
  const withLead = async (fields: object = {}, lead: object = {}) =>
    makeProvider({ leads_providers: (await makeLead(lead))._id, ...fields });
  const withUser = async (fields: object = {}, user: object = {}) => {
    const made = await makeUser(user);
    return { user: made, provider: await makeProvider({ related_user: made._id, ...fields }) };
  };

  it("moves the lead to future opp when the provider leaves Active, with the lead's status history, by every endpoint", async () => {
    const updates = [
      (id: string, fields: object) => change(id, fields),
      (id: string, fields: object) => server().admin.put(`/api/providers/update-certain-fields/${id}`, { fields }),
      (id: string, fields: object) => server().admin.put(`/api/generic-modules/${id}`, { moduleOptions: { name: 'providers' }, fields }),
      (id: string, fields: object) => changeMany([id], fields),
    ];
    for (const [index, update] of updates.entries()) {
      const provider = await withLead({}, { lead_status: 'screening' });
      must(await update(provider._id, { status: index % 2 === 0 ? 'PendingInactive' : 'Inactive' }));
      expect(await readLead(provider['leads_providers'])).toMatchObject({
        lead_status: 'future_opp',
        previous_status: 'screening',
        past_active: true,
      });
    }
  });

  it('moves the lead only then, and leaves a lead unchanged that has this status already or is deleted', async () => {
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

  it('deactivates the user when it becomes Inactive and activates it again; a provider who is about to leave keeps access', async () => {
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

  it('comes with the session of its user, with the placements: at sign-in, in the shell and with the roles', async () => {
    const { provider, user } = await withUser({}, { roles: ['role_provider'] });
    const placement = await make('/api/placements', { name: 'Night shift', providers_placements: provider._id });
    await make('/api/placements', { name: 'Of another', providers_placements: (await makeProvider())._id });
    const own = {
      provider: expect.objectContaining({ _id: provider._id, related_user: user._id }),
      placements: [expect.objectContaining({ _id: placement._id, name: 'Night shift' })],
    };
    expect((await signIn(user['email'])).body.session).toEqual(own);
    const client = await server().signIn(String(user['email']), 'Prov-pass1!');
    for (const path of ['/api/users/user-session', `/api/users/${user._id}/complete-roles-info`, '/api/shell'])
      expect((await client.get(path)).body.session, path).toEqual(own);
    expect((await server().admin.get(`/api/users/${user._id}/complete-roles-info`)).body.session).toEqual(own);
    expect((await server().admin.get('/api/shell')).body.session).toEqual({});
    must(await server().admin.put(`/api/placements/mark-deleted/${placement._id}`, {}));
    expect((await client.get('/api/shell')).body.session.placements).toEqual([]);
  });

  it('and the locker account must both allow access', async () => {
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
    // A manual change of the user is kept until one of the two is switched.
    must(await server().admin.put(`/api/users/mark-user-inactive/${user._id}`, {}));
    expect(await after({ description: 'No switch' })).toBe(false);
    expect(await after({ locker_account_enabled: false })).toBe(false);
    expect(await after({ locker_account_enabled: null })).toBe(true);
  });

  it('does not deactivate staff users', async () => {
    for (const userType of ['System Admin', 'Admin', 'Standard', 'Dashboard']) {
      const { provider, user } = await withUser({}, { userType });
      must(await change(provider._id, { status: 'Inactive', locker_account_enabled: false }));
      expect(await readUser(user._id)).toMatchObject({ active: true, _version: 1 });
    }
  });

  it('is undone completely: the lead, its status history, and the user as it was', async () => {
    const { provider, user } = await withUser({ leads_providers: (await makeLead({ lead_status: 'screening' }))._id });
    const lead = await readLead(provider['leads_providers']);
    const moved = await change(provider._id, { status: 'Inactive' });
    expect(must(await undo(moved)).left).toEqual([]);
    expect(await readProvider(provider._id)).toMatchObject({ status: 'Active' });
    const again = await readLead(lead._id);
    expect([again['lead_status'], again['previous_status'], again['past_active'] ?? false]).toEqual([
      lead['lead_status'],
      lead['previous_status'],
      lead['past_active'] ?? false,
    ]);
    expect((await readUser(user._id))['active']).toBe(true);
    // A user that was inactive before is not activated by the undo.
    must(await server().admin.put(`/api/users/mark-user-inactive/${user._id}`, {}));
    const many = await changeMany([provider._id], { status: 'Inactive' });
    expect(must(await undo(many)).left).toEqual([]);
    expect((await readUser(user._id))['active']).toBe(false);
  });

  it('is changed with all these effects by a requester who can see neither users nor leads', async () => {
    const { id, client } = await hire();
    const { provider, user } = await withUser({ leads_providers: (await makeLead())._id });
    const moved = await client.put(`/api/providers/${provider._id}`, { status: 'Inactive' });
    must(moved);
    expect([(await readUser(user._id))['active'], (await readLead(provider['leads_providers']))['lead_status']]).toEqual([
      false,
      'future_opp',
    ]);
    for (const [module, record] of [
      ['users', user._id],
      ['leads', String(provider['leads_providers'])],
    ] as const) {
      const { data } = must(await server().admin.get(`/api/audit-log/get-record-changes-by-module/${module}/${record}`));
      expect(data).toContainEqual(
        expect.objectContaining({ changed_by: id, changed_through: 'providers', field: module === 'users' ? 'active' : 'lead_status' }),
      );
    }
    expect((await client.put(`/api/users/${user._id}`, { active: true })).status).toBe(403);
    must(await client.post(`/api/batches/${moved.headers.get('x-batch-id')}/undo`, {}));
    expect((await readUser(user._id))['active']).toBe(true);
  });
});
