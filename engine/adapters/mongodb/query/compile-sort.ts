import type { Document } from 'mongodb';
import type { KeySchema } from '#engine/model/compiled';
import type { FilterNode, SortStep } from '#engine/model/filter';
import { keyPath } from '../schema/key-path.ts';

/** A sort for `find` or `$sort`, and the stages that compute the helper fields that it reads. */
export interface CompiledSort {
  readonly sort: { readonly [path: string]: 1 | -1 };
  readonly stages: readonly Document[];
  /**
   * The server sorts missing values before all others. An order that ascends by this key therefore is two ranges of one index:
   * the records that have the key, then those that lack it.
   */
  readonly splitKey: KeySchema | undefined;
}

/** What the other parts of a query say about its sort keys. */
export interface SortFacts {
  /** Keys with an `absent` value that every record has nevertheless. */
  readonly alwaysPresent: readonly string[];
  /** The conditions that all records meet. */
  readonly conditions: readonly FilterNode[];
  /** The query can be read in two ranges: it is a plain find. */
  readonly canSplit: boolean;
}

/** Compiles a sort order. `_id` is its last key, in the direction of the last step. */
export function compileSort(steps: readonly SortStep[], facts: SortFacts): CompiledSort {
  const sort: { [path: string]: 1 | -1 } = {};
  const stages: Document[] = [];
  const splitKey = facts.canSplit ? findSplitKey(steps, facts) : undefined;
  for (const [index, step] of steps.entries()) {
    const path = pathOf(step, index, stages, facts.alwaysPresent);
    const isLastWhenMissing = step.descending || step.kind === 'id' || step.kind === 'rank' || isPresent(step, facts);
    if (!isLastWhenMissing && !(step.kind === 'key' && step.key.id === splitKey?.id)) {
      stages.push({ $set: { [`_m${index}`]: { $cond: [isMissing(`$${path}`), 1, 0] } } });
      sort[`_m${index}`] = 1;
    }
    // A second step by the same value has no effect.
    sort[path] ??= direction(step);
    if (step.kind === 'id') return { sort, stages, splitKey };
  }
  const last = steps.at(-1);
  sort['_id'] = last === undefined ? 1 : direction(last);
  return { sort, stages, splitKey };
}

function direction(step: SortStep): 1 | -1 {
  return step.descending ? -1 : 1;
}

/** The key by which an order ascends first, if records can lack it and the server finds the rest of the order by itself. */
function findSplitKey(steps: readonly SortStep[], facts: SortFacts): KeySchema | undefined {
  const [first, ...others] = steps.filter((step) => step.kind !== 'key' || !hasOneValue(step.key, facts.conditions));
  if (first?.kind !== 'key' || first.descending || isPresent(first, facts)) return undefined;
  const isDirect = (step: SortStep): boolean =>
    step.kind === 'id' ||
    (step.kind === 'key' &&
      (step.key.id === first.key.id || (!hasGaps(step.key, facts.alwaysPresent) && (step.descending || isPresent(step, facts)))));
  return others.every(isDirect) ? first.key : undefined;
}

/** Whether all records of the query have a value for the step. */
function isPresent(step: SortStep, { conditions }: SortFacts): boolean {
  return step.kind === 'key' && (step.key.absent !== undefined || conditions.some((node) => needsKey(node, step.key.id)));
}

/** Whether no record without the key meets a condition. */
function needsKey(node: FilterNode, keyId: string): boolean {
  if (node.kind === 'exists') return node.keys.length === 1 && node.keys[0]?.id === keyId;
  return (
    (node.kind === 'equals' || node.kind === 'range' || node.kind === 'startsWith' || node.kind === 'contains') && node.key.id === keyId
  );
}

function hasOneValue(key: KeySchema, conditions: readonly FilterNode[]): boolean {
  return conditions.some((node) => node.kind === 'equals' && node.key.id === key.id && !node.key.list && node.values.length === 1);
}

function hasGaps(key: KeySchema, alwaysPresent: readonly string[]): boolean {
  return key.absent !== undefined && !alwaysPresent.includes(key.id);
}

function pathOf(step: SortStep, index: number, stages: Document[], alwaysPresent: readonly string[]): string {
  if (step.kind === 'id') return '_id';
  const path = keyPath(step.key.id);
  if (step.kind === 'key' && !hasGaps(step.key, alwaysPresent)) return path;
  const helper = `_s${index}`;
  if (step.kind === 'key') stages.push({ $set: { [helper]: { $ifNull: [`$${path}`, step.key.absent] } } });
  else if (step.kind === 'rank') stages.push({ $set: { [helper]: rankOf(`$${path}`, step) } });
  else {
    stages.push(
      {
        $lookup: {
          from: step.collection,
          localField: path,
          foreignField: '_id',
          pipeline: [{ $project: { name: `$${keyPath(step.nameKey.id)}` } }],
          as: helper,
        },
      },
      { $set: { [helper]: { $first: `$${helper}.name` } } },
    );
  }
  return helper;
}

/** The index of a value in the order. Values that are not in it come after all of these; missing is last in both directions. */
function rankOf(value: string, { order, descending }: SortStep & { readonly kind: 'rank' }): Document {
  const found = { $indexOfArray: [{ $literal: order }, value] };
  return {
    $cond: [
      isMissing(value),
      descending ? -1 : order.length + 1,
      { $let: { vars: { found }, in: { $cond: [{ $lt: ['$$found', 0] }, order.length, '$$found'] } } },
    ],
  };
}

function isMissing(value: string): Document {
  return { $eq: [{ $ifNull: [value, null] }, null] };
}
