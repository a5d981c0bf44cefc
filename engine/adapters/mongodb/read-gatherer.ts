import type { StoredRecord } from '../../ports/index.ts';
import type { ShapeBook } from './shape-book.ts';
import { fromStored } from './stored-document.ts';

/** Reads of one collection under way at once; what comes meanwhile is asked for together. */
const MOST_AT_ONCE = 4;
const MOST_IDS = 2_000;

interface Asked {
  readonly ids: readonly string[];
  readonly resolve: (records: readonly (StoredRecord | undefined)[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Desk {
  waiting: Asked[];
  running: number;
  scheduled: boolean;
}

/** Reads by id, those of one turn of the event loop, or that had to wait, in one question: asking costs more than finding. */
export class ReadGatherer {
  readonly #book: ShapeBook;
  readonly #desks = new Map<string, Desk>();

  constructor(book: ShapeBook) {
    this.#book = book;
  }

  /** The records in the order of the ids, as they are stored at some time after this call. */
  get(collection: string, ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    return new Promise((resolve, reject) => {
      const desk = this.#deskOf(collection);
      desk.waiting.push({ ids, resolve, reject });
      if (desk.scheduled) return;
      desk.scheduled = true;
      setImmediate(() => this.#start(collection, desk));
    });
  }

  #deskOf(collection: string): Desk {
    let desk = this.#desks.get(collection);
    if (desk === undefined) this.#desks.set(collection, (desk = { waiting: [], running: 0, scheduled: false }));
    return desk;
  }

  #start(collection: string, desk: Desk): void {
    desk.scheduled = false;
    while (desk.running < MOST_AT_ONCE && desk.waiting.length > 0) void this.#run(collection, desk, takeSome(desk));
  }

  async #run(collection: string, desk: Desk, group: readonly Asked[]): Promise<void> {
    desk.running += 1;
    try {
      const found = await this.#read(collection, [...new Set(group.flatMap(({ ids }) => ids))]);
      for (const { ids, resolve } of group) resolve(ids.map((id) => found.get(id)));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    desk.running -= 1;
    this.#start(collection, desk);
  }

  async #read(collection: string, ids: readonly string[]): Promise<Map<string, StoredRecord>> {
    const found = await this.#book.collection(collection).find({ _id: ids.length === 1 ? (ids[0] as string) : { $in: [...ids] } }, { projection: { v: 1, dv: 1, d: 1, j: 1 }, batchSize: ids.length + 1 }).toArray();
    return new Map(found.map((stored) => [stored._id, fromStored(stored)]));
  }
}

/** The first that wait, as many as one question holds. */
function takeSome(desk: Desk): Asked[] {
  let ids = 0;
  let count = 0;
  for (const asked of desk.waiting) {
    ids += asked.ids.length;
    if (count > 0 && ids > MOST_IDS) break;
    count += 1;
  }
  return desk.waiting.splice(0, count);
}
