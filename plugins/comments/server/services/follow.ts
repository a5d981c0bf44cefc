import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import type { JsonObject } from '#engine/model';
import { textsOf } from '../../shared/comment.ts';
import type { CommentedRecord } from './people.ts';

type Records = Pick<PluginContext, 'records'>;

const MODULE = 'recordFollowers';

/** Most followers of one record who are notified. */
const MAX_FOLLOWERS = 1_000;

/** The choice of a user about a record; undefined: none yet. Without a record it is the choice about following automatically. */
async function findChoice({ records }: Records, user: string, record: CommentedRecord | undefined) {
  const about: JsonObject = record === undefined ? { exists: false } : { equals: { module: record.module, id: record.id } };
  const { data } = await records.find(SYSTEM_ACTOR, { module: MODULE, filter: { user, about }, limit: 2 });
  return data;
}

/** Whether a user follows a record. After a merge there may be two choices: one that follows is enough. */
export async function isFollowing(context: Records, user: string, record: CommentedRecord): Promise<boolean> {
  return (await findChoice(context, user, record)).some(({ follows }) => follows === true);
}

/** Whether a user follows records automatically: yes, unless they chose otherwise. */
export async function followsAutomatically(context: Records, user: string): Promise<boolean> {
  return !(await findChoice(context, user, undefined)).some(({ follows }) => follows === false);
}

/** Stores the choice of a user about a record, or without one about following automatically. */
export async function storeChoice(context: Records, user: string, record: CommentedRecord | undefined, follows: boolean): Promise<void> {
  const stored = await findChoice(context, user, record);
  for (const { _id } of stored) await context.records.update(SYSTEM_ACTOR, { module: MODULE, id: _id, fields: { follows } });
  if (stored.length > 0) return;
  const about = record === undefined ? {} : { about: { module: record.module, id: record.id } };
  await context.records.create(SYSTEM_ACTOR, { module: MODULE, fields: { user, follows, ...about } });
}

/** Makes a user a follower, unless they have a choice about the record already or do not follow automatically. */
export async function followAutomatically(context: Records, user: string, record: CommentedRecord): Promise<void> {
  if ((await findChoice(context, user, record)).length > 0 || !(await followsAutomatically(context, user))) return;
  await storeChoice(context, user, record, true);
}

/** Ids of the followers of a record. */
export async function listFollowers({ records }: Records, { module, id }: CommentedRecord): Promise<readonly string[]> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: MODULE,
    filter: { about: { equals: { module, id } }, follows: true },
    fields: ['user'],
    limit: MAX_FOLLOWERS,
  });
  return [...new Set(data.flatMap(({ user }) => textsOf(user)))];
}
