import type { Document } from 'mongodb';
import type { Key } from '#engine/model/compiled';
import type { GroupRequest } from '#engine/model/filter';
import type { GroupMeasure, GroupRow, GroupStep } from '../../../ports/index.ts';
import { keyPath } from '../schema/key-path.ts';

const DEFAULT_LIMIT = 1000;

/** A group as the pipeline returns it. */
export interface StoredGroup {
  readonly _id: { readonly [name: string]: Key | null };
  readonly [measure: string]: unknown;
}

/** The stages that group the records of the stages before them. */
export function compileGroup(query: GroupRequest): Document[] {
  const stages: Document[] = [];
  const id: Document = {};
  for (const [index, step] of query.by.entries()) {
    const name = `b${index}`;
    stages.push(...groupStages(step, `_${name}`));
    id[name] = `$_${name}`;
  }
  stages.push(...measureStages(query, id));
  if (query.measures.length > 0) stages.push({ $set: Object.fromEntries(query.measures.map(finishMeasure)) });
  return [...stages, ...sortStages(query), { $limit: query.limit ?? DEFAULT_LIMIT }];
}

/** Converts a group to the type of the port. */
export function readGroup(stored: StoredGroup, { by, measures }: GroupRequest): GroupRow {
  const measured = measures.map(({ name }, index) => {
    const value = stored[`m${index}`];
    return [name, value === null ? null : Number(value)] as const;
  });
  return { keys: by.map((_, index) => stored._id[`b${index}`] ?? null), measures: Object.fromEntries(measured) };
}

/**
 * Different values are counted in two stages, first by value: a set of them in each group would be limited by the size of a document.
 */
function measureStages({ measures }: GroupRequest, id: Document): Document[] {
  const fields = Object.assign({}, ...measures.map(measureFields)) as Document;
  const distinct = measures.find((measure) => measure.kind === 'distinct');
  if (distinct === undefined) return [{ $group: { _id: id, ...fields } }];
  const value = distinct.key === undefined || distinct.key.list ? null : valueOf(distinct.key);
  const groups = Object.fromEntries(Object.keys(id).map((name) => [name, `$_id.${name}`]));
  const joined = Object.assign({}, ...measures.map(joinFields)) as Document;
  return [{ $group: { _id: { ...id, value }, ...fields } }, { $group: { _id: groups, ...joined } }];
}

/** `m`: the sum for an average; `n`: how many records have a value. */
function measureFields({ kind, key }: GroupMeasure, index: number): Document {
  if (kind === 'distinct') return {};
  if (kind === 'count' || key === undefined) return { [`m${index}`]: { $sum: 1 } };
  const value = valueOf(key);
  const accumulator = kind === 'avg' ? '$sum' : `$${kind}`;
  return { [`m${index}`]: { [accumulator]: value }, [`n${index}`]: { $sum: { $cond: [{ $isNumber: value }, 1, 0] } } };
}

/** As `measureFields`, of the groups by different values. */
function joinFields({ kind, key }: GroupMeasure, index: number): Document {
  const [measure, count] = [`m${index}`, `n${index}`];
  if (kind === 'distinct') return { [measure]: { $sum: { $cond: [{ $eq: ['$_id.value', null] }, 0, 1] } } };
  if (kind === 'count' || key === undefined) return { [measure]: { $sum: `$${measure}` } };
  const accumulator = kind === 'min' || kind === 'max' ? `$${kind}` : '$sum';
  return { [measure]: { [accumulator]: `$${measure}` }, [count]: { $sum: `$${count}` } };
}

function finishMeasure({ kind, key }: GroupMeasure, index: number): [string, unknown] {
  const [measure, count] = [`$m${index}`, `$n${index}`];
  if (kind === 'count' || kind === 'distinct' || key === undefined) return [`m${index}`, measure];
  return [`m${index}`, { $cond: [{ $gt: [count, 0] }, kind === 'avg' ? { $divide: [measure, count] } : measure, null] }];
}

function sortStages({ by, measures, sort }: GroupRequest): Document[] {
  const order: Document = {};
  const stages: Document[] = [];
  if (sort !== undefined) {
    const direction = sort.descending ? -1 : 1;
    if ('step' in sort) order[`_id.b${sort.step}`] = direction;
    else {
      const measure = `m${measures.findIndex(({ name }) => name === sort.measure)}`;
      stages.push({ $set: { _missing: { $eq: [`$${measure}`, null] } } });
      Object.assign(order, { _missing: 1, [measure]: direction });
    }
  }
  for (const index of by.keys()) order[`_id.b${index}`] ??= 1;
  return Object.keys(order).length === 0 ? stages : [...stages, { $sort: order }];
}

/** Writes the value to group by into a helper field, one record per value; null when missing. */
function groupStages(step: GroupStep, name: string): Document[] {
  const value = `$${keyPath(step.key.id)}`;
  if (step.kind === 'bucket')
    return [{ $set: { [name]: { $cond: [{ $eq: [{ $ifNull: [value, null] }, null] }, null, bucketOf(step, value)] } } }];
  if (!step.key.list) return [{ $set: { [name]: valueOf(step.key) } }];
  return [{ $set: { [name]: { $cond: [{ $isArray: value }, { $setUnion: [value, []] }, [null]] } } }, { $unwind: `$${name}` }];
}

function valueOf({ id, absent }: GroupStep['key']): Document {
  return { $ifNull: [`$${keyPath(id)}`, absent ?? null] };
}

/** The start of the period, computed with local dates, which have no clock changes. */
function bucketOf(step: GroupStep & { readonly kind: 'bucket' }, value: string): Document {
  const instant = { $toDate: { $toLong: value } };
  const format = (pattern: string): Document => ({ $dateToString: { date: instant, timezone: step.timeZone, format: pattern } });
  if (step.unit === 'hour') return step.of === 'day' ? { $concat: [value, 'T00'] } : format('%Y-%m-%dT%H');
  const day = { $dateFromString: { dateString: step.of === 'day' ? value : format('%Y-%m-%d') } };
  return { $dateToString: { date: { $dateTrunc: { date: day, unit: step.unit, startOfWeek: 'sunday' } }, format: '%Y-%m-%d' } };
}
