import type { QueryPlan } from './query-plan.ts';
import type { CandidateQuery } from './candidate-query.ts';
import type { Statement } from './statement.ts';

/** Rows of a plan in order, either as SQLite chooses or along the plan's index. */
export function selectRows(plan: QueryPlan, columns: string, accessPath: 'index' | 'free', offset: number, limit: number): Statement {
  const hint = accessPath === 'index' && plan.indexScan ? ` INDEXED BY ${plan.indexScan.index}` : '';
  return {
    text: `SELECT ${columns} FROM ${plan.collection.table} t${hint}${plan.sort.joins} WHERE ${plan.where} ORDER BY ${plan.sort.order} LIMIT ? OFFSET ?`,
    params: [...plan.whereParams, ...plan.sort.orderParams, Number.isFinite(limit) ? limit : -1, offset],
  };
}

/** All rows of a plan that a candidate query finds, in order. */
export function selectFromCandidates(
  plan: QueryPlan,
  candidateQuery: CandidateQuery,
  columns: string,
  offset: number,
  limit: number,
): Statement {
  return {
    text: `SELECT ${columns} FROM ${plan.collection.table} t NOT INDEXED${plan.sort.joins} WHERE t.rid IN (${candidateQuery.text}) AND ${plan.where} ORDER BY ${plan.sort.order} LIMIT ? OFFSET ?`,
    params: [...candidateQuery.params, ...plan.whereParams, ...plan.sort.orderParams, Number.isFinite(limit) ? limit : -1, offset],
  };
}

/** Counts the matching rows up to a limit (-1: all). */
export function countRows(plan: QueryPlan, candidateQuery: CandidateQuery | undefined, max: number): Statement {
  const { where, params: whereParams } = candidateQuery ? { where: plan.where, params: plan.whereParams } : plan.scan;
  const from = candidateQuery
    ? `${plan.collection.table} t NOT INDEXED WHERE t.rid IN (${candidateQuery.text}) AND`
    : `${plan.collection.table} t WHERE`;
  const params = [...(candidateQuery?.params ?? []), ...whereParams];
  if (max < 0) return { text: `SELECT count(*) FROM ${from} ${where}`, params };
  return { text: `SELECT count(*) FROM (SELECT 1 FROM ${from} ${where} LIMIT ?)`, params: [...params, max] };
}

/** The columns with the id and the sort keys of a row, which define its position in the order. */
export function sortPositionColumns(plan: QueryPlan): string {
  return ['t.id', ...plan.sortKeys.map((key) => `t.${plan.collection.keys.get(key.id)?.column ?? 'id'}`)].join(', ');
}
