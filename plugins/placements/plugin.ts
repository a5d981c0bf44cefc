import { definePlugin } from '#engine';
import { planBenefits } from './server/hooks/post-save.benefits.ts';
import { planPayroll } from './server/hooks/post-save.payroll.ts';
import { planWorkSchedule } from './server/hooks/post-save.work-schedule.ts';
import { requirePlannedStart } from './server/hooks/pre-save.planned-start.ts';
import { planTermBenefits } from './server/jobs/term-benefits.ts';
import { PLANNED_NEEDED } from './shared/planned-needed.ts';

/** Rules of placements: what a confirmed start needs, and what is to be done after it and after the end. */
export const placementsPlugin = definePlugin({
  name: 'placements',
  version: '1.0.0',
  engine: '^0.1.0',
  requires: ['tasks'],
  hooks: {
    preSave: [{ module: 'placements', name: 'planned-start', run: requirePlannedStart }],
    postSave: [
      { module: 'placements', name: 'work-schedule', run: planWorkSchedule },
      { module: 'placements', name: 'payroll', run: planPayroll },
      { module: 'placements', name: 'benefits', run: planBenefits },
    ],
  },
  jobs: [{ name: 'term-benefits', schedule: '10 5 * * *', deadline: 240_000, run: planTermBenefits }],
  errors: {
    planned_start_required: { status: 422, isPublic: true, text: PLANNED_NEEDED },
  },
  reads: [
    'placements.name', 'placements.planned_start_date', 'placements.confirmed_start_date', 'placements.end_date', 'placements.ft_pt', 'placements.providers_placements', 'placements.deleted',
    'providers.name', 'providers.provider_type', 'providers.medical_election', 'providers.dental_election', 'providers.vision_election', 'tasks.task_type', 'tasks.related_record', 'tasks.createdAt', 'tasks.deleted', 'tasks.status',
  ],
  writes: ['tasks.subject', 'tasks.task_type', 'tasks.start_date', 'tasks.due_date', 'tasks.related_record'],
});
