import { allOf, compileMatcher, usesRelated, type FilterNode, type KeyShape, type Matcher, type SortStep } from '#engine/model';
import type { StoreQuery } from '../../ports/index.ts';
import type { Collection, CollectionMap } from './collection.ts';
import { compileNode } from './compile-node.ts';
import { compileSort, type CompiledSort } from './compile-sort.ts';
import { driversOf, type Driver } from './driver.ts';
import { chooseWalk, type IndexWalk } from './index-walk.ts';
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
  readonly walk: IndexWalk | undefined;
  /** Ways to find the rows from indexes, of filter and access apart. */
  readonly filterDrivers: readonly Driver[];
  readonly accessDrivers: readonly Driver[];
  /** The totals and orders of this query can be kept: a change of a record tells what it changes in them. */
  readonly keepsTotal: boolean;
  readonly keepsOrder: boolean;
  readonly steps: readonly SortStep[];
  readonly sortKeys: readonly KeyShape[];
  readonly matcher: () => Matcher;
  /** Walking in order went over its budget at this time; it is not tried again for a while. */
  walkFailedAt: number;
  /** The order holds too many rows to be kept. */
  orderIsLong: boolean;
}

const PLANS_KEPT = 2000;

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
    if (this.#plans.size > PLANS_KEPT) this.#plans.delete(this.#plans.keys().next().value ?? '');
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
    const whole = query.access === undefined ? query.filter : allOf([query.filter, query.access]);
    const whereParams: unknown[] = [];
    const where = `${ROW_BUDGET} AND ${conjunctionOf(whole).map((node) => compileNode(node, { ...context, params: whereParams })).join(' AND ') || '1'}`;
    const keepsTotal = !usesRelated(whole);
    let matcher: Matcher | undefined;
    return {
      collection, countKey, orderKey, where, whereParams, steps,
      sort: compileSort(steps, context),
      walk: chooseWalk(collection, conjunctionOf(whole), conjunctionOf(query.filter), steps),
      filterDrivers: driversOf(conjunctionOf(query.filter), context),
      accessDrivers: query.access === undefined ? [] : driversOf(conjunctionOf(query.access), context),
      keepsTotal,
      keepsOrder: keepsTotal && steps.every((step) => step.kind !== 'related'),
      sortKeys: sortKeysOf(steps),
      matcher: () => (matcher ??= compileMatcher(whole)),
      walkFailedAt: -Infinity,
      orderIsLong: false,
    };
  }
}

/** The conditions that must all hold. */
function conjunctionOf(node: FilterNode): readonly FilterNode[] {
  if (node.kind === 'constant' && node.value) return [];
  return node.kind === 'all' ? node.nodes.flatMap(conjunctionOf) : [node];
}

function sortKeysOf(steps: readonly SortStep[]): KeyShape[] {
  const keys = new Map<string, KeyShape>();
  for (const step of steps) if (step.kind !== 'id') keys.set(step.key.id, step.key);
  return [...keys.values()];
}
