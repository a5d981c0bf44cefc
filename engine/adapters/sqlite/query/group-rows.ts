import type { KeySchema } from '#engine/model/compiled';
import type { GroupMeasure, GroupQuery, GroupRow, GroupStep } from '../../../ports/index.ts';
import type { GroupedRead } from '../cache/query-cache.ts';
import { bucketExpression } from './bucket-expression.ts';
import type { Collection } from '../schema/collection.ts';
import type { QueryPlan } from './query-plan.ts';
import type { Statement } from './statement.ts';
import { DEFAULT_DEADLINE, isSmall, type StoreContext } from '../store-context.ts';

/**
 * Groups and measures in SQL: on the main thread for a small collection, else in a reader thread, unless the cache has the result.
 * Concurrent requests for the same groups share one read.
 */
export async function groupRows(context: StoreContext, query: GroupQuery): Promise<readonly GroupRow[]> {
  const { cache, connection, versions } = context;
  const plan = context.planner.plan({
    collection: query.collection,
    filter: query.filter,
    ...(query.access === undefined ? {} : { access: query.access }),
  });
  const { by, measures, sort, limit } = query;
  const keys = [...by, ...measures].flatMap((part) => part.key ?? []);
  const read: GroupedRead = { plan, id: `${plan.countKey}\n${JSON.stringify({ by, measures, sort, limit })}`, keys };
  const known = versions.snapshot(() => {
    const cached = cache.getGroups(read);
    cache.countUse(cached !== undefined);
    if (cached !== undefined || !isSmall(context, plan.collection)) return cached;
    const { text, params } = groupStatement(plan, query);
    const mark = cache.beginRead(plan.collection.name);
    const rows = toGroups(query, connection.all(text, params));
    cache.setGroups(read, rows, mark);
    return rows;
  });
  return known ?? groupShared(context, read, query);
}

async function groupShared(context: StoreContext, read: GroupedRead, query: GroupQuery): Promise<readonly GroupRow[]> {
  const { cache, versions } = context;
  const deadline = query.deadline ?? DEFAULT_DEADLINE;
  if (!read.plan.canCacheCount || !cache.isOn) return groupInReader(context, read, query, deadline);
  let isOwn = false;
  const rows = await cache.share(`groups ${read.id}`, deadline, (within) => {
    isOwn = true;
    return groupInReader(context, read, query, within);
  });
  if (isOwn) return rows;
  // What another request began to read may be older than this request.
  return versions.snapshot(() => cache.getGroups(read)) ?? groupInReader(context, read, query, deadline);
}

async function groupInReader(context: StoreContext, read: GroupedRead, query: GroupQuery, deadline: number): Promise<readonly GroupRow[]> {
  const { cache, readers, versions } = context;
  const { name } = read.plan.collection;
  const begun = cache.beginRead(name);
  const { position, results } = await readers.read({ kind: 'read', statements: [groupStatement(read.plan, query)], deadline });
  const rows = toGroups(query, results[0] ?? []);
  versions.refresh();
  const mark = cache.endRead(name, begun, position);
  if (mark !== undefined) cache.setGroups(read, rows, mark);
  return rows;
}

function toGroups(query: GroupQuery, rows: readonly (readonly unknown[])[]): readonly GroupRow[] {
  return rows.map((row) => ({
    keys: query.by.map((_, index) => (row[index] ?? null) as string | number | null),
    measures: Object.fromEntries(
      query.measures.map((measure, index) => [measure.name, (row[query.by.length + index] ?? null) as number | null]),
    ),
  }));
}

function groupStatement(plan: QueryPlan, query: GroupQuery): Statement {
  const joinParams: unknown[] = [];
  const keyParams: unknown[] = [];
  const joins: string[] = [];
  const keys = query.by.map((step, index) => groupExpression(plan.collection, step, index, joins, joinParams, keyParams));
  const measures = query.measures.map((measure) => measureExpression(plan.collection, measure));
  const places = keys.map((_, index) => String(index + 1));
  const order = [...sortExpressions(query), ...places];
  // Without keys `GROUP BY NULL` makes one group, and none of no records.
  const grouping = `GROUP BY ${places.join(', ') || 'NULL'}${order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`}`;
  return {
    text: `SELECT ${[...keys, ...measures].join(', ') || '1'} FROM ${plan.collection.table} t${joins.join('')} WHERE ${plan.scan.where} ${grouping} LIMIT ?`,
    params: [...keyParams, ...joinParams, ...plan.scan.params, query.limit ?? 1000],
  };
}

/** Refers to selected columns by their place. */
function sortExpressions({ sort, by, measures }: GroupQuery): string[] {
  if (sort === undefined) return [];
  const direction = sort.descending ? 'DESC' : 'ASC';
  if ('step' in sort) return [`${sort.step + 1} ${direction}`];
  const place = by.length + 1 + measures.findIndex(({ name }) => name === sort.measure);
  return [`${place} ${direction} NULLS LAST`];
}

/** A record with a list key counts once in each different value, or period. */
function groupExpression(
  collection: Collection,
  step: GroupStep,
  index: number,
  joins: string[],
  joinParams: unknown[],
  keyParams: unknown[],
): string {
  const name = columnOf(collection, step.key);
  if (!step.key.list) {
    if (step.kind === 'key') return name;
    const { text, params } = bucketExpression(step, name);
    keyParams.push(...params);
    return text;
  }
  if (step.kind === 'bucket') joinParams.push(step.of, step.unit, step.timeZone);
  const list = step.kind === 'bucket' ? `buckets(${name}, ?, ?, ?)` : name;
  const within = step.kind === 'bucket' ? '1' : `g${index}.key > 0 AND g${index}.key < json_array_length(${name}) - 1`;
  joins.push(` LEFT JOIN json_each(${list}) g${index} ON ${within}`);
  return `g${index}.value`;
}

function measureExpression(collection: Collection, measure: GroupMeasure): string {
  if (measure.kind === 'count') return 'count(*)';
  if (measure.key === undefined || measure.key.list) return measure.kind === 'distinct' ? '0' : 'NULL';
  const name = columnOf(collection, measure.key);
  if (measure.kind === 'distinct') return `count(DISTINCT ${name})`;
  // As floating point: a sum of integers past 2^63 would be an error.
  return measure.kind === 'sum' || measure.kind === 'avg' ? `${measure.kind}(${name} + 0.0)` : `${measure.kind}(${name})`;
}

function columnOf(collection: Collection, key: KeySchema): string {
  return `t.${collection.keys.get(key.id)?.column ?? 'NULL'}`;
}
