import { expect } from 'vitest';
import type { TestResponse, ApiClient } from '../../../tests/support/api-client.ts';
import { createRecordHelpers, type CreatedRecord } from '../../../tests/support/record-helpers.ts';
import { createRefusalChecks } from '../../../tests/support/refused-saves.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import type { TestServer } from '../../../tests/support/start-server.ts';

let made = 0;

/** Creates subs with their own leads, jobs and accounts, and the requests that change them. */
export function createSubFixtures(server: () => TestServer) {
  const admin = (): ApiClient => server().admin;
  const { make, read } = createRecordHelpers(admin);
  const must = (response: TestResponse, status = 200): TestResponse['body'] => {
    expect(response.status, JSON.stringify(response.body)).toBe(status);
    return response.body;
  };
  /** Creates the related records of a new sub. */
  const parts = async ({
    lead = {},
    account = {},
    job = {},
  }: {
    readonly lead?: object;
    readonly account?: object;
    readonly job?: object;
  } = {}) => {
    made += 1;
    const accounts_subs = (await make('/api/accounts', { name: `School ${made}`, ...account }))._id;
    const jobs_subs = (
      await make('/api/jobs', {
        custom_job_title: `Job ${made}`,
        zip: '30030',
        job_status: 'Submit Candidates',
        accounts_jobs: accounts_subs,
        ...job,
      })
    )._id;
    const leads_subs = (await make('/api/leads', { first_name: 'Sub', last_name: `Mitted ${made}`, ...lead }))._id;
    return { leads_subs, accounts_subs, jobs_subs };
  };
  const makeSub = async (fields: object = {}, of: Parameters<typeof parts>[0] = {}): Promise<CreatedRecord> =>
    make('/api/subs', { ...(await parts(of)), ...fields });
  const readSub = (id: string): Promise<CreatedRecord> => read(`/api/subs/${id}`);
  const move = (id: string, fields: object): Promise<TestResponse> => admin().put(`/api/subs/${id}`, fields);
  const moveMany = (ids: readonly string[], fields: object): Promise<TestResponse> =>
    admin().put('/api/subs/update-certain-fields-array', { ids, fields });
  const list = async (module: string, searchTerms: object): Promise<readonly CreatedRecord[]> =>
    must(await admin().post(`/api/${module}/search`, { searchTerms })).data;
  const activitiesOf = (sub: string) => list('activities', { sub });
  /** Tasks about a sub, after all effects of its saves have run. */
  const tasksOf = async (sub: string): Promise<readonly CreatedRecord[]> => {
    await server().application.outbox.drain();
    return list('tasks', { related_record: { equals: { module: 'subs', id: sub } } });
  };
  const undo = (response: TestResponse) => admin().post(`/api/batches/${response.headers.get('x-batch-id')}/undo`, {});
  const setSetting = createSetSetting(server);
  const saves = createRefusalChecks(server, { path: '/api/subs', module: 'subs' });
  const expectRefused = (id: string, fields: object, code: string, error: string): Promise<void> =>
    saves.expectRefused(id, fields, { code, error });
  return {
    must,
    make,
    read,
    parts,
    makeSub,
    readSub,
    move,
    moveMany,
    list,
    activitiesOf,
    tasksOf,
    undo,
    setSetting,
    expectRefused,
    expectNotCreated: saves.expectNotCreated,
  };
}
