import { defineUiContribution } from '#ui';
import { checkClosingNotice } from './closing-notice.ts';

/** What the plugin adds to the UI: a status that ends the posting of a job says so before it is chosen. */
export const jobsUi = defineUiContribution({ plugin: 'jobs', transitionRequirements: { 'jobs.job_status': checkClosingNotice } });
