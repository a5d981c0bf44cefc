import { expect } from 'vitest';
import type { TestResponse, ApiClient } from '../../../tests/support/api-client.ts';
import { readMailFiles } from '../../../engine/testing/mail-files.ts';
import { createRecordHelpers, type CreatedRecord } from '../../../tests/support/record-helpers.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import type { TestServer } from '../../../tests/support/start-server.ts';

const PASSWORD = 'Prov-pass1!';
let made = 0;

/** E-mail addresses of a provider, the primary one first. */
export function mailboxes(...emails: readonly string[]): readonly object[] {
  return emails.map((email_address, index) => ({ email_address, primary: index === 0, opt_out: false, invalid_email: false }));
}

/** Creates providers with their own leads and users, and the requests that change them. */
export function createProviderFixtures(server: () => TestServer) {
  const admin = (): ApiClient => server().admin;
  const { make, read } = createRecordHelpers(admin);
  const newEmail = (): string => `pat.${(made += 1)}@provider.test`;
  const must = (response: TestResponse, status = 200): TestResponse['body'] => {
    expect(response.status, JSON.stringify(response.body)).toBe(status);
    return response.body;
  };
  const makeUser = (fields: object = {}): Promise<CreatedRecord> =>
    make('/api/users/register', {
      first_name: 'Pat',
      last_name: `User ${(made += 1)}`,
      email: newEmail(),
      password: PASSWORD,
      userType: 'Provider',
      roles: [],
      active: true,
      ...fields,
    });
  const readUser = (id: unknown): Promise<CreatedRecord> => read(`/api/users/${String(id)}`);
  const makeProvider = (fields: object = {}): Promise<CreatedRecord> =>
    make('/api/providers', { first_name: 'Pat', last_name: `Vider ${(made += 1)}`, provider_type: 'W2', ...fields });
  const readProvider = (id: string): Promise<CreatedRecord> => read(`/api/providers/${id}`);
  const change = (id: string, fields: object): Promise<TestResponse> => admin().put(`/api/providers/${id}`, fields);
  const changeMany = (ids: readonly string[], fields: object): Promise<TestResponse> =>
    admin().put('/api/providers/update-certain-fields-array', { ids, fields });
  const list = async (module: string, searchTerms: object): Promise<readonly CreatedRecord[]> =>
    must(await admin().post(`/api/${module}/search`, { searchTerms })).data;
  const settle = () => server().application.outbox.drain();
  /** Tasks about a provider, after all effects of its saves have run. */
  const tasksOf = async (provider: string): Promise<readonly CreatedRecord[]> => {
    await settle();
    return [...(await list('tasks', { related_record: { equals: { module: 'providers', id: provider } } }))].sort((a, b) =>
      String(a['subject']).localeCompare(String(b['subject'])),
    );
  };
  /** Mails to an address, oldest first, after all effects have run. */
  const mailsTo = async (email: string): Promise<readonly string[]> => {
    await settle();
    return readMailFiles(server().application.configuration.dataFolder)
      .filter(({ to }) => to.includes(email))
      .map(({ text }) => text);
  };
  const undo = (response: TestResponse) => admin().post(`/api/batches/${response.headers.get('x-batch-id')}/undo`, {});
  const setSetting = createSetSetting(server);
  /** Creates a user who can edit providers but has no access to users, leads and tasks, unless `access` grants it. */
  const hire = async (
    access: object = {},
    permissions: readonly string[] = [],
  ): Promise<{ readonly id: string; readonly client: ApiClient }> => {
    const email = newEmail();
    const providers = { access: true, create: true, mass_update: true, export: false, view: 'All', edit: 'All', delete: 'None' };
    const role = await make('/api/roles', { name: email, module_access: { providers, ...access }, field_access: {}, permissions });
    const { _id: id } = await makeUser({ email, userType: 'Standard', roles: [role._id] });
    return { id, client: await server().signIn(email, PASSWORD) };
  };
  const signIn = (email: unknown) => server().anonymous.post('/api/users/login', { email, password: PASSWORD });
  return {
    must,
    make,
    read,
    newEmail,
    makeUser,
    readUser,
    makeProvider,
    readProvider,
    change,
    changeMany,
    list,
    tasksOf,
    mailsTo,
    settle,
    undo,
    setSetting,
    hire,
    signIn,
  };
}
