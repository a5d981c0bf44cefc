import { MusterError, SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteDefinition, type PluginRouteResponse } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { MAX_SEEN, textsOf } from '../../shared/comment.ts';
import { openComment } from '../services/open-record.ts';

const COMMENTS = 'socialComments';
const CONVERSATIONS = 'socialConversations';
/** Times that a save which another one overtook is repeated. */
const ATTEMPTS = 5;
const MAX_ACHIEVEMENTS = 100;

const ID: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const DONE: JsonObject = { type: 'object', required: ['success'], properties: { success: { const: true } } };

function bodyOf(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', additionalProperties: false, required: [...required], properties };
}

/** The user who calls. Errors: `action_not_allowed` for a program without a user. */
function callerOf({ actor: { userId }, refuse }: PluginRouteContext): string {
  return userId ?? refuse('action_not_allowed');
}

/** Adds a user to a list of users of a comment, or removes them; others may change the same list at the same time. */
async function changeList(context: PluginRouteContext, id: string, field: 'viewed_by' | 'liked_by', isIn: boolean): Promise<number> {
  const userId = callerOf(context);
  const { records } = context;
  for (let attempt = 1; ; attempt += 1) {
    const { data } = await records.find(SYSTEM_ACTOR, { module: COMMENTS, filter: { _id: id }, fields: [field, '_version'], limit: 1 });
    const [comment] = data;
    const users = textsOf(comment?.[field]);
    if (comment === undefined || users.includes(userId) === isIn) return users.length;
    const next = isIn ? [...users, userId] : users.filter((one) => one !== userId);
    try {
      const version = Number(comment['_version']);
      await records.update(SYSTEM_ACTOR, { module: COMMENTS, id, quiet: true, version, fields: { [field]: next } });
      return next.length;
    } catch (error) {
      if (attempt >= ATTEMPTS || !(error instanceof MusterError) || error.code !== 'version_conflict') throw error;
    }
  }
}

/** Marks comments that the caller may see as viewed by them. A user that the body names never sets who views. */
async function markViewed(context: PluginRouteContext, ids: readonly string[]): Promise<PluginRouteResponse> {
  const { data } = await context.records.find(context.actor, {
    module: COMMENTS,
    filter: { _id: { in: [...ids] } },
    fields: ['_id'],
    limit: ids.length,
  });
  for (const { _id } of data) await changeList(context, _id, 'viewed_by', true);
  return { body: { success: true } };
}

/** `PUT /api/social-comments/mark-one-as-viewed-by/by-user`. Errors: `record_not_found`. */
async function markOneAsViewed(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { id } = context.body as { readonly id: string };
  await context.records.get(context.actor, { module: COMMENTS, id });
  return markViewed(context, [id]);
}

/** `PUT /api/social-conversations/update-activity-date/:id`: something happened in a conversation that the caller may see. */
async function updateActivityDate({ records, actor, parameters, clock, batchId }: PluginRouteContext): Promise<PluginRouteResponse> {
  const id = parameters['id'] ?? '';
  await records.get(actor, { module: CONVERSATIONS, id });
  const activity_date = new Date(clock.now()).toISOString();
  await records.update(SYSTEM_ACTOR, { module: CONVERSATIONS, id, quiet: true, batchId, fields: { activity_date } });
  return { body: { success: true, activity_date } };
}

/**
 * `POST /api/social-conversations/social-achievement-conversation-create`: a conversation for each achievement of a user, with the rights of
 * the caller. One that is there already is returned.
 */
async function createAchievementConversations(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, batchId } = context;
  const { user, achievements } = context.body as { readonly user: string; readonly achievements: readonly string[] };
  const { name } = await records.get(actor, { module: 'users', id: user });
  const conversations: string[] = [];
  for (const achievement of achievements) {
    const filter = { conversation_type: 'Achievement', user, achievement };
    const { data } = await records.find(SYSTEM_ACTOR, { module: CONVERSATIONS, filter, fields: ['_id'], limit: 1 });
    const [there] = data;
    const fields = { ...filter, name: `${toText(name)} has earned an achievement`, participants: [user] };
    conversations.push(there?._id ?? (await records.create(actor, { module: CONVERSATIONS, fields, batchId })).record._id);
  }
  return { status: 201, body: { conversations } };
}

/** Likes a comment of a conversation, or no longer. */
async function likeComment(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const id = context.parameters['comment'] ?? '';
  await context.records.get(context.actor, { module: COMMENTS, id });
  return react(context, id);
}

/** Likes a comment on a record that the caller may see, or no longer. */
async function likeRecordComment(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { comment } = await openComment(context);
  return react(context, comment._id);
}

async function react(context: PluginRouteContext, id: string): Promise<PluginRouteResponse> {
  const { liked } = context.body as { readonly liked: boolean };
  return { body: { liked, likes: await changeList(context, id, 'liked_by', liked) } };
}

const LIKED: Pick<PluginRouteDefinition, 'bodySchema' | 'responseSchema'> = {
  bodySchema: bodyOf({ liked: { type: 'boolean' } }, ['liked']),
  responseSchema: {
    type: 'object',
    required: ['liked', 'likes'],
    properties: { liked: { type: 'boolean' }, likes: { type: 'integer', minimum: 0 } },
  },
};

/** The endpoints of conversations and their comments, and likes of comments on records. */
export const SOCIAL_ROUTES: readonly PluginRouteDefinition[] = [
  {
    method: 'PUT',
    path: '/api/social-comments/mark-one-as-viewed-by/by-user',
    summary: 'Mark a comment as viewed by the caller',
    bodySchema: bodyOf({ id: ID, userToAdd: ID }, ['id']),
    responseSchema: DONE,
    errors: [],
    handle: markOneAsViewed,
  },
  {
    method: 'PUT',
    path: '/api/social-comments/mark-as-viewed-by/by-user',
    summary: 'Mark comments as viewed by the caller',
    bodySchema: bodyOf({ ids: { type: 'array', minItems: 1, maxItems: MAX_SEEN, uniqueItems: true, items: ID }, userToAdd: ID }, ['ids']),
    responseSchema: DONE,
    errors: [],
    handle: (context) => markViewed(context, (context.body as { readonly ids: readonly string[] }).ids),
  },
  {
    method: 'PUT',
    path: '/api/social-comments/like/:comment',
    summary: 'Like a comment of a conversation, or no longer',
    ...LIKED,
    errors: [],
    handle: likeComment,
  },
  {
    method: 'PUT',
    path: '/api/record-comments/:comment/liked',
    summary: 'Like a comment on a record, or no longer',
    ...LIKED,
    errors: ['comments_for_staff', 'comment_not_found'],
    handle: likeRecordComment,
  },
  {
    method: 'PUT',
    path: '/api/social-conversations/update-activity-date/:id',
    summary: 'Set the last activity of a conversation to now',
    responseSchema: {
      type: 'object',
      required: ['success', 'activity_date'],
      properties: { success: { const: true }, activity_date: { type: 'string' } },
    },
    errors: [],
    handle: updateActivityDate,
  },
  {
    method: 'POST',
    path: '/api/social-conversations/social-achievement-conversation-create',
    summary: 'Create a conversation about each achievement of a user',
    status: 201,
    bodySchema: bodyOf(
      { user: ID, achievements: { type: 'array', minItems: 1, maxItems: MAX_ACHIEVEMENTS, uniqueItems: true, items: ID } },
      ['user', 'achievements'],
    ),
    responseSchema: { type: 'object', required: ['conversations'], properties: { conversations: { type: 'array', items: ID } } },
    errors: [],
    handle: createAchievementConversations,
  },
];
