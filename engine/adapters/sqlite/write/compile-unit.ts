import type { AbsenceCheck, CommitResult, CommitConflict, StoreWrite, UnitOfWork } from '../../../ports/index.ts';
import type { Collection, CollectionMap } from '../schema/collection.ts';
import { findCandidateQuery } from '../query/candidate-query.ts';
import { isOneOf } from '../query/compile-key-node.ts';
import { compileNode } from '../query/compile-node.ts';
import type { Statement } from '../query/statement.ts';
import { compileWrite } from './compile-write.ts';
import type { CompiledUnit, TaskResult, WriterError } from '../threads/writer-protocol.ts';

/** Compiles a unit of work to statements for the writer thread. Throws `store_refused` for collections that were not applied. */
export function compileUnit(collections: CollectionMap, unit: UnitOfWork): CompiledUnit {
  return {
    versionChecks: (unit.versionChecks ?? []).map((check) => ({
      read: { text: `SELECT v FROM ${collections.get(check.collection).table} WHERE id = ?`, params: [check.id] },
      version: check.version,
    })),
    absenceChecks: (unit.absenceChecks ?? []).map((absenceCheck) => compileAbsenceCheck(collections, absenceCheck)),
    writes: unit.writes.map((write) => compileWrite(collections.get(write.collection), write)),
    bumps: unit.bumps ?? [],
  };
}

/** Converts the thread's result for a unit to the result of the port; undefined for an error that is not a conflict. */
export function toCommitResult(
  collections: CollectionMap,
  unit: UnitOfWork,
  result: TaskResult & { readonly kind: 'written' | 'stale' | 'refused' },
): CommitResult | undefined {
  if (result.kind === 'written') return { committed: true, position: String(result.position) };
  if (result.kind === 'stale') return { committed: false, conflicts: listCheckConflicts(unit, result.versionChecks, result.absenceChecks) };
  const write = unit.writes[result.write];
  const conflict = write && readConflict(collections.get(write.collection), write, result.error);
  return conflict && { committed: false, conflicts: [conflict] };
}

function listCheckConflicts(unit: UnitOfWork, versionChecks: readonly number[], absenceChecks: readonly number[]): CommitConflict[] {
  const conflicts = versionChecks.flatMap((index): CommitConflict[] => {
    const check = unit.versionChecks?.[index];
    return check ? [{ kind: check.version === null ? 'exists' : 'version', collection: check.collection, id: check.id }] : [];
  });
  for (const index of absenceChecks) {
    const absenceCheck = unit.absenceChecks?.[index];
    if (absenceCheck) conflicts.push({ kind: 'absence', collection: absenceCheck.collection });
  }
  return conflicts;
}

/** The conflict of a rejected write: the id exists, or a unique key does; without an error: the record has another version. */
function readConflict(collection: Collection, write: StoreWrite, error: WriterError | undefined): CommitConflict | undefined {
  const id = write.kind === 'remove' ? write.id : write.document._id;
  if (error === undefined) return { kind: 'version', collection: write.collection, id };
  // "UNIQUE constraint failed: <table>.<column>, <table>.<column>"; our names contain no comma.
  const columns = error.message.replace(/^.*?failed: /, '').split(', ');
  const keys = columns.flatMap(
    (name) => collection.keysByColumn.get(name.slice(collection.tableName.length + 1)) ?? listKeyOf(name, collection),
  );
  if (keys.length > 0) return { kind: 'unique', collection: write.collection, id, keys };
  return error.message.endsWith('.id') ? { kind: 'exists', collection: write.collection, id } : undefined;
}

/** The list key whose table has this column. */
function listKeyOf(name: string, collection: Collection): string[] {
  return collection.keyList
    .filter((key) => key.schema.list && `"${name}"` === key.listTable.replace(/"$/, '.k"'))
    .map((key) => key.schema.id);
}

/** The statement that finds the first record that must not exist. */
function compileAbsenceCheck(collections: CollectionMap, absenceCheck: AbsenceCheck): Statement {
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
