import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { assertModuleRight, findModule } from '../../records/index.ts';
import type { JsonObject } from '#engine/model/values';
import type { ImportCounts, ImportProgress } from '#engine/model/wire';
import type { ImportContext } from '../import-context.ts';
import { assertChoices } from '../mapping/check-choices.ts';
import { readChunk } from '../read/stage-file.ts';
import { changeImport, requireImport, writeChunk, type StoredImport } from '../stored-import.ts';
import { countOutcomes, listRefusals, toStoredChunk, type RowOutcome } from './chunk-results.ts';
import { RowPlanner, type SeenRows } from './plan-rows.ts';
import { saveChunk } from './save-chunk.ts';
import { saveRows } from './save-rows.ts';
import { CheckSummary } from './summarize-check.ts';

/** How a job is stopped, and to whom its progress is reported. */
export interface RunControl {
  readonly signal: AbortSignal;
  readonly report: (progress: JsonObject) => Promise<void>;
}

/** Refused rows that an import shows; all of them are in its file of errors. */
const MAX_REFUSED = 1_000;

/** Saving takes longer than the check of the same rows, which writes nothing. */
const SAVE_FACTOR = 1.5;

/**
 * Checks or saves the rows of an import, chunk by chunk, until it is complete or somebody pauses or cancels it. Each chunk is noted in one
 * commit with its results: a run that was killed continues with the next one. Errors: those that may have passed a moment later, the reason
 * of the signal; any other ends the import.
 */
export async function runImport(context: ImportContext, id: string, control: RunControl): Promise<void> {
  const run = new ImportRun(context, id);
  for (;;) {
    const now = await run.begin();
    if (now === undefined) return;
    control.signal.throwIfAborted();
    try {
      await run.step(now);
    } catch (error) {
      if (!(error instanceof MusterError) || error.status >= 500 || !error.isPublic) throw error;
      await failImport(context, id, error);
      return;
    }
    await control.report({ done: now.progress.done, total: now.progress.total });
    await yieldToOthers();
  }
}

/** Ends an import with an error: it can be resumed. */
export async function failImport({ store, clock }: ImportContext, id: string, { code, message, details }: MusterError): Promise<void> {
  const text = details.length === 0 ? message : `${message} ${details.map((detail) => detail.message).join(' ')}`;
  await changeImport(store, id, (now) =>
    isActive(now) ? { after: { ...now, state: 'failed', problem: { code, text }, endedAt: clock.now() } } : undefined,
  );
}

function isActive({ state }: StoredImport): boolean {
  return state === 'checking' || state === 'running';
}

/** One run of an import, with what it remembers between chunks. */
class ImportRun {
  readonly #context: ImportContext;
  readonly #id: string;
  readonly #summary = new CheckSummary();
  readonly #seen: SeenRows = new Set();
  readonly #startedAt: number;
  #planner: RowPlanner | undefined;
  #isFirst = true;

  constructor(context: ImportContext, id: string) {
    this.#context = context;
    this.#id = id;
    this.#startedAt = context.clock.now();
  }

