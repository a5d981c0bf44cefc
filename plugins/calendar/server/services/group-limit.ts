import { toText, type JsonObject, type JsonValue } from '#engine/model';

/** What an event has of its calendar group: whether only members see it, and their ids. */
export interface GroupLimit {
  readonly group_limited: boolean;
  readonly group_members: readonly string[];
}

type StoredGroup = { readonly [field: string]: JsonValue | undefined };

/** Finds records of `calendarGroups`. */
export type GroupFinder = (filter: JsonObject) => Promise<readonly StoredGroup[]>;

const OPEN: GroupLimit = { group_limited: false, group_members: [] };

/** Who sees the events of a group: everyone, unless its records say otherwise. Of several records of one group, all must. */
export async function findGroupLimit(find: GroupFinder, group: string): Promise<GroupLimit> {
  if (group === '') return OPEN;
  const records = (await find({ group })).filter(({ active, deleted }) => active !== false && deleted !== true);
  if (records.length === 0 || records.some((record) => record['public'] !== false)) return OPEN;
  const members = records.flatMap(({ members: ids }) => (Array.isArray(ids) ? (ids as readonly JsonValue[]).map(readId) : []));
  return { group_limited: true, group_members: [...new Set(members)].filter((id) => id !== '').sort() };
}

function readId(value: JsonValue): string {
  return typeof value === 'object' && value !== null && '_id' in value ? toText(value['_id']) : toText(value);
}
