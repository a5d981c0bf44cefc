import type { Key, RecordKeys } from '../compiled/index.ts';
import { compareKeys } from '../filter/matcher.ts';
import { bucketOf } from './bucket.ts';
import type { GroupMeasure, GroupStep } from './group-query.ts';

/** One group with its keys (null: missing) and measures (null when there are no values to measure). */
export interface MemoryGroup {
  readonly keys: readonly (Key | null)[];
  readonly measures: { readonly [name: string]: number | null };
}

interface Tally {
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

/**
 * Groups records: the memory implementation of a store's `group`. A record whose list key has several values counts in
 * each of their groups. Groups are sorted by their keys in ascending order, missing first; at most `limit`.
 */
export function groupInMemory(
  records: Iterable<RecordKeys>,
  by: readonly GroupStep[],
  measures: readonly GroupMeasure[],
  limit = 1000,
): MemoryGroup[] {
  const groups = new Map<string, OpenGroup>();
  for (const keys of records) {
    for (const groupKeys of combine(by.map((step) => groupKeysOf(step, keys)))) add(groups, groupKeys, keys, measures);
  }
  return [...groups.values()]
    .sort((a, b) => compareGroupKeys(a.keys, b.keys))
    .slice(0, limit)
    .map((group) => ({
      keys: group.keys,
      measures: Object.fromEntries(measures.map((measure, index) => [measure.name, readMeasure(group, measure, index)])),
    }));
}

/** The keys of the groups that a record counts in for a step: one per distinct value of a list, null when missing. */
export function groupKeysOf(step: GroupStep, keys: RecordKeys): (Key | null)[] {
  const value = keys[step.key.id] ?? step.key.absent;
  const values: readonly Key[] = value === undefined ? [] : typeof value === 'object' ? value : [value];
  if (values.length === 0) return [null];
  return [...new Set(step.kind === 'key' ? values : values.map((one) => bucketOf(step, one)))];
}

/** Compares groups by their keys, missing first. */
export function compareGroupKeys(a: readonly (Key | null)[], b: readonly (Key | null)[]): number {
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
    group = { keys: groupKeys, count: 0, tallies: measures.map(() => ({ count: 0, sum: 0, min: Infinity, max: -Infinity })) };
    groups.set(name, group);
  }
  group.count += 1;
  for (const [index, measure] of measures.entries()) {
    const value = measure.key === undefined ? undefined : keys[measure.key.id];
    const tally = group.tallies[index];
    if (typeof value === 'number' && tally !== undefined) addToTally(tally, value);
  }
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
  if (tally === undefined || tally.count === 0) return null;
  return measure.kind === 'avg' ? tally.sum / tally.count : tally[measure.kind];
}
