import { definePlugin } from '#engine';
import { checkDuplicates } from './server/hooks/pre-save.duplicates.ts';
import { requirePlacementFields } from './server/hooks/pre-save.placement-opps.ts';
import { keepStatusHistory } from './server/hooks/pre-save.status.ts';
import { handleDupCheck } from './server/routes/dup-check.ts';
import { handleMerge } from './server/routes/merge.ts';
import { handleLeadMerge } from './server/routes/merge-duplicates.ts';
import { handleNotDuplicates } from './server/routes/not-duplicates.ts';
import { DUP_CHECK, MERGE, MERGE_DUPLICATES, NOT_DUPLICATES, UPDATE_STATUS } from './server/routes/route-schemas.ts';
import { handleStatusUpdate } from './server/routes/update-lead-status.ts';

/** Rules of leads: duplicates, merging, status history, what placement opps need. */
export const leadsPlugin = definePlugin({
  name: 'leads',
  version: '1.0.0',
  engine: '^0.1.0',
  definitions: {
    extensions: [
      {
        module: 'leads',
        fields: [
          { id: 'leads_duplicate_keys', fieldName: 'duplicate_keys', label: 'Duplicate keys', inputType: 'ListField', readOnly: true, internal: true, description: 'What other leads of the same person are found by.' },
          { id: 'leads_not_duplicates', fieldName: 'not_duplicates', label: 'Not duplicates', inputType: 'MultiRelate', ref: 'leads', readOnly: true, internal: true, description: 'Leads that someone looked at and found to be other people.' },
        ],
      },
    ],
  },
  hooks: {
    preSave: [
      { module: 'leads', name: 'placement-opps', run: requirePlacementFields },
      { module: 'leads', name: 'status', run: keepStatusHistory },
      { module: 'leads', name: 'duplicates', run: checkDuplicates },
    ],
  },
  routes: [
    { method: 'POST', path: '/api/leads/dup-check', handle: handleDupCheck, ...DUP_CHECK },
    { method: 'POST', path: '/api/leads/merge-duplicates', handle: handleLeadMerge, ...MERGE_DUPLICATES },
    { method: 'POST', path: '/api/merge', handle: handleMerge, ...MERGE },
    { method: 'POST', path: '/api/leads/:id/not-duplicates', handle: handleNotDuplicates, ...NOT_DUPLICATES },
    { method: 'POST', path: '/api/leads/update-lead-status', handle: handleStatusUpdate, ...UPDATE_STATUS },
  ],
  errors: {
    duplicate_detected: { status: 409, isPublic: true, text: 'The following appear to match the lead you are creating.' },
    placement_opps_incomplete: { status: 422, isPublic: true, text: 'Some fields are required for placement opps.' },
  },
  reads: ['leads.*', 'activities.*'],
  writes: ['leads.duplicate_keys', 'leads.not_duplicates', 'leads.previous_status', 'leads.past_active', 'activities.*'],
});
