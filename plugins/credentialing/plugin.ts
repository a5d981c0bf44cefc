import { definePlugin } from '#engine';
import { CREDENTIALING_ERRORS } from './server/errors.ts';
import { EVIDENCE } from './server/evidence/index.ts';
import { updateDependents } from './server/hooks/in-transaction.applicable.ts';
import { buildItems } from './server/hooks/in-transaction.build.ts';
import { reopenRecord } from './server/hooks/in-transaction.expired.ts';
import { satisfyOthers } from './server/hooks/in-transaction.satisfy.ts';
import { countUnread } from './server/hooks/in-transaction.unread.ts';
import { buildWhenHired } from './server/hooks/post-save.hired.ts';
import { notifyOfMessage } from './server/hooks/post-save.message.ts';
import { requestReview } from './server/hooks/post-save.request-review.ts';
import { acceptItem } from './server/hooks/pre-save.accept.ts';
import { checkConditions } from './server/hooks/pre-save.applicable.ts';
import { warnOfAssignment } from './server/hooks/pre-save.assignment.ts';
import { markOwnRead } from './server/hooks/pre-save.author.ts';
import { prepareBuild } from './server/hooks/pre-save.build.ts';
import { clearRecord } from './server/hooks/pre-save.cleared.ts';
import { requireCredentials } from './server/hooks/pre-save.confirmed-start.ts';
import { applyStatus } from './server/hooks/pre-save.status.ts';
import { requireItems } from './server/hooks/pre-save.sub-items.ts';
import { submitItem } from './server/hooks/pre-save.submission.ts';
import { expireItems } from './server/jobs/expire.ts';
import { planReminders } from './server/jobs/plan-reminders.ts';
import { REMIND } from './server/jobs/send-reminders.ts';
import { PROGRESS_EVENT } from './server/live-events.ts';
import { READING } from './server/reading/index.ts';
import { CREDENTIALING_ROUTES } from './server/routes/index.ts';
import { NOTICES } from './server/services/notices.ts';
import { CREDENTIALING_SETTINGS } from './server/settings.ts';
import { ITEM_FIELDS } from './shared/item-fields.ts';

/** Rules of credentialing: checklists are built from setups, handed in, reviewed, and watched until they expire. */
export const credentialingPlugin = definePlugin({
  name: 'credentialing',
  version: '1.1.0',
  engine: '^0.1.0',
  optional: ['messages'],
  uses: [NOTICES],
  settings: { ...CREDENTIALING_SETTINGS, ...READING.settings, ...EVIDENCE.settings },
  definitions: { extensions: [ITEM_FIELDS] },
  hooks: {
    preSave: [
      { module: 'credentialing', name: 'build', run: prepareBuild },
      { module: 'credentialing', name: 'cleared', run: clearRecord },
      { module: 'credentialingRequiredItems', name: 'accept', run: acceptItem },
      { module: 'credentialingRequiredItems', name: 'submission', run: submitItem },
      { module: 'credentialingRequiredItems', name: 'status', run: applyStatus },
      { module: 'credentialingRequiredItems', name: 'applicable', run: checkConditions },
      { module: 'credentialingRequiredItems', name: 'assignment', run: warnOfAssignment },
      { module: 'credentialingRequiredItemMessages', name: 'author', run: markOwnRead },
      { module: 'placements', name: 'credentials', run: requireCredentials },
      { module: 'subs', name: 'items', run: requireItems },
      ...EVIDENCE.preSave,
    ],
    inTransaction: [
      { module: 'credentialing', name: 'build', deadline: 60_000, run: buildItems },
      { module: 'credentialingRequiredItems', name: 'satisfy', run: satisfyOthers },
      { module: 'credentialingRequiredItems', name: 'applicable', run: updateDependents },
      { module: 'credentialingRequiredItems', name: 'expired', run: reopenRecord },
      { module: 'credentialingRequiredItemMessages', name: 'unread', run: countUnread },
    ],
    postSave: [
      { module: 'credentialingRequiredItems', name: 'request-review', run: requestReview },
      { module: 'credentialingRequiredItemMessages', name: 'notify', run: notifyOfMessage },
      { module: 'subs', name: 'build', deadline: 120_000, run: buildWhenHired },
      ...READING.postSave,
      ...EVIDENCE.postSave,
    ],
  },
  routes: [...CREDENTIALING_ROUTES, ...READING.routes],
  events: [PROGRESS_EVENT],
  notifications: [
    { name: 'item_message', label: 'Messages about required items', icon: 'message-square-text', text: '{who} wrote about {what}' },
    {
      name: 'credentialing_not_built',
      label: 'Credentialing that could not be built',
      icon: 'clipboard-check',
      text: 'The credentialing record of {what} could not be built',
    },
    { name: 'items_due', label: 'Credentials to hand in', icon: 'calendar-clock', text: 'Items of {what} are due soon' },
    { name: 'item_expires', label: 'Credentials that expire', icon: 'hourglass', text: '{what} expires soon' },
    ...EVIDENCE.notifications,
  ],
  jobs: [
    { name: 'expire', schedule: '25 * * * *', deadline: 240_000, run: expireItems },
    { name: 'plan-reminders', schedule: '35 * * * *', deadline: 240_000, run: planReminders },
    REMIND,
    ...READING.jobs,
    ...EVIDENCE.jobs,
  ],
  errors: { ...CREDENTIALING_ERRORS, ...READING.errors, ...EVIDENCE.errors },
  reads: [
    'credentialing.*',
    'credentialingRequiredItems.*',
    'credentialingRequiredItemMessages.*',
    'credentialingSetup.*',
    'interactiveDocuments.*',
    'placements.*',
    'providers.*',
    'accounts.name',
    'documents.*',
    'subs.status',
    'subs.leads_subs',
    'subs.deleted',
    'users.userType',
    'users.name',
    'users.email',
    ...READING.reads,
    ...EVIDENCE.reads,
  ],
  writes: [
    'credentialing.*',
    'credentialingRequiredItems.*',
    'credentialingRequiredItemMessages.viewedBy',
    'interactiveDocumentInstances.*',
    ...READING.writes,
    ...EVIDENCE.writes,
  ],
});
