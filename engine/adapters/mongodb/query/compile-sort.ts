import type { Document } from 'mongodb';
import type { SortStep } from '#engine/model/filter';
import { keyPath } from '../schema/key-path.ts';

/** A sort for `find` or `$sort`, and the stages that compute the helper fields that it reads. */
export interface CompiledSort {
  readonly sort: { readonly [path: string]: 1 | -1 };
  readonly stages: readonly Document[];
}

/** Compiles a sort order. `_id` is its last key, in the direction of the last step. `alwaysPresent` are keys that every record has. */
export function compileSort(steps: readonly SortStep[], alwaysPresent: readonly string[]): CompiledSort {
  const sort: { [path: string]: 1 | -1 } = {};
  const stages: Document[] = [];
  for (const [index, step] of steps.entries()) {
    const path = pathOf(step, index, stages, alwaysPresent);
    // A second step by the same value has no effect.
    sort[path] ??= direction(step);
    if (step.kind === 'id') return { sort, stages };
  }
  const last = steps.at(-1);
  sort['_id'] = last === undefined ? 1 : direction(last);
  return { sort, stages };
}

function direction(step: SortStep): 1 | -1 {
  return step.descending ? -1 : 1;
}

function pathOf(step: SortStep, index: number, stages: Document[], alwaysPresent: readonly string[]): string {
  if (step.kind === 'id') return '_id';
  const path = keyPath(step.key.id);
  const hasGaps = step.key.absent !== undefined && !alwaysPresent.includes(step.key.id);
  if (step.kind === 'key' && !hasGaps) return path;
  const helper = `_s${index}`;
  if (step.kind === 'key') stages.push({ $set: { [helper]: { $ifNull: [`$${path}`, step.key.absent] } } });
  else if (step.kind === 'rank') stages.push({ $set: { [helper]: rankOf(`$${path}`, step.order) } });
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

/** The index of a value in the order: missing values are lowest, values that are not in the order come last. */
function rankOf(value: string, order: readonly unknown[]): Document {
  const found = { $indexOfArray: [{ $literal: order }, value] };
  return {
    $cond: [
      { $eq: [{ $ifNull: [value, null] }, null] },
      -1,
      { $let: { vars: { found }, in: { $cond: [{ $lt: ['$$found', 0] }, order.length, '$$found'] } } },
    ],
  };
}
