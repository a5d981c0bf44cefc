import { SYSTEM_ACTOR, type Rights } from '../../access/index.ts';
import type { ChangeSetServices } from '../contract.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { allOf, MATCH_ALL, MATCH_NONE, notOf, type FilterNode } from '#engine/model/filter';
import { toStoredFilter } from '../stored-keys.ts';
import type { RightsPair } from './compare-rights.ts';
import type { ModulePair } from './touched-parts.ts';

/** Records that somebody gains or loses. */
export interface CountedDifference {
  readonly count: number;
  /** Up to three of them. */
  readonly examples: readonly { readonly _id: string; readonly name: string }[];
}

/** The records of a module that can be seen before and after a change, as filters over the keys that are stored now. */
export interface VisiblePair {
  readonly before: FilterNode;
  readonly after: FilterNode;
}

const MAX_EXAMPLES = 3;

/** What the rights show of a module before and after; the store has no keys of modules and fields that are not published yet. */
export function readVisible(rights: RightsPair, { before, after }: ModulePair, current: DefinitionSnapshot): VisiblePair {
  const visible = (of: Rights, module: CompiledModule | undefined): FilterNode =>
    module === undefined || !of.module(module.name).access
      ? MATCH_NONE
      : toStoredFilter(of.visibilityFilter(module) ?? MATCH_ALL, module.storage.name, current);
  return { before: visible(rights.before, before), after: visible(rights.after, after) };
}

/** The records that match one filter and not another one, as they are stored now. */
export async function countDifference(
  { store, records }: Pick<ChangeSetServices, 'store' | 'records'>,
  module: CompiledModule,
  present: FilterNode,
  absent: FilterNode,
): Promise<CountedDifference> {
  const filter = differenceOf(module, present, absent);
  if (filter.kind === 'constant' && !filter.value) return { count: 0, examples: [] };
  const collection = module.storage.name;
  const { total } = await store.count({ collection, filter });
  if (total === 0) return { count: 0, examples: [] };
  const ids = await store.findIds({ collection, filter, sort: [], limit: MAX_EXAMPLES });
  return { count: total, examples: await nameRecords(records, module, ids) };
}

/** The records that are not deleted and match one filter and not another one. */
export function differenceOf(module: CompiledModule, present: FilterNode, absent: FilterNode): FilterNode {
  const deleted = module.fields.get('deleted')?.keys[0];
  return allOf([...(deleted === undefined ? [] : [{ kind: 'equals', key: deleted, values: [0] } as const]), present, notOf(absent)]);
}

/** Records of a module by their ids, with their names, in this order. */
export async function nameRecords(
  records: ChangeSetServices['records'],
  module: CompiledModule,
  ids: readonly string[],
): Promise<CountedDifference['examples']> {
  const filter = { _id: { in: [...ids] } };
  const { data } = await records.find(SYSTEM_ACTOR, { module: module.name, filter, limit: ids.length, fields: [module.nameField] });
  const names = new Map(data.map((record) => [record._id, record[module.nameField]]));
  return ids.map((_id) => {
    const name = names.get(_id);
    return { _id, name: typeof name === 'string' && name !== '' ? name : _id };
  });
}
