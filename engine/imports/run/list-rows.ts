import type { AccessScope } from '../../access/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { isObject } from '#engine/model/field-types';
import { formatField } from '#engine/model/keys';
import { foldText, toText, type JsonValue } from '#engine/model/values';
import type { ImportCellView, ImportRowState, ImportRowView } from '#engine/model/wire';
import type { ImportRowPage, ImportRowsInput } from '../contract.ts';
import type { ImportContext } from '../import-context.ts';
import { CHUNK_ROWS } from '../limits.ts';
import { textOfCell } from '../read/profile-columns.ts';
import { readChunk, type StagedRow } from '../read/stage-file.ts';
import { readChunkResults, type StoredImport, type StoredProblem, type StoredRowResult } from '../stored-import.ts';
import { RowTranslator, type ImportedColumn } from '../translate/translate-rows.ts';
import { stateOfLetter } from './chunk-results.ts';
import { sumCounts } from './run-import.ts';

/** A row with its result. */
export interface ListedRow {
  readonly row: StagedRow;
  readonly state: ImportRowState | undefined;
  readonly result: StoredRowResult;
}

/** The rows of an import in order, from a row of all or of those of a state on: the chunks before are not read. */
export async function* iterateRows(
  context: ImportContext,
  stored: StoredImport,
  state: ImportRowState | undefined,
  offset = 0,
): AsyncGenerator<ListedRow> {
  let skip = offset;
  for (let chunk = 0; chunk < stored.offsets.length - 1; chunk += 1) {
    const size = state === undefined ? Math.min(CHUNK_ROWS, stored.rows - chunk * CHUNK_ROWS) : (stored.counts[chunk]?.[state] ?? 0);
    if (skip >= size) {
      skip -= size;
      continue;
    }
    const rows = await readChunk(context.contents, stored, chunk);
    const results = chunk < stored.counts.length ? await readChunkResults(context.store, stored, chunk) : undefined;
    const listed = rows.map((row, place) => ({
      row,
      state: stateOfLetter(results?.states[place]),
      result: results?.results[String(place)] ?? {},
    }));
    yield* listed.filter((one) => state === undefined || one.state === state).slice(skip);
    skip = 0;
  }
}

/** A page of rows as they would be saved. Errors: `import_file_gone`. */
export async function listRows(
  context: ImportContext,
  scope: AccessScope,
  module: CompiledModule,
  stored: StoredImport,
  { state, problem, offset, limit }: ImportRowsInput,
): Promise<ImportRowPage> {
  const translator = new RowTranslator(context, scope, module, stored);
  const total = problem === undefined ? countRows(stored, state) : countProblems(stored, problem);
  const data: ImportRowView[] = [];
  if (offset >= total) return { data, total };
  const rows = problem === undefined ? iterateRows(context, stored, state, offset) : iterateProblem(context, stored, problem, offset);
  for await (const listed of rows) {
    data.push(viewRow(translator, stored, listed));
    if (data.length === limit) break;
  }
  return { data, total };
}

type ProblemKind = NonNullable<ImportRowsInput['problem']>;

function countRows(stored: StoredImport, state: ImportRowState | undefined): number {
  return state === undefined ? stored.rows : sumCounts(stored.counts)[state];
}

/** The number of rows with a kind of problem: each row has it once at most. */
function countProblems({ summary }: StoredImport, problem: ProblemKind): number {
  return summary?.kinds.find((kind) => isSameProblem(kind, problem))?.count ?? 0;
}

function isSameProblem(one: ProblemKind, other: ProblemKind): boolean {
  return one.code === other.code && one.column === other.column && one.field === other.field;
}

/** The rows with a kind of problem: the chunks without problems are not read. */
async function* iterateProblem(
  context: ImportContext,
  stored: StoredImport,
  problem: ProblemKind,
  offset: number,
): AsyncGenerator<ListedRow> {
  let skip = offset;
  for await (const listed of iterateRows(context, stored, 'problem')) {
    if (listed.result.problems?.some((one) => isSameProblem(one, problem)) !== true) continue;
    if (skip > 0) skip -= 1;
    else yield listed;
  }
}

function viewRow(translator: RowTranslator, stored: StoredImport, { row, state, result }: ListedRow): ImportRowView {
  const { problems = [], record, was = {} } = result;
  return {
    row: row.number,
    state: state ?? null,
    record: record ?? null,
    cells: translator.columns.map((column) => viewCell(translator, stored, { column, row, problems, was })),
    problems: problems.filter(({ column }) => column === null).map(({ field, code, text }) => ({ field, code, text })),
  };
}

interface ViewedCell {
  readonly column: ImportedColumn;
  readonly row: StagedRow;
  readonly problems: readonly StoredProblem[];
  readonly was: { readonly [column: string]: string };
}

function viewCell(translator: RowTranslator, stored: StoredImport, { column, row, problems, was }: ViewedCell): ImportCellView {
  const { index } = column.choice;
  const { cell, isCorrected } = translator.cellOf(row, index);
  const text = textOfCell(cell);
  const found = column.read?.(cell);
  const own = problems.find((problem) => problem.column === index) ?? (found?.ok === false ? found : undefined);
  return {
    column: index,
    text,
    shown: found === undefined ? text || null : found.ok ? showValue(column, found.value) : null,
    was: was[String(index)] ?? null,
    isCorrected,
    problem: own === undefined ? null : { code: own.code, text: own.text, ...describeText(translator, stored, index, text) },
  };
}

function describeText(translator: RowTranslator, { summary }: StoredImport, index: number, text: string) {
  const known = summary?.values.find((one) => one.column === index && foldText(one.text) === foldText(text));
  return { suggestions: known?.suggestions ?? translator.suggest(index, text), sameText: known?.count ?? 1 };
}

/** A value as the product shows it. */
function showValue({ target }: ImportedColumn, value: JsonValue | undefined): string | null {
  if (value === undefined) return null;
  const { field, part } = target;
  if (field === undefined || part !== undefined) return toText(value);
  const text = formatField(field, value);
  return text === '' && isObject(value) ? JSON.stringify(value) : text;
}
