import type { Document } from 'mongodb';
import type { Key, KeySchema } from '#engine/model/compiled';
import type { KeyedRecord, SortStep } from '#engine/model/filter';
import { keyPath } from '../schema/key-path.ts';

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

/**
 * The conditions for the records from a position on (included). The first `equal` steps must have the values of the
 * position; the next step has a bound of its own, so that an index is scanned from there and not from its start.
 */
export function seekFrom(steps: readonly SeekStep[], position: KeyedRecord, equal: number): Document[] {
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

/** A missing value is lowest: before all others ascending, after them descending. Undefined: nothing comes after it. */
function isAfter(step: SeekStep, position: KeyedRecord): Document | undefined {
  // The position itself is included.
  if (step.kind === 'id') return { _id: { [step.descending ? '$lte' : '$gte']: position.id } };
  const path = keyPath(step.key.id);
  const value = valueOf(position, step.key);
  if (step.descending) return value === undefined ? undefined : { $or: [{ [path]: { $lt: value } }, { [path]: null }] };
  return { [path]: value === undefined ? { $gte: step.key.kind === 'text' ? '' : -Infinity } : { $gt: value } };
}

function boundOf({ key, descending }: SeekStep & { readonly kind: 'key' }, value: Key | undefined): Document | undefined {
  const path = keyPath(key.id);
  if (descending) return value === undefined ? { [path]: null } : { [path]: { $not: { $gt: value } } };
  return value === undefined ? undefined : { [path]: { $gte: value } };
}

function equals(step: SeekStep, position: KeyedRecord): Document {
  return step.kind === 'id' ? { _id: position.id } : { [keyPath(step.key.id)]: valueOf(position, step.key) ?? null };
}

function valueOf({ keys }: KeyedRecord, key: KeySchema): Key | undefined {
  const value = keys[key.id] ?? key.absent;
  return typeof value === 'object' ? value[0] : value;
}
