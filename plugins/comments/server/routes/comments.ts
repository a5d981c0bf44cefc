import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { MAX_LIMIT, MAX_SEEN, PAGE_SIZE, textsOf, type CommentView } from '../../shared/comment.ts';
import { isFollowing } from '../services/follow.ts';
import { describeFiles, openFiles } from '../services/comment-files.ts';
import { actForCaller, openComment, openRecord } from '../services/open-record.ts';
import { findStaff, keepReaders, maySee, type CommentedRecord, type Person } from '../services/people.ts';

const MODULE = 'socialComments';

/** Users who are offered for a mention. */
const OFFERED = 8;
/** Users by name of whom those who may see the record are offered. */
const CANDIDATES = 40;

/** The comments on a record, in the filter grammar. */
function onRecord({ module, id }: CommentedRecord): JsonObject {
  return { of_record: true, about: { equals: { module, id } } };
}

function unreadBy(userId: string): JsonObject {
  return { not: { or: [{ viewed_by: { equals: userId } }, { user: { equals: userId } }] } };
}

/** Users whose names the caller may read, by id. */
async function readNames({ records, actor }: PluginRouteContext, ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const names = await records.names(
    actor,
    [...new Set(ids)].map((id) => ({ module: 'users', id })),
  );
  return new Map([...names.values()].flatMap(({ _id, name }) => (name === undefined ? [] : [[_id, { _id, name }]])));
}

/** Comments as the caller sees them. */
async function view(context: PluginRouteContext, userId: string, comments: readonly VisibleRecord[]): Promise<readonly CommentView[]> {
  const names = await readNames(
    context,
    comments.flatMap((one) => [...textsOf(one['user']), ...textsOf(one['mentions'])]),
  );
  return comments.map((one) => {
    const [author = ''] = textsOf(one['user']);
    const isOwn = author === userId;
    return {
      _id: one._id,
      by: names.get(author) ?? null,
      comment: toText(one['comment']),
      mentions: textsOf(one['mentions']).flatMap((id) => names.get(id) ?? []),
      files: describeFiles(one['files']),
      createdAt: toText(one['createdAt']),
      editedAt: typeof one['edited_at'] === 'string' ? one['edited_at'] : null,
      resolved: one['resolved'] === true,
      isOwn,
      mayDelete: isOwn || context.rights.unrestricted,
      isUnread: !isOwn && !textsOf(one['viewed_by']).includes(userId),
      likes: textsOf(one['liked_by']).length,
      isLiked: textsOf(one['liked_by']).includes(userId),
    };
  });
}

async function count(context: PluginRouteContext, filter: JsonObject): Promise<number> {
  return (await context.records.find(SYSTEM_ACTOR, { module: MODULE, filter, fields: ['_id'], limit: 1 })).total;
}

function toBody(value: object): PluginRouteResponse['body'] {
  return value as unknown as PluginRouteResponse['body'];
}

/** `POST /api/record-comments/search`: the comments on a record, the newest first. */
export async function listComments(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { userId, record } = await openRecord(context);
  const { limit = PAGE_SIZE } = context.body as { readonly limit?: number };
  const [{ data, total }, unread, follows] = await Promise.all([
    context.records.find(SYSTEM_ACTOR, {
      module: MODULE,
      filter: onRecord(record),
      sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
      limit,
    }),
    count(context, { ...onRecord(record), ...unreadBy(userId) }),
    isFollowing(context, userId, record),
  ]);
  const next = total > data.length && data.length < MAX_LIMIT ? Math.min(data.length + PAGE_SIZE, MAX_LIMIT) : null;
  return { body: toBody({ data: await view(context, userId, data), total, unread, follows, next }) };
}

/** `POST /api/record-comments/summary`: the figures of a record for its header. */
export async function summarize(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { userId, record } = await openRecord(context);
  const [total, unread, follows] = await Promise.all([
    count(context, onRecord(record)),
    count(context, { ...onRecord(record), ...unreadBy(userId) }),
    isFollowing(context, userId, record),
  ]);
  return { body: { total, unread, follows } };
}

