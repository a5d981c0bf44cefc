import type { RefusedRow } from '../../records/index.ts';
import { IMPORT_ROW_STATES, type ImportCounts, type ImportRefusal, type ImportRowState } from '#engine/model/wire';
import type { StoredChunk, StoredProblem, StoredRowResult } from '../stored-import.ts';
import type { PlannedRow } from './plan-rows.ts';

/** A row with what became of it. */
export interface RowOutcome {
  readonly row: PlannedRow;
  readonly state: ImportRowState;
  readonly problems: readonly StoredProblem[];
  /** Id of the record that it created or changed. */
  readonly record: string | undefined;
}

/** The letters of the states of rows in stored results. */
const LETTERS: { readonly [state in ImportRowState]: string } = { new: 'n', update: 'u', unchanged: 'x', skip: 's', problem: 'p' };

/** The state of a stored letter. */
export function stateOfLetter(letter: string | undefined): ImportRowState | undefined {
  return IMPORT_ROW_STATES.find((state) => LETTERS[state] === letter);
}

/** The results of a chunk as they are stored. */
export function toStoredChunk(outcomes: readonly RowOutcome[]): StoredChunk {
  const results: { [place: string]: StoredRowResult } = {};
  for (const { row, problems, record } of outcomes) {
    const hasMore = problems.length > 0 || record !== undefined || Object.keys(row.was).length > 0;
    if (!hasMore) continue;
    results[String(row.place)] = {
      ...(problems.length === 0 ? {} : { problems }),
      ...(Object.keys(row.was).length === 0 ? {} : { was: row.was }),
      ...(record === undefined ? {} : { record }),
    };
  }
  return { states: outcomes.map(({ state }) => LETTERS[state]).join(''), results };
}

/** The number of rows by what they do. */
export function countOutcomes(outcomes: readonly RowOutcome[]): ImportCounts {
  const counts = { new: 0, update: 0, unchanged: 0, skip: 0, problem: 0 };
  for (const { state } of outcomes) counts[state] += 1;
  return counts;
}

/** The refused rows as programs read them: a line for each field at fault. */
export function listRefusals(outcomes: readonly RowOutcome[]): readonly ImportRefusal[] {
  return outcomes.flatMap(({ row: { number }, problems }) => problems.map(({ field, code, text }) => ({ row: number, field, code, text })));
}

/** The reasons of a save that was refused, with the columns of their fields. */
export function toProblems(
  row: PlannedRow,
  refused: readonly RefusedRow[],
  columnOf: (field: string) => number | null,
): readonly StoredProblem[] {
  // A relate to a record that the import would create is missing in a dry run alone.
  const pending = new Set(row.missing.map(({ column }) => column.target.field?.name));
  return refused.flatMap(({ field, code, text }) => {
    const name = field === null || field === '' ? null : (field.split('.')[0] ?? null);
    if (name !== null && code === 'required' && pending.has(name)) return [];
    return [{ column: name === null ? null : columnOf(name), field: name, code, text }];
  });
}
