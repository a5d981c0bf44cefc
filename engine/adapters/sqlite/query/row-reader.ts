import type { StoreContext } from '../store-context.ts';
import type { QueryPlan } from './query-plan.ts';
import type { Statement } from './statement.ts';

/**
 * Reads what a query asks for of the rows that it found. Rows are found and read in one snapshot: in a later one a row may be
 * gone, or no longer match the filter.
 */
export interface RowReader<T> {
  /** SQL that reads one row by its number. */
  readonly each: (plan: QueryPlan) => string;
  readonly parse: (row: readonly unknown[]) => T;
  /** Reads rows on the main thread. Called in the snapshot in which they were found. */
  readonly read: (plan: QueryPlan, rids: Iterable<number>) => T[];
}

/** Finds rows with a statement and reads them, in a reader thread. */
export async function readInThread<T>(
  { readers }: StoreContext,
  plan: QueryPlan,
  statement: Statement,
  { each, parse }: RowReader<T>,
  deadline: number,
): Promise<T[]> {
  const { results } = await readers.read({ kind: 'read', statements: [statement], each: each(plan), deadline });
  return (results[0] ?? []).map(parse);
}