/** The mentioned users. Errors: `mention_not_allowed` if one of them is not staff or may not see the record. */
async function checkMentions(
  context: PluginRouteContext,
  mentions: readonly string[],
  record: CommentedRecord,
): Promise<readonly string[]> {
  const readers = new Set((await keepReaders(context, mentions, record)).map(({ _id }) => _id));
  const refused = mentions.filter((id) => !readers.has(id));
  if (refused.length === 0) return mentions;
  const names = [...(await readNames(context, refused)).values()].map(({ name }) => name);
  const who = names.length === refused.length ? names.join(', ') : 'Somebody whom you mention';
  return context.refuse('mention_not_allowed', {
    message: `${who} may not see this record, and so cannot be mentioned. Remove the mention, or ask an admin for access.`,
    data: { mentions: refused },
  });
}

interface NewComment {
  readonly comment: string;
  readonly mentions?: readonly string[];
  /** Paths of uploaded files. */
  readonly files?: readonly string[];
}

/** `POST /api/record-comments/create`. */
export async function createComment(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { userId, record } = await openRecord(context, true);
  const { comment, mentions = [], files = [] } = context.body as unknown as NewComment;
  const checked = await checkMentions(context, mentions, record);
  const opened = await openFiles(context, files);
  const { record: saved } = await context.records.create(actForCaller(context), {
    module: MODULE,
    batchId: context.batchId,
    idempotency: context.idempotencyKeyFor('comment'),
    fields: {
      comment: comment.trim(),
      mentions: [...checked],
      user: userId,
      viewed_by: [userId],
      of_record: true,
      about: { module: record.module, id: record.id },
      ...(opened.length === 0 ? {} : { files: opened }),
    },
  });
  const [created] = await view(context, userId, [saved]);
  return { status: 201, body: toBody(created ?? {}) };
}

/** `PUT /api/record-comments/:comment`: authors change the text; everyone who may see the record marks it as resolved. */
export async function changeComment(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { userId, comment: stored, record, isOwn } = await openComment(context);
  const { comment, mentions, resolved } = context.body as {
    readonly comment?: string;
    readonly mentions?: readonly string[];
    readonly resolved?: boolean;
  };
  if ((comment !== undefined || mentions !== undefined) && !isOwn) context.refuse('comment_of_another');
  const earlier = textsOf(stored['mentions']);
  const added = (mentions ?? []).filter((id) => !earlier.includes(id));
  await checkMentions(context, added, record);
  const text = comment?.trim();
  const { record: saved } = await context.records.update(actForCaller(context), {
    module: MODULE,
    id: stored._id,
    batchId: context.batchId,
    idempotency: context.idempotencyKeyFor('comment'),
    fields: {
      ...(text === undefined || text === stored['comment']
        ? {}
        : { comment: text, edited_at: new Date(context.clock.now()).toISOString() }),
      ...(mentions === undefined ? {} : { mentions: [...mentions] }),
      ...(resolved === undefined ? {} : { resolved }),
    },
  });
  const [changed] = await view(context, userId, [saved]);
  return { body: toBody(changed ?? {}) };
}

/** `DELETE /api/record-comments/:comment`: by its author, or a System Admin. */
export async function deleteComment(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { comment, isOwn } = await openComment(context);
  if (!isOwn && !context.rights.unrestricted) context.refuse('comment_of_another');
  await context.records.markDeleted(actForCaller(context), { module: MODULE, ids: [comment._id], batchId: context.batchId });
  return { body: { success: true } };
}

/** `POST /api/record-comments/viewed`: the caller has seen the comments on a record. */
export async function markViewed(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { userId, record } = await openRecord(context);
  const { data } = await context.records.find(SYSTEM_ACTOR, {
    module: MODULE,
    filter: { ...onRecord(record), ...unreadBy(userId) },
    fields: ['viewed_by'],
    limit: MAX_SEEN,
  });
  for (const { _id, viewed_by: seen } of data)
    await context.records.update(SYSTEM_ACTOR, { module: MODULE, id: _id, quiet: true, fields: { viewed_by: [...textsOf(seen), userId] } });
  return { body: { success: true } };
}

/** `POST /api/record-comments/people`: staff who may see the record, for a mention. */
export async function listPeople(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { userId, record } = await openRecord(context);
  const { search = '' } = context.body as { readonly search?: string };
  const terms = search.trim();
  const people = await findStaff(context, { not: { _id: userId } }, { limit: CANDIDATES, terms: terms === '' ? undefined : terms });
  const names = await readNames(
    context,
    people.map(({ _id }) => _id),
  );
  const may = await Promise.all(people.map(async (one) => names.has(one._id) && (await maySee(context, one._id, record))));
  return { body: toBody({ data: people.filter((_, index) => may[index] === true).slice(0, OFFERED) }) };
}
