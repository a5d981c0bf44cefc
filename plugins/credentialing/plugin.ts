import { definePlugin } from '#engine';
import { EVIDENCE } from './server/evidence/index.ts';
import { requestReview } from './server/hooks/post-save.request-review.ts';
import { submitItem } from './server/hooks/pre-save.submission.ts';
import { READING } from './server/reading/index.ts';

/** Rules of credentialing: what a provider hands in is submitted for review, and its evidence. */
export const credentialingPlugin = definePlugin({
  name: 'credentialing',
  version: '1.0.0',
  engine: '^0.1.0',
  settings: { ...READING.settings, ...EVIDENCE.settings },
  hooks: {
    preSave: [{ module: 'credentialingRequiredItems', name: 'submission', run: submitItem }, ...EVIDENCE.preSave],
    postSave: [
      { module: 'credentialingRequiredItems', name: 'request-review', run: requestReview },
      ...READING.postSave,
      ...EVIDENCE.postSave,
    ],
  },
  routes: [...READING.routes],
  jobs: [...READING.jobs, ...EVIDENCE.jobs],
  notifications: EVIDENCE.notifications,
  errors: { ...READING.errors, ...EVIDENCE.errors },
  reads: ['credentialingRequiredItems.*', 'users.userType', ...READING.reads, ...EVIDENCE.reads],
  writes: ['credentialingRequiredItems.*', ...READING.writes, ...EVIDENCE.writes],
});
