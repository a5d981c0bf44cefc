import { listUnindexedKeys, type FilterNode, type SortStep } from '#engine/model/filter';
import { MusterError } from '../../../errors/index.ts';
import type { PlanStep, StoreQuery } from '../../../ports/index.ts';
import type { QueryExecutor, AccessPath } from './query-executor.ts';
import type { QueryPlan } from './query-plan.ts';
import { selectRows } from './query-text.ts';
import type { Statement } from './statement.ts';
import type { Collection } from '../schema/collection.ts';
import { searchTerm } from '../search/search-term.ts';
import { DEFAULT_DEADLINE, type StoreContext } from '../store-context.ts';

/** SQLite's plan of what `find` would run now. */
export function explainQuery(context: StoreContext, executor: QueryExecutor, query: StoreQuery): PlanStep[] {
  context.versions.refresh();
  const plan = context.planner.plan(query);
  const slice = { offset: query.offset ?? 0, limit: query.limit, deadline: query.deadline ?? DEFAULT_DEADLINE };
  const accessPath = executor.accessPathOf(plan, slice, true);
  const statement = statementOf(plan, accessPath, slice.offset, slice.limit);
  const rows = context.connection.all(`EXPLAIN QUERY PLAN ${statement.text}`, statement.params);
  return rows.map((row) => String(row[3])).map((text) => ({ text, scans: isScan(text, plan, accessPath) }));
}

function statementOf(plan: QueryPlan, accessPath: AccessPath, offset: number, limit: number): Statement {
  if (accessPath.kind === 'first' || accessPath.kind === 'few' || accessPath.kind === 'order') return accessPath.statement;
  return selectRows(plan, 't.rid', accessPath.kind === 'index' ? 'index' : 'free', offset, limit);
}

/**
 * SQLite reports SCAN for a table, an index or a subquery that it reads from end to end. Scanning the sort's own index is
 * no scan here: it ends with the page, because the filter matches most records. A set that an index found to be small may
 * be sorted.
 */
function isScan(text: string, plan: QueryPlan, accessPath: AccessPath): boolean {
  if (text.startsWith('USE TEMP B-TREE'))
    return accessPath.kind !== 'first' && accessPath.kind !== 'few' && !(accessPath.kind === 'order' && accessPath.isSearch);
  if (!text.startsWith('SCAN')) return false;
  if (/VIRTUAL TABLE INDEX|^SCAN CONSTANT ROW|~p"?$/.test(text)) return false;
  return !(accessPath.kind === 'index' && plan.indexScan?.isDirect === true && text.startsWith('SCAN t USING'));
}

/** Creates `filter_too_costly` with the ids of the keys that need an index, in `data.keys`. */
export function createTooCostlyError(
  collection: Collection,
  query: { readonly filter: FilterNode; readonly sort: readonly SortStep[] },
): MusterError {
  const keys = listUnindexedKeys(query, (key, condition) => {
    if (condition?.kind === 'contains') {
      const stored = collection.keys.get(key.id);
      return stored !== undefined && searchTerm(collection, stored, condition.text) !== undefined;
    }
    // The table of a list's elements is an index of them.
    return (condition !== undefined && key.list) || collection.indexes.some((index) => index.keys[0] === key.id);
  });
  return new MusterError('filter_too_costly', { data: { keys } });
}
