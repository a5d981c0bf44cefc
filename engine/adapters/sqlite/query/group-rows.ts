import type { KeySchema } from '#engine/model/compiled';
import type { GroupMeasure, GroupQuery, GroupRow, GroupStep } from '../../../ports/index.ts';
import { bucketExpression } from './bucket-expression.ts';
import type { Collection } from '../schema/collection.ts';
import type { QueryPlan } from './query-plan.ts';
import type { Statement } from './statement.ts';
import { DEFAULT_DEADLINE, isSmall, type StoreContext } from '../store-context.ts';

/** Groups and measures in SQL: on the main thread for a small collection, else in a reader thread. */
export async function groupRows(context: StoreContext, query: GroupQuery): Promise<GroupRow[]> {
  context.versions.refresh();
  const plan = context.planner.plan({
    collection: query.collection,
    filter: query.filter,
    ...(query.access === undefined ? {} : { access: query.access }),
  });
  const statement = groupStatement(plan, query);
  const rows = isSmall(context, plan.collection)
    ? context.connection.all(statement.text, statement.params)
    : (await context.readers.read({ kind: 'read', statements: [statement], deadline: query.deadline ?? DEFAULT_DEADLINE })).results[0];
  return (rows ?? []).map((row) => ({
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
    text: `SELECT ${[...keys, ...measures].join(', ') || '1'} FROM ${plan.collection.table} t${joins.join('')} WHERE ${plan.where} ${grouping} LIMIT ?`,
    params: [...keyParams, ...joinParams, ...plan.whereParams, query.limit ?? 1000],
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
