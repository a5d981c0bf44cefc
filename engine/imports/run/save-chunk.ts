import { foldText, type JsonValue } from '#engine/model/values';
import type { ImportContext } from '../import-context.ts';
import type { StagedRow } from '../read/stage-file.ts';
import type { StoredImport } from '../stored-import.ts';
import type { MissingLink } from '../translate/translate-rows.ts';
import { saveRows } from './save-rows.ts';
import type { RowOutcome } from './chunk-results.ts';
import type { PlannedRow, RowPlanner } from './plan-rows.ts';

/** Rows of a chunk about the same record are saved one after the other, at most this many; a file with more of them is no list of records. */
const MAX_PASSES = 10;

/**
 * Saves a chunk of rows. A chunk that an earlier run saved in part has the ids of that run: what exists already is not created again, and a
 * change that was made already changes nothing.
 */
export async function saveChunk(
  context: ImportContext,
  stored: StoredImport,
  planner: RowPlanner,
  rows: readonly StagedRow[],
  isRepeated: boolean,
): Promise<readonly RowOutcome[]> {
  const idOf = (place: number): string => rowId(stored.base ?? stored._id, place);
  const existing = isRepeated
    ? await findExisting(
        context,
        planner,
        rows.map((_, place) => idOf(place)),
      )
    : new Set<string>();
  const outcomes = new Map<number, RowOutcome>();
  let left = rows.map((row, place) => ({ row, place }));
  for (let pass = 0; left.length > 0; pass += 1) {
    const planned = await planPass(planner, left, existing, idOf);
    const now = planned.filter(({ isRepeated: waits }) => !waits);
    const waiting = planned.filter(({ isRepeated: waits, state }) => waits && state !== 'skip');
    const request = { stored, planner, dryRun: false, idOf };
    await createMissing(context, planner, stored, now);
    const created = now.filter(({ missing }) => missing.length > 0).map(({ place }) => place);
    const ready = created.length === 0 ? now : await planAgain(planner, left, now, existing, idOf);
    for (const outcome of await saveRows(context, request, ready)) outcomes.set(outcome.row.place, outcome);
    for (const row of planned) if (row.isRepeated && row.state === 'skip') outcomes.set(row.place, skipped(row));
    if (pass === MAX_PASSES) for (const row of waiting) outcomes.set(row.place, refuseRepeated(row));
    left = pass === MAX_PASSES ? [] : left.filter(({ place }) => waiting.some((row) => row.place === place));
  }
  return rows.map((_, place) => outcomes.get(place)).filter((outcome) => outcome !== undefined);
}

type PlacedRow = { readonly row: StagedRow; readonly place: number };

/** Plans rows by their places in the chunk. Those whose record an earlier run created are new, and are not saved again. */
async function planPass(
  planner: RowPlanner,
  rows: readonly PlacedRow[],
  existing: ReadonlySet<string>,
  idOf: (place: number) => string,
): Promise<readonly PlannedRow[]> {
  const open = rows.filter(({ place }) => !existing.has(idOf(place)));
  const planned = await planner.plan(
    open.map(({ row }) => row),
    new Set(),
  );
  const done = rows.filter(({ place }) => existing.has(idOf(place))).map(({ row, place }) => planDone(row, place, idOf(place)));
  return [...planned.map((one, at) => ({ ...one, place: open[at]?.place ?? one.place })), ...done].sort((a, b) => a.place - b.place);
}

/** Its record exists: nothing is left to do. */
function planDone({ number }: StagedRow, place: number, record: string): PlannedRow {
  return { place, number, state: 'new', fields: {}, record, was: {}, problems: [], missing: [], isRepeated: false };
}

/** Plans the rows of a pass again, after the records that they name were created. */
async function planAgain(
  planner: RowPlanner,
  rows: readonly PlacedRow[],
  now: readonly PlannedRow[],
  existing: ReadonlySet<string>,
  idOf: (place: number) => string,
): Promise<readonly PlannedRow[]> {
  const places = new Set(now.map(({ place }) => place));
  return planPass(
    planner,
    rows.filter(({ place }) => places.has(place)),
    existing,
    idOf,
  );
}

/** Creates the records that rows name and that do not exist, each once, in the batch of the import. Those that are refused stay missing. */
async function createMissing(
  context: ImportContext,
  planner: RowPlanner,
  stored: StoredImport,
  rows: readonly PlannedRow[],
): Promise<void> {
  const byModule = new Map<string, Map<string, MissingLink>>();
  for (const link of rows.filter(({ state }) => state === 'new' || state === 'update').flatMap(({ missing }) => missing)) {
    const texts = byModule.get(link.module) ?? new Map<string, MissingLink>();
    // The first way in which a name is written is used.
    if (!texts.has(foldText(link.text))) texts.set(foldText(link.text), link);
    byModule.set(link.module, texts);
  }
  for (const [name, texts] of byModule) {
    const module = planner.scope.snapshot.module(name);
    if (module === undefined) continue;
    const links = [...texts.values()];
    const records = links.map(({ text }): { readonly [field: string]: JsonValue } => ({ [module.nameField]: text }));
    const batchId = stored.batch ?? undefined;
    const input = { module: name, mode: 'create', records, changeSource: 'import', batchId } as const;
    const { ids, refused } = await context.records.saveMany(planner.scope.actor, input);
    links.forEach(({ text, column }, at) => {
      const id = ids[at];
      if (typeof id === 'string') planner.translator.links.add(name, text, id);
      else planner.translator.refuseMissing(column, text, refused.find(({ row }) => row === at)?.text);
    });
  }
}

function skipped(row: PlannedRow): RowOutcome {
  return { row, state: 'skip', problems: [], record: row.record };
}

function refuseRepeated(row: PlannedRow): RowOutcome {
  const text = 'Earlier rows are about the same record';
  return { row, state: 'problem', problems: [{ column: null, field: null, code: 'row_repeated', text }], record: row.record };
}

async function findExisting(context: ImportContext, { module }: RowPlanner, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await context.store.get(module.storage.name, ids);
  return new Set(found.flatMap((one) => one?.document._id ?? []));
}

/** The id of the new record of a row: that of its chunk, with the place of the row as its last digits. */
export function rowId(base: string, place: number): string {
  return `${base.slice(0, -4)}${place.toString(16).padStart(4, '0')}`;
}
