import { definePlugin } from '#engine';
import { createBenefitsTask } from './server/hooks/post-save.benefits.ts';
import { createPayrollTasks } from './server/hooks/post-save.payroll.ts';
import { createWorkScheduleTask } from './server/hooks/post-save.work-schedule.ts';
import { requirePlannedStart } from './server/hooks/pre-save.planned-start.ts';
import { createTermBenefitsTasks } from './server/jobs/term-benefits.ts';
import { readOwnPlacements } from './server/session/own-placements.ts';
import { PLANNED_START_REQUIRED } from './shared/planned-start-required.ts';

/** Rules of placements: requirements of a confirmed start, and the tasks after the start and the end. */
export const placementsPlugin = definePlugin({
  name: 'placements',
  version: '1.0.0',
  engine: '^0.1.0',
  requires: ['tasks'],
  hooks: {
    preSave: [{ module: 'placements', name: 'planned-start', run: requirePlannedStart }],
    postSave: [
      { module: 'placements', name: 'work-schedule', run: createWorkScheduleTask },
      { module: 'placements', name: 'payroll', run: createPayrollTasks },
      { module: 'placements', name: 'benefits', run: createBenefitsTask },
    ],
  },
  sessionData: [{ name: 'placements', userTypes: ['Provider'], read: readOwnPlacements }],
  jobs: [{ name: 'term-benefits', schedule: '10 5 * * *', deadline: 240_000, run: createTermBenefitsTasks }],
  errors: {
    planned_start_required: { status: 422, isPublic: true, text: PLANNED_START_REQUIRED },
  },
  reads: [
    'placements.name',
    'placements.planned_start_date',
    'placements.confirmed_start_date',
    'placements.end_date',
    'placements.ft_pt',
    'placements.providers_placements',
    'placements.deleted',
    'providers.name',
    'providers.provider_type',
    'providers.medical_election',
    'providers.dental_election',
    'providers.vision_election',
    'tasks.task_type',
    'tasks.related_record',
    'tasks.createdAt',
    'tasks.deleted',
    'tasks.status',
  ],
  writes: ['tasks.subject', 'tasks.task_type', 'tasks.start_date', 'tasks.due_date', 'tasks.related_record'],
});
