import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { Application } from '../../engine/application/index.ts';
import type { JsonObject } from '#engine/model/values';

/** Statuses that require a reason. */
const REJECTION_STATUS = /^(Rejected|Provider Withdrew)/;

/** Creates a record, duplicate or not, and returns its id. */
export async function makeRecord({ records }: Application, module: string, fields: JsonObject): Promise<string> {
  return (await records.create(SYSTEM_ACTOR, { module, fields, allowDuplicates: true })).record._id;
}

/** The related records of a sub: a lead, an account and its job, all named by a term. */
export async function makeSubParts(
  application: Application,
  word: string,
  accountName = `${word} Schools`,
): Promise<{ readonly leads_subs: string; readonly accounts_subs: string; readonly jobs_subs: string }> {
  const accounts_subs = await makeRecord(application, 'accounts', { name: accountName });
  const jobs_subs = await makeRecord(application, 'jobs', {
    custom_job_title: `${word} job`,
    zip: '30030',
    job_status: 'Submit Candidates',
    accounts_jobs: accounts_subs,
  });
  return { accounts_subs, jobs_subs, leads_subs: await makeRecord(application, 'leads', { first_name: 'Sub', last_name: word }) };
}

/** Subs with these statuses, named by a term and their index. */
export async function makeSubs(application: Application, word: string, statuses: readonly string[]): Promise<string[]> {
  const of = await makeSubParts(application, word);
  const ids: string[] = [];
  for (const [at, status] of statuses.entries())
    ids.push(
      await makeRecord(application, 'subs', {
        name: `${word} ${at + 1}`,
        ...of,
        status,
        ...(REJECTION_STATUS.test(status) ? { rejection_reason: 'Location' } : {}),
      }),
    );
  return ids;
}
