import { isDeepStrictEqual } from 'node:util';
import type { CompiledModule } from '#engine/model/compiled';
import { allOf, type FilterNode } from '#engine/model/filter';
import { makeKeys } from '#engine/model/keys';
import type { LayoutCost, LayoutCostItem } from '#engine/model/wire';
import { MusterError } from '../../errors/index.ts';
import type { ClockPort, StorePort, StoreQuery } from '../../ports/index.ts';
import { replanIndexes, type DefinitionSnapshot, type IndexChanges } from '../../registry/index.ts';
import { findServingIndex, offerIndex } from './find-serving-index.ts';
import { listLayoutQueries, presentRecords, type LayoutQuery } from './list-queries.ts';
import { createTimesMemory, percentile, type QueryTimes } from './query-times.ts';

/** A query without an index that reads more records than this is reported before its layout is published. */
export const SCAN_LIMIT = 1_000_000;
/** How long a measurement is used, in milliseconds. */
const VALID_FOR = 300_000;
/** Pages that one measurement reads. */
const RUNS = 5;
/** Milliseconds after which a query is stopped. */
const DEADLINE = 2_000;
/** Milliseconds of one request in which measurements begin; the rest is measured at the next request. */
const BUDGET = 6_000;
/** Longest part of a text that is searched for. */
const MAX_SEARCHED = 8;

export interface LayoutCostsOptions {
  readonly store: Pick<StorePort, 'find' | 'indexUses'>;
  readonly clock: ClockPort;
  /** Default: `SCAN_LIMIT`. */
  readonly scanLimit?: number;
}

/** Measures what layouts cost on this store. */
export interface LayoutCosts {
  /**
   * The costs of a layout as it would be published. It reads pages of records without access rules, and returns none of their values.
   * @throws `module_not_found`, errors of the store.
   */
  measure(snapshot: DefinitionSnapshot, changes: IndexChanges): Promise<LayoutCost>;
}

/** Creates the measurements; they are remembered for some minutes by the process. */
export function createLayoutCosts({ store, clock, scanLimit = SCAN_LIMIT }: LayoutCostsOptions): LayoutCosts {
  const memory = createTimesMemory();

  async function timeQuery(
    module: CompiledModule,
    query: LayoutQuery,
    pageSize: number,
    isInTime: boolean,
  ): Promise<QueryTimes | undefined> {
    const name = JSON.stringify([module.storage.name, query.searched?.id, query.isContains, query.sort, pageSize]);
    const known = memory.get(name);
    if (known !== undefined && clock.now() - known.at < VALID_FOR) return known;
    if (!isInTime) return known;
    const filter = await findExample(store, module, query);
    if (filter === undefined) return undefined;
    const { sort } = query;
    const base = { collection: module.storage.name, filter: allOf([filter, presentRecords(module)]), sort, deadline: DEADLINE };
    return memory.add(name, { ...(await timeRuns(store, base, pageSize)), at: clock.now() });
  }

  return {
    measure: async (snapshot, changes) => {
      const { layout } = changes;
      const module = snapshot.modules.get(layout.ssModule);
      if (module === undefined) throw new MusterError('module_not_found');
      const [stored] = await store.indexUses([module.storage.name]);
      const records = stored?.rows ?? 0;
      const pageSize = layout.pageSize ?? module.pageSize;
      const now = { indexPlan: module.indexPlan, contains: module.storage.contains };
      const after = isChanged(module, changes) ? replanIndexes(module, changes) : now;
      const started = performance.now();
      const items: LayoutCostItem[] = [];
      for (const query of listLayoutQueries(snapshot, module, layout)) {
        const times = await timeQuery(module, query, pageSize, performance.now() - started < BUDGET);
        const then = findServingIndex(query, after);
        items.push({
          field: query.field,
          use: query.use,
          isServed: findServingIndex(query, now).isServed,
          willBeServed: then.isServed,
          index: then.index,
          milliseconds: times === undefined ? null : percentile(times.samples, 0.95),
          isStopped: times?.isStopped ?? false,
          offer: then.isServed ? null : offerIndex(query, module, changes),
          isTooMany: !then.isServed && records > scanLimit,
        });
      }
      return { module: module.name, records, scanLimit, items };
    },
  };
}

function isChanged({ layouts, definition }: CompiledModule, { layout, indexes, withoutIndexes }: IndexChanges): boolean {
  return !(
    isDeepStrictEqual(
      layouts.find(({ id }) => id === layout.id),
      layout,
    ) &&
    isDeepStrictEqual(definition.indexes, indexes) &&
    isDeepStrictEqual(definition.withoutIndexes, withoutIndexes)
  );
}

/** Reads several pages one after the other: each is another query, so that no cache has its result. */
async function timeRuns(
  store: Pick<StorePort, 'find'>,
  base: Omit<StoreQuery, 'limit' | 'offset'>,
  limit: number,
): Promise<Pick<QueryTimes, 'samples' | 'isStopped'>> {
  const samples: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now();
    try {
      const found = await store.find({ ...base, limit, offset: run * limit });
      samples.push(roundTime(performance.now() - started));
      if (found.length < limit) break;
    } catch (error) {
      if (!(error instanceof MusterError) || error.code !== 'filter_too_costly') throw error;
      return { samples: [...samples, DEADLINE], isStopped: true };
    }
  }
  return { samples, isStopped: false };
}

function roundTime(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

/** A filter for a value that a record has; all records for a query that only sorts; undefined: no record has a value. */
async function findExample(
  store: Pick<StorePort, 'find'>,
  module: CompiledModule,
  { searched, isContains }: LayoutQuery,
): Promise<FilterNode | undefined> {
  if (searched === undefined) return allOf([]);
  const filter = allOf([{ kind: 'exists', keys: [searched] }, presentRecords(module)]);
  const [record] = await store
    .find({ collection: module.storage.name, filter, sort: [], limit: 1, deadline: DEADLINE })
    .catch((error: unknown) => {
      if (error instanceof MusterError && error.code === 'filter_too_costly') return [];
      throw error;
    });
  const stored = record === undefined ? undefined : makeKeys(module, record.document)[searched.id];
  const value = typeof stored === 'object' ? stored[0] : stored;
  if (value === undefined) return undefined;
  if (!isContains) return { kind: 'equals', key: searched, values: [value] };
  const [word = ''] = String(value).split(' ');
  return word === '' ? undefined : { kind: 'contains', key: searched, text: word.slice(0, MAX_SEARCHED) };
}
