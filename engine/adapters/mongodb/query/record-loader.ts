import type { StoredRecord } from '../../../ports/index.ts';
import type { SchemaRegistry } from '../schema/schema-registry.ts';
import { readByIds } from './plan-query.ts';
import { fromStored } from '../schema/stored-document.ts';

/** Concurrent reads per collection; ids that are requested meanwhile share the next read. */
const MAX_CONCURRENT_READS = 4;
const MAX_IDS = 2_000;

interface PendingRead {
  readonly ids: readonly string[];
  readonly resolve: (records: readonly (StoredRecord | undefined)[]) => void;
  readonly reject: (error: unknown) => void;
}

interface ReadQueue {
  waiting: PendingRead[];
  running: number;
  scheduled: boolean;
}

/**
 * Reads records by id. Requests of one turn of the event loop, and requests that had to wait, share one query: a query
 * costs more than finding the records.
 */
export class RecordLoader {
  readonly #schemaRegistry: SchemaRegistry;
  readonly #queues = new Map<string, ReadQueue>();

  constructor(schemaRegistry: SchemaRegistry) {
    this.#schemaRegistry = schemaRegistry;
  }

  /** The records in the order of the ids, as stored at some time after this call. */
  get(collection: string, ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    return new Promise((resolve, reject) => {
      const queue = this.#getQueue(collection);
      queue.waiting.push({ ids, resolve, reject });
      if (queue.scheduled) return;
      queue.scheduled = true;
      setImmediate(() => this.#start(collection, queue));
    });
  }

  #getQueue(collection: string): ReadQueue {
    let queue = this.#queues.get(collection);
    if (queue === undefined) this.#queues.set(collection, (queue = { waiting: [], running: 0, scheduled: false }));
    return queue;
  }

  #start(collection: string, queue: ReadQueue): void {
    queue.scheduled = false;
    while (queue.running < MAX_CONCURRENT_READS && queue.waiting.length > 0) void this.#run(collection, queue, takeBatch(queue));
  }

  async #run(collection: string, queue: ReadQueue, group: readonly PendingRead[]): Promise<void> {
    queue.running += 1;
    try {
      const found = await this.#read(collection, [...new Set(group.flatMap(({ ids }) => ids))]);
      for (const { ids, resolve } of group) resolve(ids.map((id) => found.get(id)));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    queue.running -= 1;
    this.#start(collection, queue);
  }

  async #read(collection: string, ids: readonly string[]): Promise<Map<string, StoredRecord>> {
    const found = await readByIds(collection, ids, { schemaRegistry: this.#schemaRegistry });
    return new Map(found.map((stored) => [stored._id, fromStored(stored)]));
  }
}

/** Takes the first waiting requests, as many as fit one query. */
function takeBatch(queue: ReadQueue): PendingRead[] {
  let ids = 0;
  let count = 0;
  for (const pendingRead of queue.waiting) {
    ids += pendingRead.ids.length;
    if (count > 0 && ids > MAX_IDS) break;
    count += 1;
  }
  return queue.waiting.splice(0, count);
}
