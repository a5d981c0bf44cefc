import { addPluginTexts, tPlugin } from '#ui';

const TEXTS = {
  followedWidget: 'Followed records',
  followedHelp: 'What others changed or commented last on the records that you follow.',
  followedFailed: 'The records that you follow could not be loaded',
  followsNone: 'You follow no records',
  followsNoneHelp: 'Choose Follow next to the name of a record.',
  followedQuiet: 'Nothing new',
  followedQuietHelp: 'Nobody else has changed the records that you follow, or commented on them.',
  commented: '{{who}} commented',
  changed: '{{who}} changed it',
  somebody: 'Somebody',
  write: 'Write a comment',
  placeholder: 'Write a comment. @ mentions a colleague.',
  hint: 'Ctrl Enter sends',
  send: 'Comment',
  sent: 'Comment added.',
  save: 'Save',
  cancel: 'Cancel',
  edit: 'Edit',
  remove: 'Delete',
  removed: 'Comment deleted.',
  removeTitle: 'Delete this comment?',
  removeText: 'Nobody can read it any more.',
  resolve: 'Mark as resolved',
  reopen: 'Mark as open',
  resolved: 'Resolved',
  edited: 'edited',
  more: 'Actions of the comment of {{name}}',
  earlier: 'Show earlier',
  none: 'No comments yet',
  noneHint: 'Only staff who may see this record read its comments.',
  failed: 'The comments could not be read.',
  someone: 'Someone',
  you: 'You',
  people: 'People to mention',
  noPeople: 'Nobody of this name may see the record',
  unread: 'New',
  total: '{{count}} comments',
  totalOne: '1 comment',
  showAll: 'Show all',
  openOnly: 'Open only',
  follow: 'Follow',
  following: 'Following',
  followHint: 'You are notified of comments, and of changes of others.',
  unfollowHint: 'You follow this record. Choose to end it.',
  automaticTitle: 'What you follow',
  automatic: 'Follow records automatically that I create, am assigned or comment on',
} as const;

addPluginTexts('comments', TEXTS);

/** Returns a text of this plugin in the selected language. */
export function tComments(key: keyof typeof TEXTS, variables: Readonly<Record<string, string | number>> = {}): string {
  return tPlugin('comments', key, variables);
}
