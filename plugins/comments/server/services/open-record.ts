import { SYSTEM_ACTOR, type Actor, type PluginRouteContext } from '#engine';
import { textsOf } from '../../shared/comment.ts';
import type { CommentedRecord } from './people.ts';

/** Who asks, and the record, which they may see now. */
export interface OpenedRecord {
  readonly userId: string;
  readonly record: CommentedRecord;
}

/** The user who asks. Errors: `comments_for_staff`; `action_not_allowed` for a token whose scopes do not reach comments. */
export function readCaller(context: PluginRouteContext, isWriting: boolean): string {
  const { actor, rights, refuse } = context;
  const { userId, scopes } = actor;
  const ofComments = rights.module('socialComments');
  if (scopes !== undefined && !(isWriting ? ofComments.create : ofComments.access)) refuse('action_not_allowed');
  if (userId === undefined || !rights.isStaff) refuse('comments_for_staff');
  return userId ?? '';
}

/** The record that the body names. Errors: those of {@link readCaller}; `record_not_found`, also for a record that the caller may not see. */
export async function openRecord(context: PluginRouteContext, isWriting = false): Promise<OpenedRecord> {
  const userId = readCaller(context, isWriting);
  const { module, id } = context.body as unknown as CommentedRecord;
  await context.records.get(context.actor, { module, id });
  return { userId, record: { module, id } };
}

/** A comment on a record that the caller may see. Errors: those of {@link readCaller}; `comment_not_found`. */
export async function openComment(context: PluginRouteContext, isWriting = true) {
  const { records, actor, parameters, refuse } = context;
  const userId = readCaller(context, isWriting);
  const {
    data: [comment],
  } = await records.find(SYSTEM_ACTOR, {
    module: 'socialComments',
    filter: { _id: parameters['comment'] ?? '', of_record: true },
    limit: 1,
  });
  const about = comment?.['about'] as unknown as CommentedRecord | undefined | null;
  if (comment === undefined || about === undefined || about === null) return refuse('comment_not_found');
  await records.get(actor, { module: about.module, id: about.id }).catch(() => refuse('comment_not_found'));
  return { userId, comment, record: about, isOwn: textsOf(comment['user']).includes(userId) };
}

/** The product, which needs no right on the module of comments, in the name of the caller: the audit log has who wrote, and for whom. */
export function actForCaller({ actor: { userId, impersonatorId } }: PluginRouteContext): Actor {
  return {
    ...SYSTEM_ACTOR,
    name: 'comments',
    ...(userId === undefined ? {} : { userId }),
    ...(impersonatorId === undefined ? {} : { impersonatorId }),
  };
}
