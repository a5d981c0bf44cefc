import { definePlugin } from '#engine';
import { logSubmission } from './server/hooks/in-transaction.submission.ts';
import { createConfirmationTask } from './server/hooks/post-save.confirmation.ts';
import { createFeedbackTask } from './server/hooks/post-save.feedback.ts';
import { requireInterviewStatus } from './server/hooks/pre-save.interview.ts';
import { requireLicense } from './server/hooks/pre-save.license.ts';
import { requireReferences } from './server/hooks/pre-save.references.ts';
import { setStatusDates } from './server/hooks/pre-save.status-dates.ts';

/** Rules of submissions: requirements and effects of each status, and the tasks that follow. */
export const subsPlugin = definePlugin({
  name: 'subs',
  version: '1.1.0',
  engine: '^0.1.0',
  requires: ['tasks'],
  settings: {
    unlicensed_professions: {
      type: 'array',
      items: { type: 'string' },
      title: 'Professions that need no license',
      description: 'A sub of a lead of any other profession names its license.',
      default: ['Paraprofessional', 'Sign Language Interpreter', 'Administrative Assistant'],
    },
  },
  hooks: {
    preSave: [
      { module: 'subs', name: 'references', run: requireReferences },
      { module: 'subs', name: 'license', run: requireLicense },
      { module: 'subs', name: 'interview', run: requireInterviewStatus },
      { module: 'subs', name: 'stamps', run: setStatusDates },
    ],
    inTransaction: [{ module: 'subs', name: 'submission', run: logSubmission }],
    postSave: [
      { module: 'subs', name: 'feedback', run: createFeedbackTask },
      { module: 'subs', name: 'confirmation', run: createConfirmationTask },
    ],
  },
  errors: {
    sub_needs_account_and_job: { status: 422, isPublic: true, text: 'Alls subs require a related account and job. Please set them.' },
    sub_needs_license: { status: 422, isPublic: true, text: 'This profession requires a license. Please choosen one before saving.' },
    rejection_reason_required: { status: 422, isPublic: true, text: 'A rejection reason is required when moving the sub to this status.' },
    interview_needs_status: {
      status: 422,
      isPublic: true,
      text: 'You must move the status to Interview Schedule when booking an interview for a managed account sub.',
    },
  },
  reads: [
    'subs.name',
    'subs.status',
    'subs.license_doe',
    'subs.leads_subs',
    'subs.accounts_subs',
    'subs.jobs_subs',
    'subs.assigned_to',
    'subs.deleted',
    'subs.hire_date',
    'subs.interview_date',
    'subs.interview_booked_date',
    'leads.profession',
    'jobs.job_status',
    'accounts.name',
    'tasks.status',
    'tasks.task_type',
    'tasks.related_record',
  ],
  writes: [
    'subs.date_submitted',
    'subs.job_status_at_submission',
    'subs.hire_date',
    'activities.name',
    'activities.activityType',
    'activities.activity_date',
    'activities.relatedRecord',
    'activities.relatedModule',
    'activities.sub',
    'activities.lead',
    'activities.account',
    'tasks.subject',
    'tasks.task_type',
    'tasks.start_date',
    'tasks.due_date',
    'tasks.related_record',
    'tasks.assigned_to',
  ],
});
