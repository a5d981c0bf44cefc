import type { AbsenceCheck } from '../../../ports/index.ts';
import type { CollectionMap } from '../schema/collection.ts';
import { compileNode, isOneOf } from '../query/compile-node.ts';
import { findCandidateQuery } from '../query/candidate-query.ts';
import type { Statement } from '../query/query-text.ts';

/** The statement that finds the first record that must not exist. */
export function compileAbsenceCheck(collections: CollectionMap, absenceCheck: AbsenceCheck): Statement {
  const collection = collections.get(absenceCheck.collection);
  const candidateQuery = findCandidateQuery(absenceCheck.filter, { collections, collection });
  const params: unknown[] = candidateQuery ? [...candidateQuery.params] : [];
  const from = candidateQuery
    ? `${collection.table} t NOT INDEXED WHERE t.rid IN (${candidateQuery.text}) AND `
    : `${collection.table} t WHERE `;
  const condition = compileNode(absenceCheck.filter, { collections, collection, alias: 't', params, depth: 0 });
  const except = absenceCheck.exceptIds.length === 0 ? '' : ` AND NOT ${isOneOf('t.id', absenceCheck.exceptIds, { params })}`;
  return { text: `SELECT t.id FROM ${from}${condition}${except} LIMIT 1`, params };
}
