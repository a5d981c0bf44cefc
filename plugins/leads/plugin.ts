import { definePlugin } from '#engine';
import { followUpPlacementOpps } from './server/hooks/post-save.placement-opps.ts';
import { assignNewLead } from './server/hooks/pre-save.assignment.ts';
import { leadDuplicates } from './server/hooks/pre-save.duplicates.ts';
import { requirePlacementFields } from './server/hooks/pre-save.placement-opps.ts';
import { updateStatusHistory } from './server/hooks/pre-save.status.ts';
import { UPDATE_STATUS } from './server/routes/route-schemas.ts';
import { handleStatusUpdate } from './server/routes/update-lead-status.ts';

/** Rules of leads: duplicates, status history, placement opps, assignment of new leads. */
export const leadsPlugin = definePlugin({
  name: 'leads',
  version: '1.0.0',
  engine: '^0.1.0',
  requires: ['tasks'],
  definitions: { extensions: [leadDuplicates.extension] },
  hooks: {
    preSave: [
      { module: 'leads', name: 'placement-opps', run: requirePlacementFields },
      { module: 'leads', name: 'status', run: updateStatusHistory },
      { module: 'leads', name: 'duplicates', run: leadDuplicates.check },
      // Last, so that a lead that is refused takes no turn.
      { module: 'leads', name: 'assignment', run: assignNewLead },
    ],
    postSave: [{ module: 'leads', name: 'placement-opps', run: followUpPlacementOpps }],
  },
  jobs: leadDuplicates.jobs,
  routes: [
    ...leadDuplicates.routes,
    { method: 'POST', path: '/api/leads/update-lead-status', handle: handleStatusUpdate, ...UPDATE_STATUS },
  ],
  errors: {
    duplicate_detected: { status: 409, isPublic: true, text: 'The following appear to match the lead you are creating.' },
    placement_opps_incomplete: { status: 422, isPublic: true, text: 'Some fields are required for placement opps.' },
  },
  reads: ['leads.*', 'users.assign_leads', 'tasks.related_record', 'tasks.task_type', 'tasks.status'],
  writes: [
    ...leadDuplicates.writes,
    'leads.previous_status',
    'leads.past_active',
    'leads.assigned_to',
    'leads.placement_opp_automation_ran',
    'tasks.subject',
    'tasks.task_type',
    'tasks.start_date',
    'tasks.due_date',
    'tasks.related_record',
    'tasks.assigned_to',
  ],
});
