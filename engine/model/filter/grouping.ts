import type { KeySchema, Key, KeyValue, RecordKeys } from '../compiled/collection-schema.ts';
import { compareKeys } from './matcher.ts';
import { timestampToDay, dayToTimestamp, zoneClock } from '../time/index.ts';

/** The units of time buckets. Weeks start on Sunday. */
export const TIME_UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
/** The unit of a time bucket. */
export type TimeUnit = (typeof TIME_UNITS)[number];

/** A field or time bucket to group by. */
export type GroupStep =
  | { readonly kind: 'key'; readonly key: KeySchema }
  /** `of` is the type of the key: a calendar day, which has no time zone, or an instant, which is converted to `timeZone`. */
  | {
      readonly kind: 'bucket';
      readonly key: KeySchema;
      readonly of: 'day' | 'instant';
      readonly unit: TimeUnit;
      readonly timeZone: string;
    };

/** How the values of a group are combined: `count` counts its records, `distinct` the different values of a key in them. */
export const MEASURE_KINDS = ['count', 'sum', 'avg', 'min', 'max', 'distinct'] as const;
/** How the values of a group are combined. */
export type MeasureKind = (typeof MEASURE_KINDS)[number];

/** What is computed for each group. */
export interface GroupMeasure {
  /** Name in the result; unique in the request. */
  readonly name: string;
  /** At most one measure of a grouping is `distinct`. */
  readonly kind: MeasureKind;
  /** The key that is measured: a number, for `distinct` any key that is no list; absent for count. */
  readonly key?: KeySchema;
}

/** By what groups are sorted: a step of the grouping, by its place, or a measure, by its name. */
export type GroupSort =
  /** Ascending: missing first; descending: missing last. */
  | { readonly step: number; readonly descending: boolean }
  /** Groups without a value of the measure are last in both directions. */
  | { readonly measure: string; readonly descending: boolean };

const DAY = 86_400_000;

/**
 * The period of a day or instant, as the local day on which it starts (`2026-03-08`); for hours with the hour
 * (`2026-03-08T14`). An hour that the clock repeats is one period.
 */
export function bucketOf(step: GroupStep & { readonly kind: 'bucket' }, value: Key): string {
  const local = step.of === 'day' ? dayToTimestamp(String(value)) : zoneClock(step.timeZone).localTime(Number(value));
  return startOf(step.unit, local);
}

