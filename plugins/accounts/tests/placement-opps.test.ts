import { expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { TestResponse, ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { createRecordHelpers } from '../../../tests/support/record-helpers.ts';
import { at } from './account-fixtures.ts';

const NURSE = 'School Nurse, RN';
const THERAPIST = 'Occupational Therapist';

describePluginRules('The placement opps search', (server) => {
  const { make } = createRecordHelpers(() => server().admin);
  const search = (body: object = {}, client: ApiClient = server().admin): Promise<TestResponse> =>
    client.post('/api/accounts/placement-opps-search', body);
  const found = async (body: object = {}): Promise<unknown> => {
    const response = await search(body);
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return (response.body.data as { name: string; open_jobs: number }[]).map(({ name, open_jobs }) => [name, open_jobs]);
  };
  const hasJobs = async (name: string, place: object, jobs: readonly (readonly [status: string, profession: string])[]): Promise<void> => {
    const { _id } = await make('/api/accounts', { name, ...place });
    for (const [index, [job_status, profession]] of jobs.entries())
      await make('/api/jobs', { custom_job_title: `${name} ${index}`, zip: '30030', job_status, profession, accounts_jobs: _id });
  };

  it('returns the accounts with open jobs and their number, by profession or lead', async () => {
    await hasJobs('Alder School', at('Decatur', 'GA', '30030'), [
      ['Accepting Applications', NURSE],
      ['Submit Candidates', NURSE],
      ['Interviewing', THERAPIST],
      ['On Hold', NURSE],
    ]);
    await hasJobs('Birch School', at('Erie', 'PA', '16501'), [['Submit Candidates', THERAPIST]]);
    await hasJobs('Cedar School', at('Erie', 'PA', '16502'), [
      ['Closed - Lost', NURSE],
      ['Draft', NURSE],
    ]);
    expect(await found()).toEqual([
      ['Alder School', 3],
      ['Birch School', 1],
    ]);
    expect(await found({ profession: NURSE })).toEqual([['Alder School', 2]]);
    expect(await found({ searchTerms: { 'billing_address.state': 'PA' } })).toEqual([['Birch School', 1]]);
    expect(await found({ sortField: 'name', sortOrder: 'desc', pageSize: 1 })).toEqual([['Birch School', 1]]);
    expect((await search({ pageSize: 1, pageNumber: 1 })).body).toMatchObject({
      data: [{ name: 'Birch School' }],
      total: 2,
      pageNumber: 1,
      pageSize: 1,
    });
    const lead = await make('/api/leads', { first_name: 'Opal', last_name: 'Opps', profession: THERAPIST });
    expect(await found({ leadId: lead._id })).toEqual([
      ['Alder School', 1],
      ['Birch School', 1],
    ]);
  });

  it('rejects an invalid search and a lead without a profession', async () => {
    const lead = await make('/api/leads', { first_name: 'Nora', last_name: 'Nothing' });
    const refused = await search({ leadId: lead._id });
    expect([refused.status, refused.body.code]).toEqual([422, 'lead_without_profession']);
    expect((await search({ leadId: 'nobody' })).status).toBe(404);
    for (const body of [
      { pageSize: 0 },
      { pageSize: 1001 },
      { pageNumber: -1 },
      { searchTerms: 'x' },
      { sortOrder: 'up' },
      { nonsense: 1 },
      { leadId: 5 },
    ])
      expect((await search(body)).body.code, JSON.stringify(body)).toBe('body_invalid');
    for (const body of [{ searchTerms: { nonsense: 1 } }, { sortField: 'nonsense' }])
      expect((await search(body)).body.code, JSON.stringify(body)).toBe('unknown_field');
  });

  it('requires access to accounts and to the jobs it uses', async () => {
    const accounts = { access: true, create: true, mass_update: false, export: false, view: 'All', edit: 'All', delete: 'None' };
    await make('/api/roles', { name: 'Accounts alone', module_access: { accounts }, field_access: {} });
    expect((await search({}, await createSignedInUser(server(), 'accounts.alone@muster.test', ['Accounts alone']))).status).toBe(403);
    expect((await search({}, await createSignedInUser(server(), 'no.accounts@muster.test', []))).status).toBe(403);
  });
});
