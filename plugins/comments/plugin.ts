import { definePlugin } from '#engine';
import { touchConversation } from './server/hooks/in-transaction.activity.ts';
import { followAttachments } from './server/hooks/in-transaction.attachments.ts';
import { announceComment, notifyOfComment, removeWithRecord } from './server/hooks/post-save.comment.ts';
import { reportChanges } from './server/jobs/report-changes.ts';
import { prepareAttachment, prepareComment, prepareConversation } from './server/hooks/pre-save.social.ts';
import { RECORD_COMMENTS_EVENT } from './server/live-events.ts';
import { COMMENT_ROUTES } from './server/routes/index.ts';
import { SOCIAL_ROUTES } from './server/routes/social.ts';

/** Comments on records and in conversations, with mentions and likes, and followers of records. */
export const commentsPlugin = definePlugin({
  name: 'comments',
  version: '1.0.0',
  engine: '^0.1.0',
  hooks: {
    preSave: [
      { module: 'socialConversations', name: 'conversation', run: prepareConversation },
      { module: 'socialComments', name: 'comment', run: prepareComment },
      { module: 'socialAttachments', name: 'attachment', run: prepareAttachment },
    ],
    inTransaction: [
      { module: 'socialComments', name: 'activity', run: touchConversation },
      { module: 'socialComments', name: 'attachments', run: followAttachments },
    ],
    postSave: [
      { module: 'socialComments', name: 'remove', run: removeWithRecord },
      { module: 'socialComments', name: 'notify', run: notifyOfComment },
      { module: 'socialComments', name: 'announce', run: announceComment },
      { module: 'recordFollowers', name: 'remove', run: removeWithRecord },
    ],
  },
  routes: [...COMMENT_ROUTES, ...SOCIAL_ROUTES],
  jobs: [{ name: 'report-changes', schedule: '* * * * *', deadline: 240_000, run: reportChanges }],
  events: [RECORD_COMMENTS_EVENT],
  notifications: [
    { name: 'record_commented', label: 'Comments on records that you follow', icon: 'message-square', text: '{who} commented on {what}' },
    { name: 'record_changed', label: 'Changes of records that you follow', icon: 'pencil', text: '{who} changed {what}' },
  ],
  errors: {
    comments_for_staff: { status: 403, isPublic: true, text: 'Comments on records are for staff.' },
    comment_not_found: { status: 404, isPublic: true, text: 'This comment does not exist any more.' },
    comment_of_another: { status: 403, isPublic: true, text: 'Only its author can change a comment.' },
    social_conversation_closed: { status: 422, isPublic: true, text: 'This conversation takes no more comments.' },
    pinning_not_enabled: { status: 403, isPublic: true, text: 'You may not pin posts. An admin can allow it for your user.' },
    mention_not_allowed: {
      status: 422,
      isPublic: true,
      text: 'Somebody whom you mention may not see this record. Remove the mention, or ask an admin for access.',
    },
  },
  reads: [
    'socialComments.*',
    'socialConversations.*',
    'socialAttachments.*',
    'users.pinning_posts_enabled',
    'recordFollowers.*',
    'users.name',
    'users.active',
    'users.userType',
  ],
  writes: ['socialComments.*', 'socialConversations.*', 'socialAttachments.*', 'recordFollowers.*'],
});
