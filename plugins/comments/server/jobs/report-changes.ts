import { MusterError, SYSTEM_ACTOR, type AuditEntry, type PluginJobContext } from '#engine';
import { toText } from '#engine/model';
import { textsOf } from '../../shared/comment.ts';
import { followAutomatically } from '../services/follow.ts';
import { keepReaders, type CommentedRecord } from '../services/people.ts';

/** Entries of the audit log that one run reads; the next run goes on after them. */
const MAX_ENTRIES = 20_000;
/** Changes of this long ago are left to the next run: those of other processes may not be committed yet. */
const SETTLE_MS = 2_000;
/** Records whose followers are read at once, and the most followers of them. */
const CHUNK = 200;
const MAX_FOLLOWERS = 5_000;
/** Saves that people make themselves; imports and mass loads make nobody a follower. */
const OWN_SOURCE = 'direct record';
/** Modules that are not followed. */
const SILENT: ReadonlySet<string> = new Set(['socialComments', 'recordFollowers']);

interface Change {
  readonly record: CommentedRecord;
  /** Who created it, if it is new. */
  creator: string | undefined;
  readonly entries: AuditEntry[];
}

/**
 * Reads what the audit log has since the last run: makes people followers of records that they create or are assigned, and notifies the
 * followers of changed records. Followers are told only of changes that they may read, and the log is read once for all, so that saves cost
 * nothing.
 */
export async function reportChanges(context: PluginJobContext): Promise<void> {
  const until = context.clock.now() - SETTLE_MS;
  const cursor = await readCursor(context);
  const since = cursor?.since ?? until;
  const { changes, last, count } = await readChanges(context, since, until);
  for (const change of changes.values()) {
    if (context.signal.aborted) return;
    await addFollowers(context, change);
  }
  const followers = await findFollowers(context, [...changes.values()]);
  for (const [key, users] of followers) {
    const change = changes.get(key);
    if (context.signal.aborted) return;
    if (change !== undefined) await notifyFollowers(context, change, users, since);
  }
  // A run without entries has nothing to go past: most minutes of a quiet product write nothing.
  if (count > 0 || cursor === undefined) await storeCursor(context, cursor?.id, last);
}

/** The time up to which changes have been reported; undefined: the first run. */
async function readCursor({ records }: PluginJobContext) {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'recordFollowers',
    filter: { changes_until: { exists: true } },
    limit: 1,
  });
  const [stored] = data;
  if (stored === undefined) return undefined;
  const time = Date.parse(toText(stored['changes_until']));
  return { id: stored._id, since: Number.isNaN(time) ? undefined : time };
}

async function storeCursor({ records }: PluginJobContext, id: string | undefined, time: number): Promise<void> {
  const fields = { changes_until: new Date(time).toISOString() };
  if (id === undefined) await records.create(SYSTEM_ACTOR, { module: 'recordFollowers', fields: { name: 'Changes', ...fields } });
  else await records.update(SYSTEM_ACTOR, { module: 'recordFollowers', id, fields, quiet: true });
}

async function readChanges({ records }: PluginJobContext, since: number, until: number) {
  const changes = new Map<string, Change>();
  let last = until;
  let count = 0;
  const entries = await records.streamAudit(SYSTEM_ACTOR, {
    filter: { date_created: { range: { gt: new Date(since).toISOString(), lte: new Date(until).toISOString() } } },
    sort: [{ sortField: 'date_created', sortOrder: 'asc' }],
  });
  for await (const entry of entries) {
    const at = Date.parse(entry.date_created);
    // Entries of one time stay together: the next run begins after it.
    if (count >= MAX_ENTRIES && at > last) break;
    count += 1;
    last = count >= MAX_ENTRIES ? at : until;
    if (SILENT.has(entry.module) || entry.changed_by === null) continue;
    const key = `${entry.module}/${entry.record_id}`;
    const change = changes.get(key) ?? { record: { module: entry.module, id: entry.record_id }, creator: undefined, entries: [] };
    // A new record has one entry, without a field. It is news to nobody who follows it.
    if (entry.field === null) change.creator = entry.changeSource === OWN_SOURCE ? entry.changed_by : undefined;
    else change.entries.push(entry);
    changes.set(key, change);
  }
  return { changes, last, count };
}

/** Who created the record, and who was assigned it by somebody, follow it. */
async function addFollowers(context: PluginJobContext, { record, creator = '', entries }: Change): Promise<void> {
  const assigned = entries
    .filter(({ changeSource, field }) => changeSource === OWN_SOURCE && field === 'assigned_to')
    .map(({ new_value: value }) => toText(value));
  const people = [...new Set([creator, ...assigned])].filter((id) => id !== '');
  for (const { _id } of await keepReaders(context, people, record)) await followAutomatically(context, _id, record);
}

function personOf({ changed_by: by }: AuditEntry): string {
  return by ?? '';
}

/** The followers of changed records, by 'module/id'. */
async function findFollowers({ records }: PluginJobContext, changes: readonly Change[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const module of new Set(changes.map(({ record }) => record.module))) {
    const ofModule = changes.flatMap(({ record }) => (record.module === module ? [{ module, id: record.id }] : []));
    for (let start = 0; start < ofModule.length; start += CHUNK) {
      const about = { in: ofModule.slice(start, start + CHUNK) };
      try {
        const filter = { about, follows: true };
        const { data } = await records.find(SYSTEM_ACTOR, { module: 'recordFollowers', filter, limit: MAX_FOLLOWERS });
        for (const { user, about: record } of data) {
          const { module: name, id } = record as unknown as CommentedRecord;
          found.set(`${name}/${id}`, [...(found.get(`${name}/${id}`) ?? []), ...textsOf(user)]);
        }
      } catch (error) {
        // The log also has what is no record of a module, such as settings of users: nobody follows that.
        if (!(error instanceof MusterError) || error.code !== 'filter_invalid') throw error;
        break;
      }
    }
  }
  return found;
}

async function notifyFollowers(
  context: PluginJobContext,
  { record, entries }: Change,
  followers: readonly string[],
  since: number,
): Promise<void> {
  if (followers.every((user) => entries.every((entry) => personOf(entry) === user))) return;
  for (const { _id: user } of await keepReaders(context, followers, record)) {
    const { data } = await context.records.audit(
      { kind: 'user', userId: user },
      {
        module: record.module,
        recordId: record.id,
        filter: { date_created: { range: { gt: new Date(since).toISOString() } } },
        limit: entries.length + 1,
      },
    );
    const newest = data.find((entry) => entry.field !== null && personOf(entry) !== user && entry.changed_by !== null);
    if (newest === undefined) continue;
    await context.notify({
      kind: 'record_changed',
      to: [user],
      ...{ module: record.module, record: record.id },
      key: `changed/${record.module}/${record.id}`,
      by: personOf(newest),
      occurredAt: Date.parse(newest.date_created),
    });
  }
}
