import { expect } from 'vitest';
import type { TestResponse, ApiClient } from '../../../tests/support/api-client.ts';
import { createRecordHelpers, type CreatedRecord } from '../../../tests/support/record-helpers.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import { TEST_ADMIN, type TestServer } from '../../../tests/support/start-server.ts';

let made = 0;

/** Creates jobs and the requests that change them. */
export function createJobFixtures(server: () => TestServer) {
  let renewed: { readonly of: TestServer; readonly client: ApiClient } | undefined;
  const admin = (): ApiClient => (renewed?.of === server() ? renewed.client : server().admin);
  /** Signs the admin in again: the session expires when the test clock advances by days. */
  const renew = async (): Promise<void> => {
    const of = server();
    renewed = { of, client: await of.signIn(TEST_ADMIN.email, TEST_ADMIN.password) };
  };
  const { make, read } = createRecordHelpers(admin);
  const must = (response: TestResponse, status = 200): TestResponse['body'] => {
    expect(response.status, JSON.stringify(response.body)).toBe(status);
    return response.body;
  };
  /** A title that no other job has. */
  const title = (): string => {
    made += 1;
    return `School nurse ${made}`;
  };
  /** Creates a job. Its effects have run when this resolves: they save the record once more. */
  const create = async (fields: object): Promise<TestResponse> => {
    const response = await admin().post('/api/jobs', fields);
    await server().application.outbox.drain();
    return response;
  };
  const readJob = (id: string): Promise<CreatedRecord> => read(`/api/jobs/${id}`);
  /** Creates a job, and returns it as it is after its effects. */
  const makeJob = async (fields: object = {}): Promise<CreatedRecord> =>
    readJob(must(await create({ custom_job_title: title(), zip: '30030', ...fields }), 201)._id);
  const move = (id: string, fields: object): Promise<TestResponse> => admin().put(`/api/jobs/${id}`, fields);
  const moveMany = (ids: readonly string[], fields: object): Promise<TestResponse> =>
    admin().put('/api/jobs/update-certain-fields-array', { ids, fields });
  const undo = (response: TestResponse): Promise<TestResponse> =>
    admin().post(`/api/batches/${response.headers.get('x-batch-id')}/undo`, {});
  const find = async (searchTerms: object): Promise<readonly CreatedRecord[]> =>
    must(await admin().post('/api/jobs/search', { searchTerms, pageSize: 1000 })).data;
  const setSetting = createSetSetting(server);
  /** Creates a user with a role that has only these module rights. */
  const hire = async (email: string, role: object): Promise<ApiClient> => {
    const { _id } = await make('/api/roles', { name: email, field_access: {}, ...role });
    await make('/api/users/register', {
      first_name: 'Jo',
      last_name: 'Bber',
      email,
      password: 'Job-pass1!',
      userType: 'Standard',
      roles: [_id],
      active: true,
    });
    return server().signIn(email, 'Job-pass1!');
  };
  return { must, admin, renew, make, title, create, makeJob, readJob, move, moveMany, undo, find, setSetting, hire };
}
