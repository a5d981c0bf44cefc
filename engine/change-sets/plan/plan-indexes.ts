import type { StorePort } from '../../ports/index.ts';
import { readIndexRates, type PublishReview } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { MATCH_ALL } from '#engine/model/filter';
import type { PlannedIndexWork } from '#engine/model/wire';

type Index = Pick<PlannedIndexWork, 'fields' | 'unique' | 'contains'>;

/** The indexes that existing modules get and lose. New and removed modules have no records to work on. */
export async function planIndexes(store: StorePort, { before, after }: PublishReview): Promise<readonly PlannedIndexWork[]> {
  const known = new Map([...before.modules.values()].map((module) => [module.id, module]));
  const rates = await readIndexRates(store);
  const work: PlannedIndexWork[] = [];
  for (const module of after.modules.values()) {
    const old = known.get(module.id);
    if (old === undefined || old.storage === module.storage) continue;
    const [was, is] = [listIndexes(old), listIndexes(module)];
    const [built, dropped] = [subtract(is, was), subtract(was, is)];
    if (built.length + dropped.length === 0) continue;
    const { total: records } = await store.count({ collection: old.storage.name, filter: MATCH_ALL });
    const estimate = ({ contains }: Index): number => Math.ceil(records / (contains ? rates.contains : rates.ordinary));
    for (const index of built) work.push({ module: module.name, action: 'build', ...index, records, estimatedSeconds: estimate(index) });
    for (const index of dropped) work.push({ module: module.name, action: 'drop', ...index, records, estimatedSeconds: 0 });
  }
  return work;
}

/** The indexes that the store has, by the ids of their keys. */
function listIndexes({ storage, indexPlan, fieldsById }: CompiledModule): ReadonlyMap<string, Index> {
  const names = new Map(indexPlan.map(({ keys, names: fields }) => [keys.join(), fields]));
  const nameOf = (key: string): string => fieldsById.get(key)?.name ?? key;
  return new Map([
    ...storage.indexes.map(({ keys, unique = false }): [string, Index] => [
      `${keys.join()} ${unique}`,
      { fields: names.get(keys.join()) ?? keys.map(nameOf), unique, contains: false },
    ]),
    ...storage.contains.map((key): [string, Index] => [`contains ${key}`, { fields: [nameOf(key)], unique: false, contains: true }]),
  ]);
}

function subtract(indexes: ReadonlyMap<string, Index>, others: ReadonlyMap<string, Index>): readonly Index[] {
  return [...indexes].flatMap(([key, index]) => (others.has(key) ? [] : [index]));
}
