import type { Connection } from '../file/connection.ts';
import { UnitRefusedError } from './group-attempt.ts';
import { codeOf } from '../file/translate-error.ts';
import type { CompiledUnit, CompiledWrite, TaskResult } from '../threads/writer-protocol.ts';

/**
 * Checks and writes a unit inside the transaction of a group. Throws a `UnitRefusedError` when it is refused after some
 * of it was written.
 */
export function runUnit(connection: Connection, unit: Omit<CompiledUnit, 'bumps'>, position: number): TaskResult {
  const failedChecks = findFailedChecks(connection, unit);
  if (failedChecks !== undefined) return failedChecks;
  const rids: number[] = [];
  for (const [index, write] of unit.writes.entries()) {
    const rid = tryWrite(connection, write, index);
    if (typeof rid === 'number') {
      rids.push(rid);
      continue;
    }
    // A first write that is rejected at its row left nothing behind: SQLite undoes a failed statement.
    if (index === 0 && rid.isClean) return rid.result;
    throw new UnitRefusedError(rid.result);
  }
  return { kind: 'written', rids, position };
}

function findFailedChecks(connection: Connection, unit: Omit<CompiledUnit, 'bumps'>): TaskResult | undefined {
  const versionChecks: number[] = [];
  const absenceChecks: number[] = [];
  for (const [index, { read, version }] of unit.versionChecks.entries()) {
    const row = connection.first(read.text, read.params);
    if (((row?.[0] as number | undefined) ?? null) !== version) versionChecks.push(index);
  }
  for (const [index, absenceCheck] of unit.absenceChecks.entries())
    if (connection.first(absenceCheck.text, absenceCheck.params) !== undefined) absenceChecks.push(index);
  return versionChecks.length + absenceChecks.length === 0 ? undefined : { kind: 'stale', versionChecks, absenceChecks };
}

/** The row number, or why the write was refused and whether nothing of it was written. */
function tryWrite(
  connection: Connection,
  write: CompiledWrite,
  index: number,
): number | { readonly result: TaskResult; readonly isClean: boolean } {
  let rid: number | undefined;
  try {
    rid = writeRow(connection, write);
    if (rid === undefined) return { result: { kind: 'refused', write: index, error: undefined }, isClean: true };
    for (const { text, params } of write.rest) connection.statement(text).run([...params, rid]);
    return rid;
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_CONSTRAINT')) throw error;
    return {
      result: { kind: 'refused', write: index, error: { code: codeOf(error), message: (error as Error).message } },
      isClean: rid === undefined,
    };
  }
}

function writeRow(connection: Connection, { row, isInsert }: CompiledWrite): number | undefined {
  if (isInsert) return Number(connection.statement(row.text).run(row.params).lastInsertRowid);
  return connection.first(row.text, row.params)?.[0] as number | undefined;
}
