import type { Document, MongoClient } from 'mongodb';
import { allOf, compareBy, compileMatcher, usesRelated, type FilterNode, type KeyedRecord } from '#engine/model/filter';
import type { Key } from '#engine/model/compiled';
import type { StoreQuery } from '../../../ports/index.ts';
import { findBookmark, type BookmarkedOrder, type QueryCache, type WriteMarkers } from '../cache/query-cache.ts';
import { keyName, keyPath } from '../schema/key-path.ts';
import type { StoredDocument } from '../schema/stored-document.ts';
import { readSnapshot } from '../server/read-snapshot.ts';
import { sortsInMemory } from './explain-query.ts';
import { planQuery, type FindRange, type QueryContext } from './plan-query.ts';
import { readPlanned } from './read-query.ts';
import { countEqualSteps, readSeekSteps, seekRange, type Seek, type SeekStep } from './seek-filter.ts';

/** Records between two bookmarks: a hundredth of the first offset, within these limits. */
const MIN_INTERVAL = 200;
const MAX_INTERVAL = 2_000;
const FIRST_BOOKMARKS = 100;
/** Bookmarks are made for this part of an offset beyond it, because the next page is usually near. */
const AHEAD = 0.25;
/** A page is read again when its order changed meanwhile; after this many times it is read without bookmarks. */
const MAX_TRIES = 3;
/** An order whose bookmarks served fewer pages than this is read without bookmarks for a while. */
const WORTHWHILE_PAGES = 8;
const MAX_SKIPPED_PAGES = 64;
const MAX_PAUSED = 1_000;
/** Intervals that may lie between two bookmarks after many inserts; then they are made again. */
const MAX_DISTANCE = 4;

/** A query prepared for pages by bookmarks. */
interface SeekQuery {
  readonly query: StoreQuery;
  readonly name: string;
  readonly filter: FilterNode;
  readonly steps: readonly SeekStep[];
  readonly ranges: readonly FindRange[];
  readonly sort: Document;
}

/** Why an order has no bookmarks at the moment. */
interface Pause {
  /** Pages to read without bookmarks. */
  left: number;
  readonly length: number;
}

/**
 * Reads pages at deep offsets from bookmarks: one seek and a short scan, instead of a scan of all records before the page.
 * The markers of the collection show, before and after the page is read, that it is exact.
 */
export class BookmarkPages {
  readonly #client: MongoClient;
  readonly #cache: QueryCache;
  readonly #building = new Map<string, Promise<BookmarkedOrder | undefined>>();
  readonly #paused = new Map<string, Pause>();

  constructor(client: MongoClient, cache: QueryCache) {
    this.#client = client;
    this.#cache = cache;
  }

  /** Indexes may have been created or dropped. */
  reset(): void {
    this.#paused.clear();
  }

  /** The records of a page; undefined when it has to be read without bookmarks. */
  async read(query: StoreQuery, context: QueryContext): Promise<readonly StoredDocument[] | undefined> {
    if (!this.#cache.caches(query.collection)) return undefined;
    const seeking = await prepareSeek(query, context);
    if (seeking === undefined || this.#isPaused(seeking.name)) return undefined;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const order = await this.#findOrder(seeking, context);
      if (order === undefined) return undefined;
      const page = await readPage(seeking, order, context);
      const marks = await this.#cache.readMarks(query.collection);
      if (!this.#cache.isUnchanged(query.collection, order, marks)) continue;
      order.usage.pages += 1;
      return page;
    }
    return undefined;
  }

  #isPaused(name: string): boolean {
    const pause = this.#paused.get(name);
    if (pause === undefined || pause.left <= 0) return false;
    pause.left -= 1;
    return true;
  }

  /** The order with bookmarks up to the offset of the query, in the current state of the store. */
  async #findOrder(seeking: SeekQuery, context: QueryContext): Promise<BookmarkedOrder | undefined> {
    const offset = seeking.query.offset ?? 0;
    const marks = await this.#cache.readMarks(seeking.query.collection);
    const current = this.#cache.getOrder(seeking.query.collection, seeking.name, marks);
    if (current !== undefined && isNear(current, offset)) return current;
    const built = await (this.#building.get(seeking.name) ?? this.#startBuilding(seeking, current, context));
    return built !== undefined && isNear(built, offset) ? built : undefined;
  }

  #startBuilding(seeking: SeekQuery, current: BookmarkedOrder | undefined, context: QueryContext): Promise<BookmarkedOrder | undefined> {
    const building = this.#build(seeking, current, context).finally(() => this.#building.delete(seeking.name));
    this.#building.set(seeking.name, building);
    return building;
  }

