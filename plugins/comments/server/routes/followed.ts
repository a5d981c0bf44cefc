import { MusterError, SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';
import { MAX_ACTIVITY, MAX_FOLLOWED, textsOf, type FollowedActivity } from '../../shared/comment.ts';
import { readCaller } from '../services/open-record.ts';
import type { CommentedRecord } from '../services/people.ts';

/** Comments that are read to find the last one of each record. */
const MAX_COMMENTS = 200;

/** Something that happened to a record, with the id of who did it. */
interface Event extends CommentedRecord {
  readonly kind: FollowedActivity['kind'];
  readonly at: string;
  readonly by: string | undefined;
}

/**
 * `GET /api/record-comments/followed`: the last change and the last comment of each record that the caller follows and may see, the newest
 * first. Of a record that they may not see any more nothing is said.
 */
export async function listFollowedActivity(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context, false);
  const followed = await readFollowed(context, userId);
  const changes = await readChanges(context, followed);
  const seen = new Set(changes.map(keyOf));
  const comments = await readComments(
    context,
    followed.filter((one) => seen.has(keyOf(one))),
  );
  const events = [...changes.filter(({ at }) => at !== ''), ...comments]
    .filter(({ by }) => by !== userId)
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, MAX_ACTIVITY);
  const data = await nameEvents(context, events);
  return { body: { data, followed: seen.size } as unknown as PluginRouteResponse['body'] };
}

const keyOf = ({ module, id }: CommentedRecord): string => `${module}/${id}`;

/** The records that the caller followed last. */
async function readFollowed({ records }: PluginRouteContext, userId: string): Promise<readonly CommentedRecord[]> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'recordFollowers',
    filter: { user: userId, follows: true, about: { exists: true } },
    sort: [{ sortField: 'updatedAt', sortOrder: 'desc' }],
    fields: ['about'],
    limit: MAX_FOLLOWED,
  });
  return data.flatMap(({ about }) => readRecord(about) ?? []);
}

function readRecord(value: JsonValue | undefined): CommentedRecord | undefined {
  const about = value as Partial<CommentedRecord> | null | undefined;
  return typeof about?.module === 'string' && typeof about.id === 'string' ? { module: about.module, id: about.id } : undefined;
}

/** The last change of each record, read with the rights of the caller; '' as its time for one that nobody changed. */
async function readChanges(context: PluginRouteContext, followed: readonly CommentedRecord[]): Promise<readonly Event[]> {
  const { records, actor } = context;
  const found: Event[] = [];
  for (const module of new Set(followed.map((one) => one.module))) {
    const ids = followed.flatMap((one) => (one.module === module ? [one.id] : []));
    const fields = ['createdAt', 'updatedAt', 'modified_by'];
    const page = await records.find(actor, { module, filter: { _id: { in: ids } }, fields, limit: ids.length }).catch(ignoreHidden);
    for (const { _id: id, createdAt, updatedAt, modified_by: by } of page?.data ?? [])
      found.push({ kind: 'changed', module, id, at: updatedAt === createdAt ? '' : toText(updatedAt), by: textsOf(by)[0] });
  }
  return found;
}

/** A module that the caller may not open any more, or that is gone. */
function ignoreHidden(error: unknown): undefined {
  if (error instanceof MusterError && (error.status === 403 || error.status === 404 || error.status === 422)) return undefined;
  throw error;
}

async function readComments({ records }: PluginRouteContext, shown: readonly CommentedRecord[]): Promise<readonly Event[]> {
  if (shown.length === 0) return [];
  const about: readonly JsonObject[] = shown.map(({ module, id }) => ({ about: { equals: { module, id } } }));
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'socialComments',
    filter: { of_record: true, or: about },
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    fields: ['about', 'createdAt', 'user'],
    limit: MAX_COMMENTS,
  });
  const last = new Map<string, Event>();
  for (const one of data) {
    const record = readRecord(one['about']);
    if (record === undefined || last.has(keyOf(record))) continue;
    last.set(keyOf(record), { kind: 'commented', ...record, at: toText(one['createdAt']), by: textsOf(one['user'])[0] });
  }
  return [...last.values()];
}

/** With the names that the caller may read. */
async function nameEvents({ records, actor }: PluginRouteContext, events: readonly Event[]): Promise<readonly FollowedActivity[]> {
  const ofRecords = events.map(({ module, id }) => ({ module, id }));
  const ofUsers = events.flatMap(({ by }) => (by === undefined ? [] : [{ module: 'users', id: by }]));
  const names = new Map<string, string>();
  for (const { _id, name } of (await records.names(actor, [...ofRecords, ...ofUsers])).values())
    if (name !== undefined) names.set(_id, name);
  return events.map(({ kind, module, id, at, by }) => {
    const author = by === undefined ? undefined : names.get(by);
    return {
      ...{ kind, module, at },
      record: { _id: id, name: names.get(id) ?? '' },
      by: by === undefined || author === undefined ? null : { _id: by, name: author },
    };
  });
}
