import { definePlugin } from '#engine';
import { requestReview } from './server/hooks/post-save.request-review.ts';
import { submitItem } from './server/hooks/pre-save.submission.ts';

/** Rules of credentialing: what a provider hands in is submitted for review. */
export const credentialingPlugin = definePlugin({
  name: 'credentialing',
  version: '1.0.0',
  engine: '^0.1.0',
  hooks: {
    preSave: [{ module: 'credentialingRequiredItems', name: 'submission', run: submitItem }],
    postSave: [{ module: 'credentialingRequiredItems', name: 'request-review', run: requestReview }],
  },
  reads: ['credentialingRequiredItems.*', 'users.userType'],
  writes: ['credentialingRequiredItems.status', 'credentialingRequiredItems.review_note', 'credentialingRequiredItems.completionDetails'],
});
