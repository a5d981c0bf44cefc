import { beforeAll, expect, it } from 'vitest';
import { readMailFiles } from '../../engine/testing/mail-files.ts';
import type { ApiClient } from '../support/api-client.ts';
import { describeRules } from './each-store.ts';

const PASSWORD = 'Account-pass1!';

describeRules('Accounts of other users', (server) => {
  let admin: ApiClient;
  let id: string;
  const signIn = () => server().signIn('sam@muster.test', PASSWORD);
  const mailsTo = (email: string) => readMailFiles(server().application.configuration.dataFolder).filter(({ to }) => to.includes(email));
  const entries = async () =>
    (await admin.post('/api/audit-log/search', { searchTerms: { module: 'userAccounts', record_id: id } })).body.data as readonly {
      readonly field: string;
      readonly changed_by: string;
    }[];

  beforeAll(async () => {
    admin = server().admin;
    const person = { first_name: 'Sam', last_name: 'Session', userType: 'Standard', roles: ['role_keeper'] };
    const made = await admin.post('/api/users/register', { ...person, email: 'sam@muster.test', password: PASSWORD });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    id = made.body._id;
  });

  it('have sessions that a System Admin ends, with an entry in the audit log', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const { data } = (await admin.get(`/api/users/${id}/sessions`)).body;
    expect(data).toHaveLength(2);
    expect((await admin.delete(`/api/users/${id}/sessions/${data[0]._id}`)).body).toEqual({ success: true });
    expect((await admin.delete(`/api/users/${id}/sessions/${data[0]._id}`)).body.code).toBe('record_not_found');
    const statuses = [(await first.get('/api/tools')).status, (await second.get('/api/tools')).status];
    expect(statuses.sort()).toEqual([200, 401]);
    expect((await admin.delete(`/api/users/${id}/sessions`)).body).toEqual({ success: true });
    expect((await first.get('/api/tools')).status).toBe(401);
    expect((await second.get('/api/tools')).status).toBe(401);
    expect((await entries()).map(({ field }) => field).sort()).toEqual(['session', 'sessions']);
  });

  it('have API tokens that a System Admin sees and revokes', async () => {
    const sam = await signIn();
    const token = (await sam.post('/api/api-tokens', { name: 'Nightly', scopes: ['read'], password: PASSWORD })).body;
    const listed = (await admin.get(`/api/users/${id}/api-tokens`)).body;
    expect(listed).toMatchObject({ total: 1, data: [{ _id: token._id, name: 'Nightly' }] });
    expect(JSON.stringify(listed)).not.toContain(token.token);
    expect((await admin.delete(`/api/api-tokens/${token._id}`)).status).toBe(200);
    expect((await admin.get(`/api/users/${id}/api-tokens`)).body.total).toBe(0);
  });

  it('get an invite again, or a reset once they have a password', async () => {
    const made = await admin.post('/api/users/create', {
      email: 'ina@muster.test',
      first_name: 'Ina',
      last_name: 'Vited',
      userType: 'Standard',
    });
    const ina = made.body._id as string;
    expect((await admin.get(`/api/users/${ina}/account`)).body).toMatchObject({ hasPassword: false, impersonationRefused: null });
    expect((await admin.post(`/api/users/${ina}/send-password`)).body).toEqual({ success: true, purpose: 'invite' });
    expect(mailsTo('ina@muster.test')).toHaveLength(2);
    expect((await admin.post(`/api/users/${id}/send-password`)).body).toEqual({ success: true, purpose: 'reset' });
    const account = (await admin.get(`/api/users/${id}/account`)).body;
    expect(account.hasPassword).toBe(true);
    expect(Date.parse(account.temporaryPasswordUntil)).toBeGreaterThan(Date.now());
    expect((await entries()).some(({ field }) => field === 'temporaryPassword')).toBe(true);
    await admin.put(`/api/users/mark-user-inactive/${ina}`);
    expect((await admin.post(`/api/users/${ina}/send-password`)).body.code).toBe('account_inactive');
    const replies = [];
    for (let turn = 0; turn < 8; turn += 1) replies.push((await admin.post(`/api/users/${id}/send-password`)).body.code);
    expect(replies.at(-1)).toBe('too_many_requests');
  });

  it('are for System Admins alone, and of users who exist', async () => {
    const sam = await signIn();
    const paths = ['account', 'sessions', 'api-tokens'];
    for (const path of paths) {
      expect((await sam.get(`/api/users/${id}/${path}`)).body.code).toBe('admin_only');
      if (path !== 'api-tokens') expect((await admin.get(`/api/users/nobody/${path}`)).body.code).toBe('record_not_found');
    }
    expect((await sam.delete(`/api/users/${id}/sessions`)).body.code).toBe('admin_only');
    expect((await sam.post(`/api/users/${id}/send-password`)).body.code).toBe('admin_only');
    const adminId = (await admin.get('/api/users/user-session')).body.user._id as string;
    expect((await admin.get(`/api/users/${adminId}/account`)).body.impersonationRefused).toContain('lower user type');
  });
});
