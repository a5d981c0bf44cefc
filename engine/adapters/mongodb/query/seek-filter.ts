import type { Document } from 'mongodb';
import type { Key, KeySchema } from '#engine/model/compiled';
import type { KeyedRecord, SortStep } from '#engine/model/filter';
import { keyPath } from '../schema/key-path.ts';
import type { FindRange } from './plan-query.ts';

/** A step of an order whose positions can be sought: by `_id`, or by a key that is no list. */
export type SeekStep = Extract<SortStep, { readonly kind: 'id' | 'key' }>;

/** The steps of an order, with `_id` last, if all of its positions can be sought; else undefined. */
export function readSeekSteps(sort: readonly SortStep[]): readonly SeekStep[] | undefined {
  const steps: SeekStep[] = [];
  for (const step of sort) {
    if (step.kind === 'id') return [...steps, step];
    if (step.kind !== 'key' || step.key.list) return undefined;
    steps.push(step);
  }
  return [...steps, { kind: 'id', descending: sort.at(-1)?.descending === true }];
}

/** Number of leading steps in which two positions are equal. */
export function countEqualSteps(steps: readonly SeekStep[], a: KeyedRecord, b: KeyedRecord): number {
  const differing = steps.findIndex((step) => step.kind === 'id' || valueOf(a, step.key) !== valueOf(b, step.key));
  return differing === -1 ? steps.length : differing;
}

/** A position to read from. The first `equal` steps must have its values. */
export interface Seek {
  readonly position: KeyedRecord;
  readonly equal: number;
}

/** The part of a range from a position on; nothing when the range ends before it. */
export function seekRange(range: FindRange, steps: readonly SeekStep[], { position, equal }: Seek): readonly FindRange[] {
  const { split } = range;
  if (split !== undefined) {
    const isMissing = valueOf(position, split.key) === undefined;
    // The order is split by its first key that varies: the steps before it are equal in all records.
    const isFixed = steps.slice(0, equal).some((step) => step.kind === 'key' && step.key.id === split.key.id);
    if (isMissing !== split.isMissing) return isMissing || isFixed ? [] : [range];
  }
  return [{ ...range, filter: { $and: [range.filter, ...seekFrom(steps, position, equal)] } }];
}

/**
 * The conditions for the records from a position on (included). The first `equal` steps must have the values of the
 * position; the next step has a bound of its own, so that an index is scanned from there and not from its start.
 */
function seekFrom(steps: readonly SeekStep[], position: KeyedRecord, equal: number): Document[] {
  const same = steps.slice(0, equal).map((step) => equals(step, position));
  const rest = steps.slice(equal);
  const [first] = rest;
  if (first === undefined) return same;
  const bound = first.kind === 'key' ? boundOf(first, valueOf(position, first.key)) : undefined;
  return [...same, ...(bound === undefined ? [] : [bound]), isAtOrAfter(rest, position)];
}

/** Lexicographic: a later value of one step, with equal values of all steps before it. */
function isAtOrAfter(steps: readonly SeekStep[], position: KeyedRecord): Document {
  const branches: Document[] = [];
  const same: Document[] = [];
  for (const step of steps) {
    const after = isAfter(step, position);
    if (after !== undefined) branches.push(same.length === 0 ? after : { $and: [...same, after] });
    same.push(equals(step, position));
  }
  return branches.length === 1 ? (branches[0] as Document) : { $or: branches };
}

/**
 * A missing value is last in both directions. Undefined: nothing comes after it. Ascending, the records without a value are
 * a range of their own.
 */
function isAfter(step: SeekStep, position: KeyedRecord): Document | undefined {
  // The position itself is included.
  if (step.kind === 'id') return { _id: { [step.descending ? '$lte' : '$gte']: position.id } };
  const path = keyPath(step.key.id);
  const value = valueOf(position, step.key);
  if (value === undefined) return undefined;
  return step.descending ? { $or: [{ [path]: { $lt: value } }, { [path]: null }] } : { [path]: { $gt: value } };
}

function boundOf({ key, descending }: SeekStep & { readonly kind: 'key' }, value: Key | undefined): Document {
  const path = keyPath(key.id);
  if (value === undefined) return { [path]: null };
  return { [path]: descending ? { $not: { $gt: value } } : { $gte: value } };
}

function equals(step: SeekStep, position: KeyedRecord): Document {
  return step.kind === 'id' ? { _id: position.id } : { [keyPath(step.key.id)]: valueOf(position, step.key) ?? null };
}

function valueOf({ keys }: KeyedRecord, key: KeySchema): Key | undefined {
  const value = keys[key.id] ?? key.absent;
  return typeof value === 'object' ? value[0] : value;
}
