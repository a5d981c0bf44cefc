import type { CollectionSchema, IndexSchema } from '#engine/model/compiled';
import type { CollectionIndexes } from '../../../ports/index.ts';
import type { IndexUseCounts } from '../file/index-use-counter.ts';
import { indexName, listTableName, recordTable } from '../schema/names.ts';
import type { StoreContext } from '../store-context.ts';
import type { CommitQueue } from '../write/commit-queue.ts';

/** How often the connections of this process used each index, added up since the store was opened. */
export class IndexUses {
  readonly #context: Pick<StoreContext, 'connection' | 'readers'>;
  readonly #queue: Pick<CommitQueue, 'takeIndexUses'>;
  readonly #totals = new Map<string, number>();

  constructor(context: Pick<StoreContext, 'connection' | 'readers'>, queue: Pick<CommitQueue, 'takeIndexUses'>) {
    this.#context = context;
    this.#queue = queue;
  }

  async read(schemas: readonly CollectionSchema[]): Promise<readonly CollectionIndexes[]> {
    const { connection, readers } = this.#context;
    // What a thread returned is added even if another one fails.
    const taken = [
      readers.takeIndexUses().then((counts) => counts.forEach((one) => this.#add(one))),
      this.#queue.takeIndexUses().then((counts) => this.#add(counts)),
    ];
    this.#add(connection.takeIndexUses());
    await Promise.all(taken);
    return schemas.map((schema) => ({
      collection: schema.name,
      rows: Number(connection.first(`SELECT max(rid) FROM ${recordTable(schema.name)}`, [])?.[0] ?? 0),
      indexes: schema.indexes.map((index) => ({ keys: index.keys, unique: index.unique === true, uses: this.#sum(schema, index) })),
    }));
  }

  #add(counts: IndexUseCounts): void {
    for (const [name, uses] of counts) this.#totals.set(name, (this.#totals.get(name) ?? 0) + uses);
  }

  /** The table of a list key is its index. */
  #sum({ name, keys: schemas }: CollectionSchema, index: IndexSchema): number {
    const lists = index.keys.filter((id) => schemas.some((key) => key.id === id && key.list)).map((id) => listTableName(name, id));
    return [indexName(name, index), ...lists].reduce((sum, one) => sum + (this.#totals.get(one) ?? 0), 0);
  }
}
