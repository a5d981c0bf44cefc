import { defineUiContribution } from '#ui';
import { checkClosingNotice } from './closing-notice.ts';

/** The plugin's UI contributions: a status that ends the posting of a job shows a notice before it is selected. */
export const jobsUi = defineUiContribution({ plugin: 'jobs', transitionRequirements: { 'jobs.job_status': checkClosingNotice } });
