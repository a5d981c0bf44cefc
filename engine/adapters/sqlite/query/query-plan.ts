import { allOf, compileMatcher, usesRelated, type FilterNode, type Matcher, type SortStep } from '#engine/model/filter';
import type { KeySchema } from '#engine/model/compiled';
import type { StoreQuery } from '../../../ports/index.ts';
import type { Collection, CollectionMap } from '../schema/collection.ts';
import type { CompileContext } from './compile-key-node.ts';
import { compileNode } from './compile-node.ts';
import { compileSort, type CompiledSort } from './compile-sort.ts';
import { findCandidateQueries, type CandidateQuery } from './candidate-query.ts';
import { chooseIndexScan, type IndexScan } from './index-scan.ts';
import { ROW_BUDGET } from './statement.ts';

/** A prepared query: its SQL and the access paths that it can use. */
export interface QueryPlan {
  readonly collection: Collection;
  /** Identifies filter and access filter, on which a total depends. */
  readonly countKey: string;
  /** Identifies filter, access filter and sort, on which an order depends. */
  readonly orderKey: string;
  /** The condition on a row `t`, with the budget first. */
  readonly where: string;
  readonly whereParams: readonly unknown[];
  /**
   * The same condition for statements that read all matching rows: the deleted ones are excluded by their own index, so that an index which
   * has the other keys is enough.
   */
  readonly scan: { readonly where: string; readonly params: readonly unknown[] };
  readonly sort: CompiledSort;
  /** The index that returns the rows in sort order, if there is one. */
  readonly indexScan: IndexScan | undefined;
  /** Candidate queries that find the rows by indexes, for the filter and the access filter separately. */
  readonly filterDrivers: readonly CandidateQuery[];
  readonly accessDrivers: readonly CandidateQuery[];
  /** The totals and orders of this query can be cached: a change of a record shows how it affects them. */
  readonly canCacheCount: boolean;
  readonly canCacheOrder: boolean;
  readonly steps: readonly SortStep[];
  readonly sortKeys: readonly KeySchema[];
  readonly matcher: () => Matcher;
  /** Time at which an index scan exceeded its budget; it is not tried again for a while. */
  indexScanFailedAt: number;
  /** The order has too many rows to be cached. */
  isOrderTooLong: boolean;
}

const MAX_PLANS = 2000;

/** Creates plans and caches the latest; the same query again costs one map lookup. */
export class Planner {
  readonly #collections: CollectionMap;
  readonly #plans = new Map<string, QueryPlan>();
  readonly #texts = new WeakMap<object, string>();

  constructor(collections: CollectionMap) {
    this.#collections = collections;
  }

  /** Called when schemas changed: indexes may have been created or dropped. */
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

  /** Nodes are immutable, and often the same object for all requests of a user. */
  #textOf(node: object): string {
    let text = this.#texts.get(node);
    if (text === undefined) this.#texts.set(node, (text = JSON.stringify(node)));
    return text;
  }

  #make(
    query: Pick<StoreQuery, 'collection' | 'filter' | 'access'>,
    steps: readonly SortStep[],
    countKey: string,
    orderKey: string,
  ): QueryPlan {
    const collection = this.#collections.get(query.collection);
    const context = { collections: this.#collections, collection, alias: 't', depth: 0 };
    const combinedFilter = query.access === undefined ? query.filter : allOf([query.filter, query.access]);
    const conditions = conjunctionOf(combinedFilter);
    const { where, params: whereParams } = compileWhere(conditions, context);
    const scanned = withoutDeleted(conditions, collection);
    const canCacheCount = !usesRelated(combinedFilter);
    let matcher: Matcher | undefined;
    return {
      collection,
      countKey,
      orderKey,
      where,
      whereParams,
      scan: compileWhere(scanned.rest, context, scanned.texts),
      steps,
      sort: compileSort(steps, context),
      indexScan: chooseIndexScan(collection, conditions, conjunctionOf(query.filter), steps),
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

/** Conditions as SQL, with the budget first; `texts` are conditions without parameters. */
function compileWhere(
  conditions: readonly FilterNode[],
  context: Omit<CompileContext, 'params'>,
  texts: readonly string[] = [],
): { readonly where: string; readonly params: readonly unknown[] } {
  const params: unknown[] = [];
  const compiled = conditions.map((node) => compileNode(node, { ...context, params }));
  return { where: [ROW_BUDGET, ...compiled, ...texts].join(' AND ') + (compiled.length + texts.length === 0 ? ' AND 1' : ''), params };
}

/** The conditions but "not deleted", and that as a condition which reads the index of the deleted rows instead of each row. */
function withoutDeleted(conditions: readonly FilterNode[], { deletedKey, table }: Collection) {
  const rest = conditions.filter((node) => !isNotDeleted(node, deletedKey?.schema.id));
  if (deletedKey === undefined || rest.length === conditions.length) return { rest: conditions, texts: [] };
  return { rest, texts: [`t.rid NOT IN (SELECT rid FROM ${table} WHERE ${deletedKey.column} IS NOT 0)`] };
}

function isNotDeleted(node: FilterNode, key: string | undefined): boolean {
  return node.kind === 'equals' && node.key.id === key && node.values.length === 1 && node.values[0] === 0;
}

/** The conditions that must all match. */
function conjunctionOf(node: FilterNode): readonly FilterNode[] {
  if (node.kind === 'constant' && node.value) return [];
  return node.kind === 'all' ? node.nodes.flatMap(conjunctionOf) : [node];
}

function sortKeysOf(steps: readonly SortStep[]): KeySchema[] {
  const keys = new Map<string, KeySchema>();
  for (const step of steps) if (step.kind !== 'id') keys.set(step.key.id, step.key);
  return [...keys.values()];
}
