import { defineUiContribution } from '#ui';
import { tellOfClosing } from './tell-of-closing.ts';

/** What the plugin adds to the UI: a status that ends the posting of a job says so before it is chosen. */
export const jobsUi = defineUiContribution({ plugin: 'jobs', gates: { 'jobs.job_status': tellOfClosing } });
