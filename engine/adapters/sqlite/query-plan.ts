import { allOf, compileMatcher, usesRelated, type FilterNode, type KeySchema, type Matcher, type SortStep } from '#engine/model';
import type { StoreQuery } from '../../ports/index.ts';
import type { Collection, CollectionMap } from './collection.ts';
import { compileNode } from './compile-node.ts';
import { compileSort, type CompiledSort } from './compile-sort.ts';
import { findCandidateQueries, type CandidateQuery } from './candidate-query.ts';
import { chooseIndexScan, type IndexScan } from './index-scan.ts';
import { ROW_BUDGET } from './query-text.ts';

/** A query worked out once: its SQL and the ways in which it can be run. */
export interface QueryPlan {
  readonly collection: Collection;
  /** Names filter and access: what a total depends on. */
  readonly countKey: string;
  /** Names filter, access and sort: what an order depends on. */
  readonly orderKey: string;
  /** The test of a row `t`, with the budget first. */
  readonly where: string;
  readonly whereParams: readonly unknown[];
  readonly sort: CompiledSort;
  /** The index that answers rows in order, if one does. */
  readonly indexScan: IndexScan | undefined;
  /** Ways to find the rows from indexes, of filter and access apart. */
  readonly filterDrivers: readonly CandidateQuery[];
  readonly accessDrivers: readonly CandidateQuery[];
  /** The totals and orders of this query can be kept: a change of a record tells what it changes in them. */
  readonly canCacheCount: boolean;
  readonly canCacheOrder: boolean;
  readonly steps: readonly SortStep[];
  readonly sortKeys: readonly KeySchema[];
  readonly matcher: () => Matcher;
  /** Walking in order went over its budget at this time; it is not tried again for a while. */
  indexScanFailedAt: number;
  /** The order holds too many rows to be kept. */
  isOrderTooLong: boolean;
}

const MAX_PLANS = 2000;

/** Works plans out and keeps the latest; the same query asked again costs one look into a map. */
export class Planner {
  readonly #collections: CollectionMap;
  readonly #plans = new Map<string, QueryPlan>();
  readonly #texts = new WeakMap<object, string>();

  constructor(collections: CollectionMap) {
    this.#collections = collections;
  }

  /** Shapes changed: indexes may have come or gone. */
  clear(): void {
    this.#plans.clear();
  }

  plan(query: Omit<StoreQuery, 'limit' | 'sort'> & { readonly sort?: readonly SortStep[] }): QueryPlan {
    const countKey = `${query.collection}\n${this.#textOf(query.filter)}\n${query.access === undefined ? '' : this.#textOf(query.access)}`;
    const steps = query.sort ?? [];
    const orderKey = steps.length === 0 ? `${countKey}\n[]` : `${countKey}\n${this.#textOf(steps)}`;
    const known = this.#plans.get(orderKey);
    if (known) {
      this.#plans.delete(orderKey);
      this.#plans.set(orderKey, known);
      return known;
    }
    const plan = this.#make(query, steps, countKey, orderKey);
    this.#plans.set(orderKey, plan);
    if (this.#plans.size > MAX_PLANS) this.#plans.delete(this.#plans.keys().next().value ?? '');
    return plan;
  }

  /** Nodes are immutable and often the same object for a reader's every request. */
  #textOf(node: object): string {
    let text = this.#texts.get(node);
    if (text === undefined) this.#texts.set(node, (text = JSON.stringify(node)));
    return text;
  }

  #make(query: Pick<StoreQuery, 'collection' | 'filter' | 'access'>, steps: readonly SortStep[], countKey: string, orderKey: string): QueryPlan {
    const collection = this.#collections.get(query.collection);
    const context = { collections: this.#collections, collection, alias: 't', depth: 0 };
    const combinedFilter = query.access === undefined ? query.filter : allOf([query.filter, query.access]);
    const whereParams: unknown[] = [];
    const where = `${ROW_BUDGET} AND ${conjunctionOf(combinedFilter).map((node) => compileNode(node, { ...context, params: whereParams })).join(' AND ') || '1'}`;
    const canCacheCount = !usesRelated(combinedFilter);
    let matcher: Matcher | undefined;
    return {
      collection, countKey, orderKey, where, whereParams, steps,
      sort: compileSort(steps, context),
      indexScan: chooseIndexScan(collection, conjunctionOf(combinedFilter), conjunctionOf(query.filter), steps),
      filterDrivers: findCandidateQueries(conjunctionOf(query.filter), context),
      accessDrivers: query.access === undefined ? [] : findCandidateQueries(conjunctionOf(query.access), context),
      canCacheCount,
      canCacheOrder: canCacheCount && steps.every((step) => step.kind !== 'related'),
      sortKeys: sortKeysOf(steps),
      matcher: () => (matcher ??= compileMatcher(combinedFilter)),
      indexScanFailedAt: -Infinity,
      isOrderTooLong: false,
    };
  }
}

/** The conditions that must all hold. */
function conjunctionOf(node: FilterNode): readonly FilterNode[] {
  if (node.kind === 'constant' && node.value) return [];
  return node.kind === 'all' ? node.nodes.flatMap(conjunctionOf) : [node];
}

function sortKeysOf(steps: readonly SortStep[]): KeySchema[] {
  const keys = new Map<string, KeySchema>();
  for (const step of steps) if (step.kind !== 'id') keys.set(step.key.id, step.key);
  return [...keys.values()];
}
