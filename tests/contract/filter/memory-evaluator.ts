import {
  allOf,
  compareBy,
  compileMatcher,
  groupInMemory,
  type FilterNode,
  type KeyedRecord,
  type MemoryGroup,
  type NameResolver,
  type RelationResolver,
  type SortStep,
} from '#engine/model/filter';
import type { Key, KeyValue } from '#engine/model/compiled';
import type { GroupQuery } from '../../../engine/ports/index.ts';

/** Evaluates queries over the records of some collections with the memory matcher: the expected results of each store. */
export class MemoryEvaluator {
  readonly #collections: ReadonlyMap<string, readonly KeyedRecord[]>;
  readonly #byId: ReadonlyMap<string, ReadonlyMap<string, KeyedRecord>>;

  readonly #holdersByKey = new Map<string, Map<Key, readonly KeyedRecord[]>>();

  constructor(collections: ReadonlyMap<string, readonly KeyedRecord[]>) {
    this.#collections = collections;
    this.#byId = new Map([...collections].map(([name, records]) => [name, new Map(records.map((record) => [record.id, record]))]));
  }

  /** Ids of all matching records, in order. */
  ids(collection: string, nodes: readonly FilterNode[], sort: readonly SortStep[]): string[] {
    return this.#matching(collection, nodes)
      .sort(compareBy(sort, this.#lookup))
      .map((record) => record.id);
  }

  group(query: GroupQuery): MemoryGroup[] {
    const nodes = query.access === undefined ? [query.filter] : [query.filter, query.access];
    return groupInMemory(
      this.#matching(query.collection, nodes).map((record) => record.keys),
      query,
    );
  }

  #matching(collection: string, nodes: readonly FilterNode[]): KeyedRecord[] {
    const matches = compileMatcher(allOf(nodes), this.#resolve);
    return this.#records(collection).filter((record) => matches(record.id, record.keys));
  }

  #records(collection: string): readonly KeyedRecord[] {
    return this.#collections.get(collection) ?? [];
  }

  readonly #resolve: RelationResolver = (relation, record) => {
    const prefix = relation.prefix ?? '';
    if (relation.direction === 'reverse') {
      return this.#holders(relation.collection, relation.key.id).get(prefix + record.id) ?? [];
    }
    const ids = listOf(record.keys[relation.key.id])
      .filter((key) => String(key).startsWith(prefix))
      .map((key) => String(key).slice(prefix.length));
    return ids.flatMap((id) => this.#byId.get(relation.collection)?.get(id) ?? []);
  };

  /** The records of a collection by the values of one of their keys, cached. */
  #holders(collection: string, keyId: string): ReadonlyMap<Key, readonly KeyedRecord[]> {
    const name = `${collection} ${keyId}`;
    let holders = this.#holdersByKey.get(name);
    if (holders === undefined) {
      holders = new Map();
      for (const record of this.#records(collection)) {
        for (const value of new Set(listOf(record.keys[keyId]))) holders.set(value, [...(holders.get(value) ?? []), record]);
      }
      this.#holdersByKey.set(name, holders);
    }
    return holders;
  }

  readonly #lookup: NameResolver = (step, id) => {
    const name = this.#byId.get(step.collection)?.get(id)?.keys[step.nameKey.id];
    return typeof name === 'object' ? name[0] : name;
  };
}

function listOf(value: KeyValue | undefined): readonly Key[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
}
