import type { Connection } from './connection.ts';
import { Refusal } from './group-attempt.ts';
import { codeOf } from './translate-error.ts';
import type { CompiledUnit, CompiledWrite, WriterAnswer } from './writer-protocol.ts';

/** Checks and writes a unit inside the transaction of a group. Throws a `Refusal` when it cannot be although something of it was written. */
export function runUnit(connection: Connection, unit: Omit<CompiledUnit, 'bumps'>, position: number): WriterAnswer {
  const stale = findStale(connection, unit);
  if (stale !== undefined) return stale;
  const rids: number[] = [];
  for (const [index, write] of unit.writes.entries()) {
    const rid = tryWrite(connection, write, index);
    if (typeof rid === 'number') {
      rids.push(rid);
      continue;
    }
    // A first write that is refused by its row left nothing behind: SQLite undoes a statement that fails.
    if (index === 0 && rid.isClean) return rid.answer;
    throw new Refusal(rid.answer);
  }
  return { kind: 'written', rids, position };
}

function findStale(connection: Connection, unit: Omit<CompiledUnit, 'bumps'>): WriterAnswer | undefined {
  const checks: number[] = [];
  const guards: number[] = [];
  for (const [index, { read, version }] of unit.checks.entries()) {
    const row = connection.first(read.text, read.params);
    if (((row?.[0] as number | undefined) ?? null) !== version) checks.push(index);
  }
  for (const [index, guard] of unit.guards.entries()) if (connection.first(guard.text, guard.params) !== undefined) guards.push(index);
  return checks.length + guards.length === 0 ? undefined : { kind: 'stale', checks, guards };
}

/** The row's number, or why it cannot be, and whether nothing of it was written. */
function tryWrite(connection: Connection, write: CompiledWrite, index: number): number | { readonly answer: WriterAnswer; readonly isClean: boolean } {
  let rid: number | undefined;
  try {
    rid = writeRow(connection, write);
    if (rid === undefined) return { answer: { kind: 'refused', write: index, error: undefined }, isClean: true };
    for (const { text, params } of write.rest) connection.statement(text).run([...params, rid]);
    return rid;
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_CONSTRAINT')) throw error;
    return { answer: { kind: 'refused', write: index, error: { code: codeOf(error), message: (error as Error).message } }, isClean: rid === undefined };
  }
}

function writeRow(connection: Connection, { row, isInsert }: CompiledWrite): number | undefined {
  if (isInsert) return Number(connection.statement(row.text).run(row.params).lastInsertRowid);
  return connection.first(row.text, row.params)?.[0] as number | undefined;
}