  /** The import if there is something to do. A check that another run began is made again: it says which rows are repeated. */
  async begin(): Promise<StoredImport | undefined> {
    const now = await requireImport(this.#context.store, this.#id);
    if (!isActive(now)) return undefined;
    const isBegun = this.#isFirst && isDry(now) && now.next > 0;
    return isBegun ? changeImport(this.#context.store, this.#id, (one) => ({ after: restart(one) })) : now;
  }

  /** Works on the next chunk, or completes the import. */
  async step(now: StoredImport): Promise<void> {
    const planner = await this.#plannerOf(now);
    if (now.next >= now.offsets.length - 1) return this.#complete(planner);
    const rows = await readChunk(this.#context.contents, now, now.next);
    const outcomes = isDry(now) ? await this.#check(now, planner, rows) : await saveChunk(this.#context, now, planner, rows, this.#isFirst);
    this.#isFirst = false;
    const counts = countOutcomes(outcomes);
    await changeImport(this.#context.store, this.#id, (one) =>
      one.run === now.run && one.next === now.next
        ? {
            after: advance(one, rows.length, counts, outcomes, this.#context),
            writes: [writeChunk(one, now.next, toStoredChunk(outcomes))],
          }
        : undefined,
    );
  }

  /** The planner with the rights and definitions of now. Errors: those of a user who may no longer import, `import_mapping_invalid`. */
  async #plannerOf(now: StoredImport): Promise<RowPlanner> {
    const scope = await this.#context.access.scope(now.actor);
    const known = this.#planner;
    if (known?.scope.snapshot === scope.snapshot && known.scope.rights === scope.rights) return known;
    const module = findModule(scope, scope.snapshot.moduleNames.ofKey(now.module));
    assertMayImport(scope, now, module.name);
    assertChoices(scope, module, now);
    this.#planner = new RowPlanner(this.#context, scope, module, now);
    return this.#planner;
  }

  async #check(now: StoredImport, planner: RowPlanner, rows: Awaited<ReturnType<typeof readChunk>>): Promise<readonly RowOutcome[]> {
    const planned = await planner.plan(rows, this.#seen);
    const outcomes = await saveRows(this.#context, { stored: now, planner, dryRun: true }, planned);
    this.#summary.add(planner, rows, outcomes);
    return outcomes;
  }

  async #complete(planner: RowPlanner): Promise<void> {
    const endedAt = this.#context.clock.now();
    const found = this.#summary.list(planner);
    const seconds = Math.max(1, Math.ceil(((endedAt - this.#startedAt) * SAVE_FACTOR) / 1000));
    await changeImport(this.#context.store, this.#id, (now) => {
      if (now.state === 'running' && now.program?.dryRun !== true) return { after: { ...now, state: 'done', endedAt } };
      if (!isActive(now)) return undefined;
      const summary = { ...found, ...sumCounts(now.counts), rows: now.rows, seconds };
      return {
        after: { ...now, state: now.state === 'checking' ? 'checked' : 'done', summary, endedAt: now.program === null ? null : endedAt },
      };
    });
  }
}

/** Whether nothing is saved. */
function isDry({ state, program }: StoredImport): boolean {
  return state === 'checking' || program?.dryRun === true;
}

/** A check from the first row on. */
function restart(now: StoredImport): StoredImport {
  return { ...now, run: now.run + 1, next: 0, counts: [], refused: [], progress: startProgress(now.rows) };
}

/** The progress of a check or run that begins. */
export function startProgress(total: number): ImportProgress {
  return { done: 0, total, created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 };
}

/** The import after a chunk. */
function advance(
  now: StoredImport,
  rows: number,
  counts: ImportCounts,
  outcomes: readonly RowOutcome[],
  { ids }: ImportContext,
): StoredImport {
  const { progress } = now;
  return {
    ...now,
    next: now.next + 1,
    base: now.base === null ? null : ids.next(),
    counts: [...now.counts, counts],
    refused: [...now.refused, ...listRefusals(outcomes)].slice(0, MAX_REFUSED),
    progress: {
      total: progress.total,
      done: progress.done + rows,
      created: progress.created + counts.new,
      updated: progress.updated + counts.update,
      unchanged: progress.unchanged + counts.unchanged,
      skipped: progress.skipped + counts.skip,
      refused: progress.refused + counts.problem,
    },
  };
}

export function sumCounts(counts: readonly ImportCounts[]): ImportCounts {
  const sum = { new: 0, update: 0, unchanged: 0, skip: 0, problem: 0 };
  for (const one of counts) {
    sum.new += one.new;
    sum.update += one.update;
    sum.unchanged += one.unchanged;
    sum.skip += one.skip;
    sum.problem += one.problem;
  }
  return sum;
}

/** Errors: `module_access_denied`, `action_not_allowed` without the rights that the import needs now. */
export function assertMayImport(
  scope: AccessScope,
  { program, duplicates }: Pick<StoredImport, 'program' | 'duplicates'>,
  name: string,
): void {
  const module = findModule(scope, name);
  if (program?.mode !== 'update') assertModuleRight(scope, module, 'create');
  const changes =
    program === null ? duplicates.by.length > 0 && ['update', 'merge'].includes(duplicates.action) : program.mode !== 'create';
  if (changes) assertModuleRight(scope, module, 'mass_update');
}
