import type { SortStep } from '#engine/model/filter';
import type { CompileContext } from './compile-key-node.ts';

export interface CompiledSort {
  /** Joins for the names of related records, to be placed after the record table. */
  readonly joins: string;
  readonly joinParams: readonly unknown[];
  /** The whole ORDER BY list, `_id` last. */
  readonly order: string;
  readonly orderParams: readonly unknown[];
}

/**
 * Compiles a sort order. NULL is lowest in SQLite, so that it is last in descending order anyway. In ascending order SQLite
 * reads an index twice for NULLS LAST: the range that has values, then the one of NULL.
 */
export function compileSort(sort: readonly SortStep[], context: Omit<CompileContext, 'params'>): CompiledSort {
  const joins: string[] = [];
  const terms: string[] = [];
  const orderParams: unknown[] = [];
  for (const [index, step] of sort.entries()) {
    const direction = step.descending ? 'DESC' : step.kind === 'id' ? 'ASC' : 'ASC NULLS LAST';
    terms.push(`${compileStep(step, index, context, joins, orderParams)} ${direction}`);
  }
  if (sort.at(-1)?.kind !== 'id') terms.push(`${context.alias}.id ${sort.at(-1)?.descending === true ? 'DESC' : 'ASC'}`);
  return { joins: joins.join(''), joinParams: [], order: terms.join(', '), orderParams };
}

function compileStep(step: SortStep, index: number, context: Omit<CompileContext, 'params'>, joins: string[], params: unknown[]): string {
  if (step.kind === 'id') return `${context.alias}.id`;
  const name = `${context.alias}.${context.collections.key(context.collection, step.key.id).column}`;
  if (step.kind === 'key') return name;
  if (step.kind === 'rank') return compileRank(name, step.order, params);
  const other = context.collections.get(step.collection);
  joins.push(` LEFT JOIN ${other.table} s${index} ON s${index}.id = ${name}`);
  return `s${index}.${context.collections.key(other, step.nameKey.id).column}`;
}

/** The index of a value in the option order; other values come after all of these, missing stays NULL. */
function compileRank(name: string, order: readonly (string | number)[], params: unknown[]): string {
  params.push(JSON.stringify(order), order.length);
  return `CASE WHEN ${name} IS NULL THEN NULL ELSE coalesce((SELECT o.key FROM json_each(?) o WHERE o.value = ${name} LIMIT 1), ?) END`;
}
