import { MusterError, ERROR_CATALOGUE, type ErrorCode } from '../../errors/index.ts';
import type { RefusedRow, SaveManyInput, SaveManyResult } from '../../records/index.ts';
import type { ImportContext } from '../import-context.ts';
import type { StoredImport } from '../stored-import.ts';
import { toProblems, type RowOutcome } from './chunk-results.ts';
import type { PlannedRow, RowPlanner } from './plan-rows.ts';

/** Errors after which the same row may be saved a moment later: the chunk is tried again as a whole. */
const PASSING: ReadonlySet<string> = new Set([
  'internal_error',
  'overloaded',
  'plugin_timeout',
  'plugin_unavailable',
  'save_unconfirmed',
  'store_full',
  'store_moved',
  'store_read_only',
  'store_unavailable',
]);

/** How rows are saved. */
export interface SaveRequest {
  readonly stored: StoredImport;
  readonly planner: RowPlanner;
  readonly dryRun: boolean;
  /** Ids of new records, by the place of their row; undefined: new ones. */
  readonly idOf?: ((place: number) => string) | undefined;
}

/**
 * Saves planned rows through the operations of the records, new ones and changes apart, and returns what became of each. Errors: those that
 * may have passed a moment later, and those that concern all rows.
 */
export async function saveRows(context: ImportContext, request: SaveRequest, rows: readonly PlannedRow[]): Promise<readonly RowOutcome[]> {
  // A new row with a record was saved by an earlier run.
  const created = rows.filter(({ state, record }) => state === 'new' && record === undefined);
  const changed = rows.filter(({ state, record }) => state === 'update' && record !== undefined);
  const outcomes = new Map<number, RowOutcome>();
  for (const row of rows) outcomes.set(row.place, { row, state: row.state, problems: row.problems, record: row.record });
  for (const outcome of await saveGroup(context, request, 'create', created)) outcomes.set(outcome.row.place, outcome);
  for (const outcome of await saveGroup(context, request, 'update', changed)) outcomes.set(outcome.row.place, outcome);
  return [...outcomes.values()];
}

async function saveGroup(
  context: ImportContext,
  { stored, planner, dryRun, idOf }: SaveRequest,
  mode: 'create' | 'update',
  rows: readonly PlannedRow[],
): Promise<readonly RowOutcome[]> {
  if (rows.length === 0) return [];
  const input: SaveManyInput = {
    module: planner.module.name,
    mode,
    dryRun,
    changeSource: 'import',
    allowDuplicates: stored.program?.allowDuplicates ?? stored.duplicates.action === 'allow',
    records: rows.map(({ fields, record }) => (mode === 'create' ? fields : { ...fields, _id: record ?? null })),
    batchId: dryRun ? undefined : (stored.batch ?? undefined),
    newIds: mode === 'create' && idOf !== undefined ? rows.map(({ place }) => idOf(place)) : undefined,
  };
  const result = await context.records.saveMany(planner.scope.actor, input);
  assertNothingPassing(result.refused);
  // A dry run names records that do not exist.
  return readOutcomes(planner, rows, dryRun ? { ...result, ids: [] } : result);
}

/** Errors: that of a row that may be saved a moment later. */
function assertNothingPassing(refused: readonly RefusedRow[]): void {
  const passing = refused.find(({ code }) => PASSING.has(code));
  if (passing !== undefined && Object.hasOwn(ERROR_CATALOGUE, passing.code))
    throw new MusterError(passing.code as ErrorCode, { message: passing.text });
}

function readOutcomes(planner: RowPlanner, rows: readonly PlannedRow[], { ids, refused }: SaveManyResult): readonly RowOutcome[] {
  const byRow = new Map<number, RefusedRow[]>();
  for (const one of refused) byRow.set(one.row, [...(byRow.get(one.row) ?? []), one]);
  const columnOf = (field: string): number | null =>
    planner.translator.columns.find(({ target }) => target.field?.name === field)?.choice.index ?? null;
  return rows.map((row, at): RowOutcome => {
    const problems = toProblems(row, byRow.get(at) ?? [], columnOf);
    return { row, state: problems.length > 0 ? 'problem' : row.state, problems, record: ids[at] ?? row.record };
  });
}
