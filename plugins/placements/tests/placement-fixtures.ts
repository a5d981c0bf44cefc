import { expect } from 'vitest';
import type { TestResponse, ApiClient } from '../../../tests/support/api-client.ts';
import { createRecordHelpers, type CreatedRecord } from '../../../tests/support/record-helpers.ts';
import { TEST_ADMIN, type TestServer } from '../../../tests/support/start-server.ts';

let made = 0;

/** Creates placements with their own providers, the requests that change them, and readers for the resulting tasks. */
export function createPlacementFixtures(server: () => TestServer) {
  let signedIn: ApiClient | undefined;
  const admin = (): ApiClient => signedIn ?? server().admin;
  /** A session lasts minutes: after the clock advances by days, the test signs in again. */
  const signInAgain = async (): Promise<void> => {
    signedIn = await server().signIn(TEST_ADMIN.email, TEST_ADMIN.password);
  };
  const { make, read } = createRecordHelpers(admin);
  const must = (response: TestResponse, status = 200): TestResponse['body'] => {
    expect(response.status, JSON.stringify(response.body)).toBe(status);
    return response.body;
  };
  const makeProvider = (fields: object = {}): Promise<CreatedRecord> => {
    made += 1;
    return make('/api/providers', { first_name: 'Pat', last_name: `Laced ${made}`, ...fields });
  };
  const makePlacement = async (fields: object = {}, provider: object = {}): Promise<CreatedRecord> => {
    made += 1;
    return make('/api/placements', { name: `Placement ${made}`, providers_placements: (await makeProvider(provider))._id, ...fields });
  };
  const readPlacement = (id: string): Promise<CreatedRecord> => read(`/api/placements/${id}`);
  const change = (id: string, fields: object, client = admin()): Promise<TestResponse> => client.put(`/api/placements/${id}`, fields);
  const changeMany = (ids: readonly string[], fields: object): Promise<TestResponse> =>
    admin().put('/api/placements/update-certain-fields-array', { ids, fields });
  /** Tasks about a record that are not deleted, of one type or of all, sorted by subject, after all effects have run. */
  const tasksAbout = async (module: string, id: string, type?: string): Promise<readonly CreatedRecord[]> => {
    await server().application.outbox.drain();
    return must(
      await admin().post('/api/tasks/search', {
        searchTerms: { related_record: { equals: { module, id } }, ...(type === undefined ? {} : { task_type: type }) },
        sortField: 'subject',
      }),
    ).data;
  };
  const tasksOf = (placement: CreatedRecord): Promise<readonly CreatedRecord[]> => tasksAbout('placements', placement._id);
  const payrollOf = (placement: CreatedRecord): Promise<readonly CreatedRecord[]> =>
    tasksAbout('providers', String(placement['providers_placements']), 'Payroll');
  const undo = async (response: TestResponse): Promise<TestResponse['body']> =>
    must(await admin().post(`/api/batches/${response.headers.get('x-batch-id')}/undo`, {}));
  return {
    admin,
    signInAgain,
    make,
    read,
    must,
    makeProvider,
    makePlacement,
    readPlacement,
    change,
    changeMany,
    tasksAbout,
    tasksOf,
    payrollOf,
    undo,
  };
}

/** A planned and confirmed start. */
export const CONFIRMED = { planned_start_date: '2027-04-05', confirmed_start_date: '2027-04-05' };
