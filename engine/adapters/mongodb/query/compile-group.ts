import type { Document } from 'mongodb';
import type { Key } from '#engine/model/compiled';
import type { GroupMeasure, GroupQuery, GroupRow, GroupStep } from '../../../ports/index.ts';
import { keyPath } from '../schema/key-path.ts';

const DEFAULT_LIMIT = 1000;

/** A group as the pipeline returns it. */
export interface StoredGroup {
  readonly _id: { readonly [name: string]: Key | null };
  readonly [measure: string]: unknown;
}

/** The stages that group the records of the stages before them. */
export function compileGroup(query: Pick<GroupQuery, 'by' | 'measures' | 'limit'>): Document[] {
  const stages: Document[] = [];
  const id: Document = {};
  for (const [index, step] of query.by.entries()) {
    const name = `b${index}`;
    stages.push(...groupStages(step, `_${name}`));
    id[name] = `$_${name}`;
  }
  const group: Document = { _id: id };
  for (const [index, measure] of query.measures.entries()) Object.assign(group, measureFields(measure, index));
  stages.push(
    { $group: group },
    { $sort: Object.fromEntries(query.by.map((_, index) => [`_id.b${index}`, 1])) },
    { $limit: query.limit ?? DEFAULT_LIMIT },
  );
  return stages;
}

/** Converts a group to the type of the port. */
export function readGroup(stored: StoredGroup, query: Pick<GroupQuery, 'by' | 'measures'>): GroupRow {
  const measures = query.measures.map((measure, index) => {
    const measured = measure.kind === 'count' || Number(stored[`n${index}`]) > 0;
    return [measure.name, measured ? Number(stored[`m${index}`]) : null] as const;
  });
  return { keys: query.by.map((_, index) => stored._id[`b${index}`] ?? null), measures: Object.fromEntries(measures) };
}

function measureFields(measure: GroupMeasure, index: number): Document {
  if (measure.kind === 'count' || measure.key === undefined) return { [`m${index}`]: { $sum: 1 } };
  const value = `$${keyPath(measure.key.id)}`;
  return { [`m${index}`]: { [`$${measure.kind}`]: value }, [`n${index}`]: { $sum: { $cond: [{ $isNumber: value }, 1, 0] } } };
}

/** Writes the value to group by into a helper field, one record per value; null when missing. */
function groupStages(step: GroupStep, name: string): Document[] {
  const value = `$${keyPath(step.key.id)}`;
  if (step.kind === 'bucket')
    return [{ $set: { [name]: { $cond: [{ $eq: [{ $ifNull: [value, null] }, null] }, null, bucketOf(step, value)] } } }];
  if (!step.key.list) return [{ $set: { [name]: { $ifNull: [value, step.key.absent ?? null] } } }];
  return [{ $set: { [name]: { $cond: [{ $isArray: value }, { $setUnion: [value, []] }, [null]] } } }, { $unwind: `$${name}` }];
}

/** The start of the period, computed with local dates, which have no clock changes. */
function bucketOf(step: GroupStep & { readonly kind: 'bucket' }, value: string): Document {
  const instant = { $toDate: { $toLong: value } };
  const format = (pattern: string): Document => ({ $dateToString: { date: instant, timezone: step.timeZone, format: pattern } });
  if (step.unit === 'hour') return step.of === 'day' ? { $concat: [value, 'T00'] } : format('%Y-%m-%dT%H');
  const day = { $dateFromString: { dateString: step.of === 'day' ? value : format('%Y-%m-%d') } };
  return { $dateToString: { date: { $dateTrunc: { date: day, unit: step.unit, startOfWeek: 'sunday' } }, format: '%Y-%m-%d' } };
}
