import { createConditionData, type ConditionData } from '#engine/model/conditions';
import type { CompiledModule } from '#engine/model/compiled';
import type { BacktestSave, BacktestSide } from '#engine/model/wire';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { MusterError } from '../../../errors/index.ts';
import { SYSTEM_ACTOR, type AccessScope } from '../../../access/index.ts';
import type { JobContext } from '../../../ports/index.ts';
import { conditionContext, createAuditRowReader, SENSITIVE_READ_SOURCE, type AuditRow } from '../../../records/index.ts';
import { compileWorkflow, type CompiledWorkflow } from '../matching/compiled-workflows.ts';
import type { MatchInput } from '../matching/compile-condition.ts';
import { readCommitted } from '../matching/read-committed.ts';
import { relatedContains } from '../matching/related-values.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { PastRecords, type PastSave } from './past-records.ts';
import { findBacktest, hasEnded, writeBacktest, type StoredBacktest } from './stored-backtest.ts';

const DAY = 86_400_000;
/** Saves of each kind that are listed. */
const MAX_LISTED = 50;
/** After so many saves the progress is stored, and a cancel is noticed. */
const ROUND = 500;
/** What starts no workflow: undos, and what the product does to stored values. */
const QUIET_SOURCES: ReadonlySet<string> = new Set(['undo', 'calculation', 'type conversion', 'export', SENSITIVE_READ_SOURCE]);

/** Runs a backtest from its beginning, unless it has ended. Nothing but its own document is written. */
export async function runBacktest(context: WorkflowContext, id: string, job: JobContext): Promise<void> {
  const stored = await findBacktest(context.store, id);
  if (stored === undefined || hasEnded(stored)) return;
  const scope = await context.access.scope(SYSTEM_ACTOR);
  const module = scope.snapshot.module(scope.snapshot.moduleNames.ofKey(stored.module));
  if (module === undefined) throw new MusterError('workflow_module_missing', { values: { module: stored.module } });
  const backtest = new Backtest(context, scope, module, stored);
  try {
    await backtest.run(job);
  } catch (error) {
    if (error instanceof MusterError && error.status >= 500) throw error;
    await backtest.end('failed', error instanceof MusterError ? error.message : new MusterError('internal_error').message);
  }
}

interface Side {
  readonly draft: CompiledWorkflow | undefined;
  readonly live: CompiledWorkflow | undefined;
}

class Backtest {
  readonly #context: WorkflowContext;
  readonly #scope: AccessScope;
  readonly #module: CompiledModule;
  readonly #sides: Side;
  #stored: StoredBacktest;
  #next: StoredBacktest;

  constructor(context: WorkflowContext, scope: AccessScope, module: CompiledModule, stored: StoredBacktest) {
    const none = { both: [], draft: [], live: [] };
    this.#context = context;
    this.#scope = scope;
    this.#module = module;
    this.#sides = { draft: compile(stored.draft), live: compile(stored.live) };
    this.#stored = stored;
    this.#next = { ...stored, state: 'running', scanned: 0, skipped: 0, counts: { both: 0, draft: 0, live: 0 }, saves: none };
  }

  async run({ signal, progress }: JobContext): Promise<void> {
    const { at, days } = this.#stored;
    const audit = createAuditRowReader(this.#context, this.#scope, this.#module);
    const past = new PastRecords(this.#context, this.#module, audit);
    const since = at - days * DAY;
    this.#next = { ...this.#next, total: await audit.count(since, at) };
    if (!(await this.#write())) return;
    for await (const row of audit.between(since, at)) {
      signal.throwIfAborted();
      await this.#evaluate(past, row);
      if (this.#next.scanned % ROUND > 0) continue;
      if (!(await this.#write())) return;
      await progress({ scanned: this.#next.scanned, total: this.#next.total });
    }
    await this.end('done', null);
  }

  async end(state: 'done' | 'failed', error: string | null): Promise<void> {
    this.#next = { ...this.#next, state, error, ended: this.#context.clock.now() };
    await this.#write();
  }

  /** False: it was cancelled, or another process runs it. */
  async #write(): Promise<boolean> {
    if (!(await writeBacktest(this.#context.store, this.#stored, this.#next))) return false;
    this.#stored = { ...this.#next, _version: this.#stored._version + 1 };
    this.#next = this.#stored;
    return true;
  }

  async #evaluate(past: PastRecords, row: AuditRow): Promise<void> {
    const save = await past.undo(row);
    this.#next = { ...this.#next, scanned: this.#next.scanned + 1, skipped: this.#next.skipped + (save === undefined ? 1 : 0) };
    if (save === undefined || QUIET_SOURCES.has(row.source) || isRemoval(row)) return;
    const input = this.#inputOf(save, row);
    const draft = await this.#starts(this.#sides.draft, save, input);
    const live = await this.#starts(this.#sides.live, save, input);
    if (!draft && !live) return;
    this.#add(draft && live ? 'both' : draft ? 'draft' : 'live', save, row);
  }

  #inputOf({ before, after }: PastSave, row: AuditRow): Omit<MatchInput, 'related'> {
    let data: ConditionData | undefined;
    const changed = before === undefined ? undefined : new Set(row.entries.flatMap(({ field }) => field ?? []));
    return {
      ...{ before, record: after, changed },
      // Rules see the day of the save.
      data: () => (data ??= createConditionData(after, conditionContext(this.#scope, Date.parse(row.at), before))),
    };
  }

  /** Related records are read as they are today: the audit of other modules is not searched. */
  async #starts(workflow: CompiledWorkflow | undefined, { before, after }: PastSave, input: Omit<MatchInput, 'related'>): Promise<boolean> {
    if (workflow === undefined) return false;
    const { appliesTo = 'both' } = workflow.definition;
    if (appliesTo === (before === undefined ? 'update' : 'new')) return false;
    if (!workflow.holds({ ...input, related: () => true })) return false;
    if (workflow.related.length === 0) return true;
    const found = new Set<string>();
    for (const condition of workflow.related)
      if (await relatedContains(readCommitted(this.#context), this.#module, after, condition)) found.add(condition.id);
    return workflow.holds({ ...input, related: ({ id }) => found.has(id) });
  }

  #add(side: BacktestSide, { before }: PastSave, { _id, record, name, at, by }: AuditRow): void {
    const { counts, saves } = this.#next;
    const save: BacktestSave = { change: _id, record, name, at, by, isNew: before === undefined };
    const listed = saves[side].length < MAX_LISTED ? { ...saves, [side]: [...saves[side], save] } : saves;
    this.#next = { ...this.#next, counts: { ...counts, [side]: counts[side] + 1 }, saves: listed };
  }
}

function compile(workflow: WorkflowDefinition | null): CompiledWorkflow | undefined {
  return workflow?.executionOccurs === 'save' ? compileWorkflow(workflow) : undefined;
}

function isRemoval({ entries }: AuditRow): boolean {
  return entries.some(({ field, after }) => (field === null && after === null) || field === 'deleted');
}
