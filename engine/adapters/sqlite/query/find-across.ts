import type { StoredRecord, StoreQuery } from '../../../ports/index.ts';
import { DEFAULT_DEADLINE, type StoreContext } from '../store-context.ts';
import { pickBest } from './candidate-query.ts';
import type { QueryPlan } from './query-plan.ts';
import { selectFromCandidates, selectRows } from './query-text.ts';
import type { Statement } from './statement.ts';

/** Queries in one statement: SQLite allows 500 terms in a compound SELECT. */
const MAX_BRANCHES = 100;

/** Runs queries on several collections as one task of a reader thread; the rows are then read from the cache of documents. */
export async function findAcross(
  { planner, readers, cache, versions }: StoreContext,
  queries: readonly StoreQuery[],
): Promise<readonly (readonly StoredRecord[])[]> {
  if (queries.length === 0) return [];
  const plans = queries.map((query) => planner.plan(query));
  const branches = queries.map(({ offset = 0, limit }, at) => compileBranch(plans[at] as QueryPlan, at, offset, limit));
  const { results } = await readers.read({
    kind: 'read',
    statements: joinBranches(branches),
    deadline: Math.min(...queries.map(({ deadline }) => deadline ?? DEFAULT_DEADLINE)),
  });
  const rids: number[][] = plans.map(() => []);
  for (const [at, rid] of results.flat()) rids[Number(at)]?.push(Number(rid));
  return versions.snapshot(() => plans.map(({ collection }, at) => cache.readRecords(collection, rids[at] ?? [])));
}

/** The rows of one query, each with the number of the query. The search index is used where the filter has a term for it. */
function compileBranch(plan: QueryPlan, at: number, offset: number, limit: number): Statement {
  const drivers = [...plan.filterDrivers, ...plan.accessDrivers];
  const candidates = plan.filterDrivers.find(({ isSearch }) => isSearch) ?? pickBest(drivers);
  const columns = `${at} AS branch, t.rid`;
  return candidates === undefined
    ? selectRows(plan, columns, 'free', offset, limit)
    : selectFromCandidates(plan, candidates, columns, offset, limit);
}

function joinBranches(branches: readonly Statement[]): readonly Statement[] {
  const statements: Statement[] = [];
  for (let first = 0; first < branches.length; first += MAX_BRANCHES) {
    const part = branches.slice(first, first + MAX_BRANCHES);
    statements.push({
      text: part.map(({ text }) => `SELECT * FROM (${text})`).join(' UNION ALL '),
      params: part.flatMap(({ params }) => params),
    });
  }
  return statements;
}
