import type { StorePort } from '../../ports/index.ts';
import { QUEUES_COLLECTION } from './job-document.ts';

const COLLECTION = QUEUES_COLLECTION.name;
const MAX_QUEUES = 10_000;

/** The names of all queues that were ever used, stored once each. */
export class QueueNames {
  readonly #store: StorePort;
  readonly #known = new Set<string>();
  readonly #adding = new Map<string, Promise<void>>();

  constructor(store: StorePort) {
    this.#store = store;
  }

  has(name: string): boolean {
    return this.#known.has(name);
  }

  add(name: string): Promise<void> {
    const adding = this.#adding.get(name) ?? this.#insert(name).finally(() => this.#adding.delete(name));
    this.#adding.set(name, adding);
    return adding;
  }

  async #insert(name: string): Promise<void> {
    const document = { _id: name, _version: 1 };
    // Another process may have added it: only then is the commit refused.
    await this.#store.commit({ writes: [{ kind: 'insert', collection: COLLECTION, document, keys: {}, definitionVersion: 0 }] });
    this.#known.add(name);
  }

  async list(): Promise<readonly string[]> {
    const found = await this.#store.find({
      collection: COLLECTION,
      filter: { kind: 'constant', value: true },
      sort: [],
      limit: MAX_QUEUES,
    });
    return found.map(({ document }) => document._id);
  }
}
