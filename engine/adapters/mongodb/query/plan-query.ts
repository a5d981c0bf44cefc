import type { ClientSession, Document } from 'mongodb';
import type { KeySchema } from '#engine/model/compiled';
import { allOf, type FilterNode } from '#engine/model/filter';
import type { StoreQuery } from '../../../ports/index.ts';
import { keyPath } from '../schema/key-path.ts';
import type { SchemaRegistry } from '../schema/schema-registry.ts';
import type { StoredDocument } from '../schema/stored-document.ts';
import type { CompileContext, CompiledFilter } from './compile-context.ts';
import { compileFilter } from './compile-filter.ts';
import { compileSort } from './compile-sort.ts';

export const DEFAULT_DEADLINE = 10_000;

/** A query without order and page. */
export type FilterQuery = Pick<StoreQuery, 'collection' | 'filter' | 'access' | 'deadline'>;

export interface QueryContext {
  readonly schemaRegistry: SchemaRegistry;
  readonly relatedLimit: number;
  readonly session?: ClientSession;
  readonly onQuery?: CompileContext['onQuery'] & object;
}

/** Compiles the filter and the access filter of a query. */
export function compileQuery(query: FilterQuery, context: QueryContext): Promise<CompiledFilter> {
  const node = query.access === undefined ? query.filter : allOf([query.filter, query.access]);
  return compileFilter(node, query.collection, {
    schemaRegistry: context.schemaRegistry,
    session: context.session,
    deadline: query.deadline ?? DEFAULT_DEADLINE,
    relatedLimit: context.relatedLimit,
    next: 0,
    ...(context.onQuery === undefined ? {} : { onQuery: context.onQuery }),
  });
}

/** The query for the server: plain finds where possible, else a pipeline. */
export type ServerQuery =
  | {
      readonly kind: 'find';
      /** Read one after the other; the page is a part of all their records together. */
      readonly ranges: readonly FindRange[];
      readonly sort: Document | undefined;
      readonly skip: number;
      readonly limit: number;
      /** Instead of that of records or ids. */
      readonly projection?: Document | undefined;
    }
  | { readonly kind: 'aggregate'; readonly pipeline: readonly Document[] };

/** A part of an order that one find reads. */
export interface FindRange {
  readonly filter: Document;
  /** All records of the range have the key by which the order is split, or none has it. */
  readonly split?: { readonly key: KeySchema; readonly isMissing: boolean };
}

export const RECORD = { v: 1, dv: 1, d: 1, j: 1 } as const;
export const ID = { _id: 1 } as const;

/**
 * Combines filter, sort and page. The limit must not be 0, which MongoDB reads as no limit. `canSplit` false: not in several ranges.
 */
export async function planQuery(
  query: StoreQuery,
  context: QueryContext,
  wanted: 'records' | 'ids',
  canSplit = true,
): Promise<ServerQuery> {
  const filter = await compileQuery(query, context);
  const needsAlwaysPresent = query.sort.some((step) => step.kind === 'key' && step.key.absent !== undefined);
  const order = compileSort(query.sort, {
    alwaysPresent: needsAlwaysPresent ? (await context.schemaRegistry.getSchema(query.collection)).alwaysPresent : [],
    conditions: [query.filter, ...(query.access === undefined ? [] : [query.access])].flatMap(conditionsOf),
    canSplit: canSplit && filter.stages.length === 0,
  });
  const skip = query.offset ?? 0;
  if (filter.stages.length === 0 && order.stages.length === 0) {
    const single = await findsOne(query, context);
    const ranges = single || order.splitKey === undefined ? [{ filter: filter.match }] : splitRanges(filter.match, order.splitKey);
    return { kind: 'find', ranges, sort: single ? undefined : order.sort, skip, limit: query.limit };
  }
  const pipeline: Document[] = [
    ...filter.stages,
    { $match: filter.match },
    { $project: { ...(wanted === 'ids' ? ID : RECORD), k: 1 } },
    ...order.stages,
    { $sort: order.sort },
  ];
  if (skip > 0) pipeline.push({ $skip: skip });
  if (Number.isFinite(query.limit)) pipeline.push({ $limit: query.limit });
  pipeline.push({ $project: wanted === 'ids' ? ID : RECORD });
  return { kind: 'aggregate', pipeline };
}

/** The conditions that must all match. */
function conditionsOf(node: FilterNode): readonly FilterNode[] {
  return node.kind === 'all' ? node.nodes.flatMap(conditionsOf) : [node];
}

/** The records that have the key, then those that lack it. */
function splitRanges(match: Document, key: KeySchema): readonly FindRange[] {
  const path = keyPath(key.id);
  return [
    { filter: { $and: [match, { [path]: { $gte: key.kind === 'text' ? '' : -Infinity } }] }, split: { key, isMissing: false } },
    { filter: { $and: [match, { [path]: null }] }, split: { key, isMissing: true } },
  ];
}

/** Whether the filter matches at most one record, by id or by a unique index, so that no sort is needed. */
async function findsOne(query: StoreQuery, context: QueryContext): Promise<boolean> {
  const { unique } = await context.schemaRegistry.getSchema(query.collection);
  const nodes = conditionsOf(query.filter);
  if (nodes.some((node) => node.kind === 'ids' && node.ids.length === 1)) return true;
  return unique.some((keys) =>
    keys.every((keyId) => nodes.some((node) => node.kind === 'equals' && node.key.id === keyId && node.values.length === 1)),
  );
}

/** Reads records by id, in the order of the ids, without those that do not exist. */
export async function readByIds(
  collection: string,
  ids: readonly string[],
  context: Pick<QueryContext, 'schemaRegistry' | 'session'>,
): Promise<readonly StoredDocument[]> {
  const found = await context.schemaRegistry
    .collection(collection)
    .find(
      { _id: ids.length === 1 ? (ids[0] as string) : { $in: [...ids] } },
      { projection: RECORD, batchSize: ids.length + 1, ...(context.session === undefined ? {} : { session: context.session }) },
    )
    .toArray();
  const byId = new Map(found.map((stored) => [stored._id, stored]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Counts the matching records; stops above `max` when it is given. */
export async function countMatches(query: FilterQuery, context: QueryContext, max?: number): Promise<number> {
  const filter = await compileQuery(query, context);
  const pipeline: Document[] = [...filter.stages, { $match: filter.match }];
  if (max !== undefined) pipeline.push({ $limit: max + 1 });
  pipeline.push({ $group: { _id: null, total: { $sum: 1 } } });
  // Without a condition: the index on _id is much smaller than the records.
  const hint = Object.keys(filter.match).length === 0 && filter.stages.length === 0 ? { hint: { _id: 1 } } : {};
  const [found] = await context.schemaRegistry
    .collection(query.collection)
    .aggregate<{ total: number }>(pipeline, {
      maxTimeMS: query.deadline ?? DEFAULT_DEADLINE,
      ...hint,
      ...(context.session === undefined ? {} : { session: context.session }),
    })
    .toArray();
  return found?.total ?? 0;
}
