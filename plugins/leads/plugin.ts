import { definePlugin } from '#engine';
import { leadDuplicates } from './server/hooks/pre-save.duplicates.ts';
import { requirePlacementFields } from './server/hooks/pre-save.placement-opps.ts';
import { updateStatusHistory } from './server/hooks/pre-save.status.ts';
import { UPDATE_STATUS } from './server/routes/route-schemas.ts';
import { handleStatusUpdate } from './server/routes/update-lead-status.ts';

/** Rules of leads: duplicates, status history, required fields of placement opps. */
export const leadsPlugin = definePlugin({
  name: 'leads',
  version: '1.0.0',
  engine: '^0.1.0',
  definitions: { extensions: [leadDuplicates.extension] },
  hooks: {
    preSave: [
      { module: 'leads', name: 'placement-opps', run: requirePlacementFields },
      { module: 'leads', name: 'status', run: updateStatusHistory },
      { module: 'leads', name: 'duplicates', run: leadDuplicates.check },
    ],
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
  reads: ['leads.*'],
  writes: [...leadDuplicates.writes, 'leads.previous_status', 'leads.past_active'],
});
