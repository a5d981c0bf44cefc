import type { PluginRouteDefinition } from '#engine';
import { changeComment, createComment, deleteComment, listComments, listPeople, markViewed, summarize } from './comments.ts';
import { FILE_TYPES, readCommentFile } from '../services/comment-files.ts';
import { listFollowedActivity } from './followed.ts';
import { readPreferences, savePreferences, setFollowing } from './following.ts';
import { BODIES, COMMENT, RESPONSES } from './schemas.ts';

const OF_RECORD: Pick<PluginRouteDefinition, 'moduleNames' | 'errors'> = { moduleNames: ['module'], errors: ['comments_for_staff'] };

/** The endpoints of comments and followers. Each reads the record with the rights of the caller first. */
export const COMMENT_ROUTES: readonly PluginRouteDefinition[] = [
  {
    method: 'POST',
    path: '/api/record-comments/search',
    summary: 'The comments on a record, the newest first',
    readOnly: true,
    bodySchema: BODIES.list,
    responseSchema: RESPONSES.page,
    ...OF_RECORD,
    handle: listComments,
  },
  {
    method: 'POST',
    path: '/api/record-comments/summary',
    summary: 'How many comments a record has, and whether the caller follows it',
    readOnly: true,
    bodySchema: BODIES.record,
    responseSchema: RESPONSES.summary,
    ...OF_RECORD,
    handle: summarize,
  },
  {
    method: 'POST',
    path: '/api/record-comments/people',
    summary: 'Staff who may see a record, for a mention in a comment',
    readOnly: true,
    bodySchema: BODIES.people,
    responseSchema: RESPONSES.people,
    ...OF_RECORD,
    handle: listPeople,
  },
  {
    method: 'POST',
    path: '/api/record-comments/create',
    summary: 'Comment on a record',
    status: 201,
    bodySchema: BODIES.create,
    responseSchema: COMMENT,
    moduleNames: ['module'],
    errors: ['comments_for_staff', 'mention_not_allowed'],
    handle: createComment,
  },
  {
    method: 'POST',
    path: '/api/record-comments/viewed',
    summary: 'Mark the comments on a record as seen by the caller',
    bodySchema: BODIES.record,
    responseSchema: RESPONSES.done,
    ...OF_RECORD,
    handle: markViewed,
  },
  {
    method: 'PUT',
    path: '/api/record-comments/following',
    summary: 'Follow a record, or end it',
    bodySchema: BODIES.follow,
    responseSchema: RESPONSES.follow,
    ...OF_RECORD,
    handle: setFollowing,
  },
  {
    method: 'GET',
    path: '/api/record-comments/followed',
    summary: 'The last change and comment of the records that the caller follows and may see, the newest first',
    responseSchema: RESPONSES.followed,
    errors: ['comments_for_staff'],
    handle: listFollowedActivity,
  },
  {
    method: 'GET',
    path: '/api/record-comments/preferences',
    summary: 'Whether the caller follows records automatically',
    responseSchema: RESPONSES.preferences,
    errors: ['comments_for_staff'],
    handle: readPreferences,
  },
  {
    method: 'PUT',
    path: '/api/record-comments/preferences',
    summary: 'Follow records automatically that one creates, is assigned or comments on',
    bodySchema: BODIES.preferences,
    responseSchema: RESPONSES.preferences,
    errors: ['comments_for_staff'],
    handle: savePreferences,
  },
  {
    method: 'GET',
    path: '/api/record-comments/:comment/files/:number',
    summary: 'A file of a comment by its place in the list, from 0; with ?preview, a small picture of it',
    downloads: FILE_TYPES,
    errors: ['comments_for_staff', 'comment_not_found'],
    handle: readCommentFile,
  },
  {
    method: 'PUT',
    path: '/api/record-comments/:comment',
    summary: 'Change an own comment, or mark one as resolved',
    bodySchema: BODIES.change,
    responseSchema: COMMENT,
    handle: changeComment,
  },
  {
    method: 'DELETE',
    path: '/api/record-comments/:comment',
    summary: 'Delete an own comment',
    responseSchema: RESPONSES.done,
    handle: deleteComment,
  },
];
