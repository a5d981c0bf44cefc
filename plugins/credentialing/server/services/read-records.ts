import type { PluginRouteContext, VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import type { RequiredItem } from '../../shared/item.ts';
import { toItem } from './compare-items.ts';

type Context = Pick<PluginRouteContext, 'records' | 'actor'>;

/** Ids of one search. */
const CHUNK = 500;

/** A record by its id and name. */
export type NamedRecord = { readonly _id: string; readonly name: string };

/** The id and the name of a record. */
export function nameOf(record: VisibleRecord): NamedRecord {
  return { _id: record._id, name: toText(record['name']) };
}

/** All records of a module that the caller sees among those with a field in a list of values; by default with these ids. */
export async function findIn(
  { records, actor }: Context,
  module: string,
  values: readonly string[],
  { field = '_id', filter = {} }: { readonly field?: string; readonly filter?: JsonObject } = {},
): Promise<readonly VisibleRecord[]> {
  const distinct = [...new Set(values.filter((value) => value !== ''))];
  const found: VisibleRecord[] = [];
  for (let start = 0; start < distinct.length; start += CHUNK) {
    const part = { [field]: { in: distinct.slice(start, start + CHUNK) } };
    const { data } = await records.find(actor, { module, filter: { and: [part, filter] }, limit: 100_000, totalLimit: 1 });
    found.push(...data);
  }
  return found;
}

/** The same by their ids. Without access to the module there are none. */
export async function findByIds(
  context: Context & Pick<PluginRouteContext, 'rights'>,
  module: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VisibleRecord>> {
  if (!context.rights.module(module).access) return new Map();
  return new Map((await findIn(context, module, ids)).map((record) => [record._id, record]));
}

/** The items of setups or of records that the caller sees, by their order. */
export async function findItemsOf(
  context: Context,
  parent: 'relatedCredentialingSetup' | 'relatedCredentialingRecord',
  ids: readonly string[],
): Promise<readonly RequiredItem[]> {
  const items = await findIn(context, 'credentialingRequiredItems', ids, { field: parent });
  return items.map(toItem).toSorted((left, right) => (left.order ?? 0) - (right.order ?? 0) || left._id.localeCompare(right._id));
}

/** Items by the record that they belong to. */
export function groupByRecord(items: readonly RequiredItem[]): ReadonlyMap<string, readonly RequiredItem[]> {
  const groups = new Map<string, RequiredItem[]>();
  for (const item of items) {
    const id = item.relatedCredentialingRecord ?? '';
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [item]);
    else group.push(item);
  }
  return groups;
}
