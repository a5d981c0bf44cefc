import type { Key } from '#engine/model/compiled';
import type { SortStep } from '#engine/model/filter';
import type { SortPosition } from './sort-position.ts';
import type { QueryPlan } from './query-plan.ts';
import type { Statement } from './statement.ts';

/**
 * The rows from a position on (included), in order, as statements to run one after the other. SQLite seeks an index for
 * each of them, which it would not do for one condition over several keys with missing values among them. Each takes a
 * last parameter: the maximum number of rows. Without a position: one statement, from the start.
 */
export function seekSegments(plan: QueryPlan, from: SortPosition | undefined, columns: string): Statement[] {
  const { indexScan } = plan;
  if (indexScan === undefined) return [];
  const conditions = from === undefined ? [{ text: '', params: [] }] : segmentConditions(plan, indexScan.steps, from);
  return conditions.map(({ text, params }) => ({
    text: `SELECT ${columns} FROM ${plan.collection.table} t INDEXED BY ${indexScan.index} WHERE ${text}${plan.where} ORDER BY ${plan.sort.order} LIMIT ?`,
    params: [...params, ...plan.whereParams],
  }));
}

function segmentConditions(plan: QueryPlan, steps: readonly SortStep[], from: SortPosition): Statement[] {
  const segments: Statement[] = [];
  const equal: string[] = [];
  const equalParams: unknown[] = [];
  const add = (condition: string, ...params: unknown[]): void => {
    // The narrowest segment comes first in the order.
    segments.unshift({ text: [...equal, condition, ''].join(' AND '), params: [...equalParams, ...params] });
  };
  for (const step of steps) {
    if (step.kind === 'id') {
      add(`t.id ${step.descending ? '<=' : '>='} ?`, from.id);
    } else if (step.kind === 'key') {
      const name = `t.${plan.collection.keys.get(step.key.id)?.column ?? 'id'}`;
      const value = from.keys[step.key.id];
      addBeyond(add, name, step, value);
      equal.push(value === undefined ? `${name} IS NULL` : `${name} = ?`);
      if (value !== undefined) equalParams.push(value);
    }
  }
  return segments;
}

/** Adds the rows whose key comes after that of the position. NULL is last in both directions. */
function addBeyond(
  add: (condition: string, ...params: unknown[]) => void,
  name: string,
  step: SortStep & { readonly kind: 'key' },
  value: Key | undefined,
): void {
  if (value === undefined) return;
  add(`${name} IS NULL`);
  add(`${name} ${step.descending ? '<' : '>'} ?`, value);
}
