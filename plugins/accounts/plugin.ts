import { definePlugin } from '#engine';
import { accountDuplicates } from './server/hooks/pre-save.duplicates.ts';
import { handlePlacementOpps, PLACEMENT_OPPS } from './server/routes/placement-opps.ts';

/** Rules of accounts: duplicates are blocked or marked as distinct; accounts with open jobs. */
export const accountsPlugin = definePlugin({
  name: 'accounts',
  version: '1.0.0',
  engine: '^0.1.0',
  settings: {
    open_job_statuses: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: 50,
      title: 'Statuses of open jobs',
      description: 'Accounts with a job in one of them are found by the search for placement opps.',
      default: ['Accepting Applications', 'Submit Candidates', 'Interviewing'],
    },
  },
  definitions: { extensions: [accountDuplicates.extension] },
  hooks: { preSave: [{ module: 'accounts', name: 'duplicates', run: accountDuplicates.check }] },
  jobs: accountDuplicates.jobs,
  routes: [...accountDuplicates.routes, { ...PLACEMENT_OPPS, handle: handlePlacementOpps }],
  errors: {
    duplicate_account_detected: { status: 409, isPublic: true, text: 'The following appear to match the account you are creating' },
    lead_without_profession: {
      status: 422,
      isPublic: true,
      text: 'The lead has no profession. Choose one to look for its placement opps.',
    },
  },
  reads: ['accounts.*', 'jobs.job_status', 'jobs.profession', 'jobs.accounts_jobs', 'leads.profession'],
  writes: accountDuplicates.writes,
});