  async #build(seeking: SeekQuery, current: BookmarkedOrder | undefined, context: QueryContext): Promise<BookmarkedOrder | undefined> {
    const { name, query } = seeking;
    if (current === undefined) {
      // Bookmarks that were lost to changes of other processes before they were worth their cost.
      const lost = this.#cache.removeOrder(name);
      if (lost !== undefined && lost.usage.pages < WORTHWHILE_PAGES) return this.#pause(name);
      if (await sortsInMemory(query, context)) return this.#pause(name, Infinity);
    }
    return readSnapshot(this.#client, async (session) => {
      const marks = await this.#cache.readMarks(query.collection, session);
      // Continues the bookmarks, unless they are too far apart by now.
      const base =
        current !== undefined && (query.offset ?? 0) > current.reach ? this.#cache.getOrder(query.collection, name, marks) : undefined;
      const order = await extendOrder(seeking, base?.marks === marks ? base : undefined, marks, { ...context, session });
      this.#cache.setOrder(name, order);
      return order;
    });
  }

  /** Each pause is twice as long as the one before. */
  #pause(name: string, pages?: number): undefined {
    const length = Math.min((this.#paused.get(name)?.length ?? 2) * 2, MAX_SKIPPED_PAGES);
    this.#paused.set(name, { left: pages ?? length, length });
    if (this.#paused.size > MAX_PAUSED) this.#paused.delete(this.#paused.keys().next().value ?? '');
  }
}

/** Whether a page at the offset is at most a few intervals after a bookmark. */
function isNear(order: BookmarkedOrder, offset: number): boolean {
  const distance = offset - (order.ordinals[findBookmark(order, offset)] ?? 0);
  return offset <= order.reach && distance <= MAX_DISTANCE * order.interval;
}

async function prepareSeek(query: StoreQuery, context: QueryContext): Promise<SeekQuery | undefined> {
  const filter = query.access === undefined ? query.filter : allOf([query.filter, query.access]);
  const steps = readSeekSteps(query.sort);
  if (steps === undefined || usesRelated(filter)) return undefined;
  const planned = await planQuery(query, context, 'records');
  if (planned.kind !== 'find' || planned.sort === undefined) return undefined;
  const name = `${query.collection}\n${JSON.stringify(filter)}\n${JSON.stringify(query.sort)}`;
  return { query, name, filter, steps, ranges: planned.ranges, sort: planned.sort };
}

/** Reads a page, segment by segment: between two bookmarks the steps that are equal in both are equal in all records. */
async function readPage(seeking: SeekQuery, order: BookmarkedOrder, context: QueryContext): Promise<StoredDocument[]> {
  const { query, steps } = seeking;
  const found: StoredDocument[] = [];
  for (;;) {
    const offset = (query.offset ?? 0) + found.length;
    const limit = query.limit - found.length;
    const index = findBookmark(order, offset);
    const from = order.positions[index];
    const to = order.positions[index + 1];
    const equal = from === undefined || to === undefined ? 0 : countEqualSteps(steps, from, to);
    const seek = from && { position: from, equal };
    const segment = await run(seeking, seek, { skip: offset - (order.ordinals[index] ?? 0), limit }, context, 'records');
    found.push(...segment);
    // A segment of equal steps may end within the page. It reaches beyond the next bookmark, so that the next segment is another one.
    if (segment.length === limit || equal === 0 || segment.length === 0) return found;
  }
}

/** Adds bookmarks up to the offset of the query and beyond. `base`: the order so far, in the state of `marks`. */
async function extendOrder(
  seeking: SeekQuery,
  base: BookmarkedOrder | undefined,
  marks: WriteMarkers,
  context: QueryContext,
): Promise<BookmarkedOrder> {
  const { query, steps, filter } = seeking;
  const offset = query.offset ?? 0;
  const interval = Math.max(base?.interval ?? MIN_INTERVAL, Math.min(MAX_INTERVAL, Math.round(offset / FIRST_BOOKMARKS)));
  const rules = base?.rules ?? { matches: compileMatcher(filter), compare: compareBy(query.sort) };
  const positions = [...(base?.positions ?? [])];
  const ordinals = [...(base?.ordinals ?? [])];
  const wanted = offset * (1 + AHEAD) + interval;
  let reach = ordinals.at(-1) ?? 0;
  while (reach < wanted) {
    const next = await stepOn(seeking, positions.slice(-2), interval, context);
    reach = next === undefined ? Infinity : reach + interval;
    if (next === undefined) break;
    positions.push(toPosition(next, steps));
    ordinals.push(reach);
  }
  return { rules, marks, positions, ordinals, reach, interval, usage: base?.usage ?? { pages: 0 } };
}

/** The record `interval` records after the last of the bookmarks so far, of which the last two are given. */
async function stepOn(
  seeking: SeekQuery,
  last: readonly KeyedRecord[],
  interval: number,
  context: QueryContext,
): Promise<StoredDocument | undefined> {
  const page = { skip: interval, limit: 1 };
  const from = last.at(-1);
  const before = last.at(-2);
  if (from === undefined) return (await run(seeking, undefined, page, context, 'positions'))[0];
  // Where many records have equal keys, the next bookmark is probably one of them: then none of them is scanned twice.
  const equal = before === undefined ? 0 : countEqualSteps(seeking.steps, before, from);
  const [found] = equal === 0 ? [] : await run(seeking, { position: from, equal }, page, context, 'positions');
  return found ?? (await run(seeking, { position: from, equal: 0 }, page, context, 'positions'))[0];
}

function run(
  { query, ranges, sort, steps }: SeekQuery,
  seek: Seek | undefined,
  { skip, limit }: { readonly skip: number; readonly limit: number },
  context: QueryContext,
  wanted: 'records' | 'positions',
): Promise<StoredDocument[]> {
  const found = seek === undefined ? ranges : ranges.flatMap((range) => seekRange(range, steps, seek));
  const projection = wanted === 'records' ? undefined : positionFields(steps);
  return readPlanned({ kind: 'find', ranges: found, sort, skip, limit, projection }, query, context, 'records', limit);
}

function positionFields(steps: readonly SeekStep[]): Document {
  const fields: Document = { _id: 1 };
  for (const step of steps) if (step.kind === 'key') fields[keyPath(step.key.id)] = 1;
  return fields;
}

function toPosition({ _id, k }: Pick<StoredDocument, '_id' | 'k'>, steps: readonly SeekStep[]): KeyedRecord {
  const keys: { [keyId: string]: Key } = {};
  for (const step of steps) {
    const value = step.kind === 'key' ? k?.[keyName(step.key.id)] : undefined;
    if (step.kind === 'key' && (typeof value === 'string' || typeof value === 'number')) keys[step.key.id] = value;
  }
  return { id: _id, keys };
}
