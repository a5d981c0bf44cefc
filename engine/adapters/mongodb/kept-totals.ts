import type { MongoClient } from 'mongodb';
import { allOf, compileMatcher, usesRelated, type Matcher } from '#engine/model';
import { isSnapshotGone } from './translate-error.ts';
import { isCounted, type ChangeBook, type Marks } from './change-book.ts';
import { countMatches, type FilterQuery, type QuerySettings } from './run-query.ts';

const TOTALS_KEPT = 5_000;

interface KeptTotal {
  readonly total: number;
  readonly marks: Marks;
  readonly matches: Matcher;
}

/** Exact totals that are counted once, and adjusted by what this process saves; another's save has them counted anew. */
export class KeptTotals {
  readonly #client: MongoClient;
  readonly #changes: ChangeBook;
  readonly #totals = new Map<string, KeptTotal>();

  constructor(client: MongoClient, changes: ChangeBook) {
    this.#client = client;
    this.#changes = changes;
  }

  /** The total as it is at some time after this call. */
  async count(query: FilterQuery, settings: QuerySettings, most?: number): Promise<number> {
    const whole = query.access === undefined ? query.filter : allOf([query.filter, query.access]);
    if (!isCounted(query.collection) || usesRelated(whole)) return countMatches(query, settings, most);
    const name = `${query.collection}\n${JSON.stringify(whole)}`;
    const kept = this.#totals.get(name);
    const known = kept === undefined ? undefined : await this.#bringUp(name, query.collection, kept);
    if (known !== undefined) return known;
    return this.#countAnew(name, query, settings, kept?.matches ?? compileMatcher(whole), most);
  }

  async #bringUp(name: string, collection: string, kept: KeptTotal): Promise<number | undefined> {
    const marks = await this.#changes.readMarks(collection);
    const changes = this.#changes.changesBetween(collection, kept.marks, marks);
    if (changes === undefined) return undefined;
    let { total } = kept;
    for (const { id, before, after } of changes) {
      if (before !== undefined && kept.matches(id, before)) total -= 1;
      if (after !== undefined && kept.matches(id, after)) total += 1;
    }
    this.#keep(name, { ...kept, total, marks });
    return total;
  }

  /** Total and marks of one state of the store. */
  async #countAnew(name: string, query: FilterQuery, settings: QuerySettings, matches: Matcher, most: number | undefined): Promise<number> {
    const session = this.#client.startSession({ snapshot: true });
    try {
      const marks = await this.#changes.readMarks(query.collection, session);
      const total = await countMatches(query, { ...settings, session }, most);
      if (most === undefined || total <= most) this.#keep(name, { total, marks, matches });
      return total;
    } catch (error) {
      if (!isSnapshotGone(error)) throw error;
      return await countMatches(query, settings, most);
    } finally {
      await session.endSession();
    }
  }

  #keep(name: string, kept: KeptTotal): void {
    this.#totals.delete(name);
    this.#totals.set(name, kept);
    if (this.#totals.size > TOTALS_KEPT) this.#totals.delete(this.#totals.keys().next().value ?? '');
  }
}
