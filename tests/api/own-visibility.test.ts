import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const PASSWORD = 'Own-visible-1!';

/** The values of a field in all records that a user sees in a module. */
async function list(client: ApiClient, path: string, field: string): Promise<readonly unknown[]> {
  const { status, body } = await client.post(`${path}/search`, { sortField: 'createdAt', sortOrder: 'asc' });
  expect(status, path).toBe(200);
  return (body.data as { readonly [name: string]: unknown }[]).map((record) => record[field]);
}

describe('Visibility of own records', () => {
  let server: TestServer;
  const make = async (path: string, fields: object, client: ApiClient = server.admin): Promise<string> => {
    const { status, body } = await client.post(path, fields);
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(201);
    return body._id as string;
  };
  const signUp = async (name: string, userType: string, role: string): Promise<{ readonly id: string; readonly client: ApiClient }> => {
    const email = `${name}@muster.test`;
    const { status, body } = await server.admin.post('/api/users/register', {
      email,
      password: PASSWORD,
      first_name: name,
      last_name: 'Person',
      userType,
      roles: [role],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return { id: body._id as string, client: await server.signIn(email, PASSWORD) };
  };
  beforeAll(async () => {
    server = await startServer({ store: 'sqlite' });
  });
  afterAll(() => server?.stop());

  it('a provider sees the checklist, items and messages for them, and none of another provider', async () => {
    const [mine, other] = [await signUp('placed', 'Provider', 'role_provider'), await signUp('elsewhere', 'Provider', 'role_provider')];
    const item: { [who: string]: string } = {};
    for (const [name, user] of [
      ['mine', mine.id],
      ['other', other.id],
    ] as const) {
      const provider = await make('/api/providers', { last_name: name, related_user: user });
      const record = await make('/api/credentialing', { providers_credentialing: provider, profession: 'School Psychologist' });
      item[name] = await make('/api/credentialing-required-items', {
        label: `License of ${name}`,
        relatedCredentialingRecord: record,
        order: 1,
      });
      await make('/api/credentialing-required-items', {
        label: `Background check of ${name}`,
        relatedCredentialingRecord: record,
        provider_assigned: false,
        order: 2,
      });
      const sent = await make('/api/interactive-document-instances', {
        name: `Agreement of ${name}`,
        relatedCredentialingRecordId: record,
      });
      await make('/api/interactive-document-instance-actions', {
        interactive_document_instance: sent,
        type: 'Signature Requested',
        description: name,
        ip_address: '10.0.0.1',
      });
      await make('/api/credentialing-required-item-messages', { required_item: item[name], message: `Please send both sides, ${name}` });
      await make('/api/credentialing-required-item-messages', { required_item: item[name], message: 'Looks altered', staff_only: true });
    }
    expect(await list(mine.client, '/api/credentialing', 'name')).toEqual(['mine – School Psychologist']);
    expect(await list(mine.client, '/api/credentialing-required-items', 'name')).toEqual(['License of mine']);
    expect(await list(mine.client, '/api/credentialing-required-item-messages', 'message')).toEqual(['Please send both sides, mine']);
    expect(await list(mine.client, '/api/interactive-document-instances', 'name')).toEqual(['Agreement of mine']);
    expect(await list(mine.client, '/api/interactive-document-instance-actions', 'description')).toEqual(['mine']);
    expect(await list(mine.client, '/api/interactive-document-instance-actions', 'ip_address')).toEqual([undefined]);

    expect((await mine.client.put(`/api/credentialing-required-items/${item['mine']}`, { status: 'Approved' })).status).toBe(403);
    expect((await mine.client.get(`/api/credentialing-required-items/${item['other']}`)).status).toBe(404);
  });

  it('a user sees their own mail account, e-mail folders and settings, by finders too, and never its password', async () => {
    const [priya, cole] = [await signUp('priya', 'Standard', 'role_recruiter'), await signUp('cole', 'Standard', 'role_recruiter')];
    const account = await make(
      '/api/gmail-accounts',
      { gmail_email_address: 'priya@example.com', gmail_password: 'app-password', user: priya.id, account_nickname: 'Recruiting' },
      priya.client,
    );
    await make('/api/email-folders', { name: 'Districts', user: priya.id, mail_account: account }, priya.client);
    await make('/api/email-settings', { user: priya.id, from_name: 'Priya' }, priya.client);
    const number = await make('/api/sms-settings', { user: priya.id, phone_number: '4045550123' }, priya.client);
    await make('/api/sms-signatures', { name: 'Short', signature: 'Priya', user: priya.id, sms_setting: number }, priya.client);
    const finders = [
      `/api/gmail-accounts/user-id/${priya.id}`,
      `/api/email-folders/user/${priya.id}`,
      `/api/sms-signatures/by-user/${priya.id}`,
      `/api/sms-signatures/by-setting/${number}`,
    ];
    for (const path of finders) {
      expect((await priya.client.get(path)).body, path).toMatchObject({ total: 1 });
      expect((await cole.client.get(path)).body, path).toMatchObject({ total: 0 });
    }
    for (const path of ['email-settings', 'sms-settings']) {
      expect((await priya.client.get(`/api/${path}/by-user/${priya.id}`)).body, path).toMatchObject({ user: priya.id });
      expect((await cole.client.get(`/api/${path}/by-user/${priya.id}`)).status, path).toBe(404);
      const second = await priya.client.post(`/api/${path}`, { user: priya.id, phone_number: '4045550124' });
      expect(second.status, path).toBeGreaterThanOrEqual(400);
    }
    const shown = (await priya.client.get(`/api/gmail-accounts/${account}`)).body;
    expect(shown).toMatchObject({ name: 'Recruiting' });
    expect(shown.gmail_password).not.toBe('app-password');
    expect((await cole.client.get(`/api/gmail-accounts/${account}`)).status).toBe(404);
  });

  it('a user sees the chat in which they take part', async () => {
    const [ann, ben, eve] = [
      await signUp('ann', 'Standard', 'role_recruiter'),
      await signUp('ben', 'Admin', 'role_manager'),
      await signUp('eve', 'Standard', 'role_recruiter'),
    ];
    await make('/api/muster-messages', { sentTo: ben.id, message: 'Is the district open tomorrow?' }, ann.client);
    await make('/api/muster-messages', { group_name: 'Gulf', groupUsersIds: [ann.id, eve.id], message: 'Stand-up at nine' }, eve.client);
    expect(await list(ann.client, '/api/muster-messages', 'message')).toEqual(['Is the district open tomorrow?', 'Stand-up at nine']);
    expect(await list(ben.client, '/api/muster-messages', 'message')).toEqual(['Is the district open tomorrow?']);
    expect(await list(eve.client, '/api/muster-messages', 'message')).toEqual(['Stand-up at nine']);
  });

  it('a recruiter sees the campaigns of a job and those that were sent to a lead', async () => {
    const { admin } = server;
    const job = await make('/api/jobs', { custom_job_title: 'School nurse, Mobile' });
    const lead = await make('/api/leads', { first_name: 'Ada', last_name: 'Reached' });
    await make('/api/campaigns', { name: 'Nurses in reach', jobs_campaigns: job, leads_campaigns: [lead] });
    await make('/api/campaigns', { name: 'Everyone' });
    for (const path of [`/api/campaigns/jobs/${job}/campaigns`, `/api/campaigns/leads/${lead}/campaigns`]) {
      expect((await admin.get(path)).body, path).toMatchObject({ total: 1, data: [{ name: 'Nurses in reach' }] });
    }
  });

  it('any user sees the record that an activity refers to', async () => {
    const { admin } = server;
    const message = await make('/api/messages', {
      messageType: 'Email',
      subject: 'Your license',
      message: 'Please send it',
      to: ['ada@example.com'],
      status: 'Sent',
    });
    const activity = await make('/api/activities', { name: 'Asked for the license', activityType: 'Email', email: message });
    const { body } = await admin.post(`/api/activities/with-relationships/${activity}`, {});
    expect(body).toMatchObject({ email: { _id: message, name: 'Your license' } });
  });
});