function startOf(unit: TimeUnit, local: number): string {
  const day = timestampToDay(local);
  switch (unit) {
    case 'hour':
      return `${day}T${String(new Date(local).getUTCHours()).padStart(2, '0')}`;
    case 'day':
      return day;
    case 'week':
      return timestampToDay(local - new Date(local).getUTCDay() * DAY);
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'quarter':
      return `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
  }
}

/** The start of the next period, from the start of one: `2026-03-01` of months is followed by `2026-04-01`. */
export function startOfNext(unit: TimeUnit, start: string): string {
  const local = new Date(unit === 'hour' ? `${start}:00:00Z` : `${start}T00:00:00Z`);
  const months = MONTHS[unit];
  if (unit === 'hour') return startOf(unit, local.getTime() + DAY / 24);
  if (months === undefined) return startOf('day', local.getTime() + (unit === 'week' ? 7 * DAY : DAY));
  local.setUTCMonth(local.getUTCMonth() + months);
  return startOf('day', local.getTime());
}

const MONTHS: { readonly [unit in TimeUnit]?: number } = { month: 1, quarter: 3, year: 12 };

/** One group with its keys (null: missing) and measures (null when there are no values to measure). */
export interface MemoryGroup {
  readonly keys: readonly (Key | null)[];
  readonly measures: { readonly [name: string]: number | null };
}

interface Tally {
  readonly values: Set<Key>;
  count: number;
  sum: number;
  min: number;
  max: number;
}

interface OpenGroup {
  readonly keys: readonly (Key | null)[];
  count: number;
  readonly tallies: readonly Tally[];
}

/** What groups are computed and returned. */
export interface GroupRequest {
  /** At most two; none: all records are one group, and no records none. */
  readonly by: readonly GroupStep[];
  /** What is computed for each group; their names are unique, and at most one is `distinct`. */
  readonly measures: readonly GroupMeasure[];
  /** Default: ascending by the keys, missing first, text by code point. Groups that are equal in `sort` are in that order. */
  readonly sort?: GroupSort | undefined;
  /** At most this many groups, the first ones of the order; default 1,000. */
  readonly limit?: number | undefined;
}

/**
 * Groups records: the memory implementation of a store's `group`. A record whose list key has several values counts in
 * each of their groups.
 */
export function groupInMemory(records: Iterable<RecordKeys>, { by, measures, sort, limit = 1000 }: GroupRequest): MemoryGroup[] {
  const groups = new Map<string, OpenGroup>();
  for (const keys of records) {
    for (const groupKeys of combine(by.map((step) => groupKeysOf(step, keys)))) add(groups, groupKeys, keys, measures);
  }
  return [...groups.values()]
    .map((group) => ({
      keys: group.keys,
      measures: Object.fromEntries(measures.map((measure, index) => [measure.name, readMeasure(group, measure, index)])),
    }))
    .sort((a, b) => compareGroups(a, b, sort) || compareGroupKeys(a.keys, b.keys))
    .slice(0, limit);
}

function compareGroups(a: MemoryGroup, b: MemoryGroup, sort: GroupSort | undefined): number {
  if (sort === undefined) return 0;
  const direction = sort.descending ? -1 : 1;
  if ('step' in sort) return direction * compareGroupKeys([a.keys[sort.step] ?? null], [b.keys[sort.step] ?? null]);
  const [left, right] = [a.measures[sort.measure] ?? null, b.measures[sort.measure] ?? null];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return direction * (left - right);
}

/** The keys of the groups that a record counts in for a step: one per distinct value of a list, null when missing. */
function groupKeysOf(step: GroupStep, keys: RecordKeys): (Key | null)[] {
  const value = keys[step.key.id] ?? step.key.absent;
  const values: readonly Key[] = value === undefined ? [] : typeof value === 'object' ? value : [value];
  if (values.length === 0) return [null];
  return [...new Set(step.kind === 'key' ? values : values.map((one) => bucketOf(step, one)))];
}

/** Compares groups by their keys, missing first. */
function compareGroupKeys(a: readonly (Key | null)[], b: readonly (Key | null)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? null;
    if (left === null || right === null) {
      if (left !== right) return left === null ? -1 : 1;
      continue;
    }
    const order = compareKeys(left, right);
    if (order !== 0) return order;
  }
  return 0;
}

function combine(lists: readonly (readonly (Key | null)[])[]): (Key | null)[][] {
  return lists.reduce<(Key | null)[][]>((rows, list) => rows.flatMap((row) => list.map((key) => [...row, key])), [[]]);
}

function add(
  groups: Map<string, OpenGroup>,
  groupKeys: readonly (Key | null)[],
  keys: RecordKeys,
  measures: readonly GroupMeasure[],
): void {
  const name = JSON.stringify(groupKeys);
  let group = groups.get(name);
  if (group === undefined) {
    group = { keys: groupKeys, count: 0, tallies: measures.map(createTally) };
    groups.set(name, group);
  }
  group.count += 1;
  for (const [index, measure] of measures.entries()) {
    const value = measure.key === undefined ? undefined : (keys[measure.key.id] ?? measure.key.absent);
    const tally = group.tallies[index];
    if (tally === undefined) continue;
    if (measure.kind === 'distinct') addValue(tally, value);
    else if (typeof value === 'number') addToTally(tally, value);
  }
}

function createTally(): Tally {
  return { values: new Set(), count: 0, sum: 0, min: Infinity, max: -Infinity };
}

function addValue(tally: Tally, value: KeyValue | undefined): void {
  if (value !== undefined && typeof value !== 'object') tally.values.add(value);
}

function addToTally(tally: Tally, value: number): void {
  tally.count += 1;
  tally.sum += value;
  tally.min = Math.min(tally.min, value);
  tally.max = Math.max(tally.max, value);
}

function readMeasure(group: OpenGroup, measure: GroupMeasure, index: number): number | null {
  if (measure.kind === 'count') return group.count;
  const tally = group.tallies[index];
  if (measure.kind === 'distinct') return tally?.values.size ?? 0;
  if (tally === undefined || tally.count === 0) return null;
  return measure.kind === 'avg' ? tally.sum / tally.count : tally[measure.kind];
}
