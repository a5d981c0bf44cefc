import { definePlugin } from '#engine';
import { adjustBalance } from './server/hooks/in-transaction.balance.ts';
import { syncCalendarEvent } from './server/hooks/in-transaction.calendar.ts';
import { requestApproval } from './server/hooks/post-save.request-approval.ts';
import { checkRequester } from './server/hooks/pre-save.requester.ts';
import { assignBalance } from './server/hooks/pre-save.balance-owner.ts';
import { clearReasons } from './server/migrations/clear-reasons.ts';
import { DECISIONS, handleDecisions } from './server/routes/decisions.ts';
import { prepareRequest } from './server/hooks/pre-save.request.ts';

/** Rules of time off: an approved request deducts its hours from a balance. */
export const ptoPlugin = definePlugin({
  name: 'pto',
  label: 'PTO',
  version: '1.0.0',
  engine: '^0.1.0',
  hooks: {
    preSave: [
      { module: 'ptoRequests', name: 'requester', run: checkRequester },
      { module: 'ptoRequests', name: 'request', run: prepareRequest },
      { module: 'ptoBalance', name: 'balance-owner', run: assignBalance },
    ],
    inTransaction: [
      { module: 'ptoRequests', name: 'balance', run: adjustBalance },
      { module: 'ptoRequests', name: 'calendar', run: syncCalendarEvent },
    ],
    postSave: [{ module: 'ptoRequests', name: 'request-approval', run: requestApproval }],
  },
  migrations: [{ number: 1, name: 'reasons out of events', run: clearReasons }],
  routes: [{ method: 'POST', path: '/api/pto-requests/decisions', handle: handleDecisions, ...DECISIONS }],
  errors: {
    pto_for_another: { status: 403, isPublic: true, text: 'You can request time off for yourself only.' },
    pto_own_approval: { status: 403, isPublic: true, text: 'You cannot approve your own PTO request.' },
    pto_balance_missing: { status: 422, isPublic: true, text: 'This user does not have a PTO Balance for the year of this PTO Request.' },
    pto_balance_ambiguous: { status: 422, isPublic: true, text: 'This user has multiple PTO Balance records for the same year!' },
    pto_balance_exceeded: {
      status: 422,
      isPublic: true,
      text: 'This employee does not have enough PTO time available to fulfill this request.',
    },
  },
  reads: ['ptoRequests.*', 'ptoBalance.*', 'calendarEvents.*', 'users.name'],
  writes: [
    'ptoRequests.assigned_to',
    'ptoRequests.ptoBalance_ptoRequests',
    'ptoBalance.assigned_to',
    'ptoBalance.balance',
    'ptoBalance.hours_taken',
    'calendarEvents.*',
  ],
});
