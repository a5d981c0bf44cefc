import type { MongoClient } from 'mongodb';
import { allOf, compileMatcher, usesRelated, type Matcher } from '#engine/model';
import { isSnapshotGone } from '../server/translate-error.ts';
import { isTracked, type ChangeTracker, type WriteMarkers } from './change-tracker.ts';
import { countMatches, type FilterQuery, type QueryContext } from '../query/run-query.ts';

const MAX_COUNTS = 5_000;

interface CachedCount {
  readonly total: number;
  readonly marks: WriteMarkers;
  readonly matches: Matcher;
}

/** Caches exact totals. Writes of this process adjust them; after a write of another process they are counted again. */
export class CountCache {
  readonly #client: MongoClient;
  readonly #changes: ChangeTracker;
  readonly #totals = new Map<string, CachedCount>();

  constructor(client: MongoClient, changes: ChangeTracker) {
    this.#client = client;
    this.#changes = changes;
  }

  /** The total at some time after this call. */
  async count(query: FilterQuery, context: QueryContext, max?: number): Promise<number> {
    const combinedFilter = query.access === undefined ? query.filter : allOf([query.filter, query.access]);
    if (!isTracked(query.collection) || usesRelated(combinedFilter)) return countMatches(query, context, max);
    const name = `${query.collection}\n${JSON.stringify(combinedFilter)}`;
    const cached = this.#totals.get(name);
    const known = cached === undefined ? undefined : await this.#applyChanges(name, query.collection, cached);
    if (known !== undefined) return known;
    return this.#recount(name, query, context, cached?.matches ?? compileMatcher(combinedFilter), max);
  }

  async #applyChanges(name: string, collection: string, cached: CachedCount): Promise<number | undefined> {
    const marks = await this.#changes.readMarks(collection);
    const changes = this.#changes.changesBetween(collection, cached.marks, marks);
    if (changes === undefined) return undefined;
    let { total } = cached;
    for (const { id, before, after } of changes) {
      if (before !== undefined && cached.matches(id, before)) total -= 1;
      if (after !== undefined && cached.matches(id, after)) total += 1;
    }
    this.#set(name, { ...cached, total, marks });
    return total;
  }

  /** Reads total and markers from one snapshot of the store. */
  async #recount(name: string, query: FilterQuery, context: QueryContext, matches: Matcher, max: number | undefined): Promise<number> {
    const session = this.#client.startSession({ snapshot: true });
    try {
      const marks = await this.#changes.readMarks(query.collection, session);
      const total = await countMatches(query, { ...context, session }, max);
      if (max === undefined || total <= max) this.#set(name, { total, marks, matches });
      return total;
    } catch (error) {
      if (!isSnapshotGone(error)) throw error;
      return await countMatches(query, context, max);
    } finally {
      await session.endSession();
    }
  }

  #set(name: string, cached: CachedCount): void {
    this.#totals.delete(name);
    this.#totals.set(name, cached);
    if (this.#totals.size > MAX_COUNTS) this.#totals.delete(this.#totals.keys().next().value ?? '');
  }
}
