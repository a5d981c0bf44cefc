import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { RecordOperations, UndoResult } from '../contract.ts';
import { daysBefore, iterateChanges, timeOfId, undoDaysOf, withCurrentModule, type ChangeEntry } from '../history/change-entry.ts';
import type { RecordServices } from '../record-services.ts';
import { beginWrite, type WriteContext } from '../save/write-context.ts';
import { noteBatch } from '../batches/stored-batch.ts';
import { claimUndo, type UndoClaim, type UndoCount } from './claim-undo.ts';
import { formatRecordRef, UndoPlanner, type UndoTarget } from './plan-undo.ts';
import { loadChanges, revertRecord } from './revert-record.ts';

/** Maximum numbers of records and of changes that are loaded and reverted in one round. */
const ROUND = 100;

const MAX_CHANGES = 1000;

/** A running undo. */
interface UndoRun {
  readonly context: WriteContext;
  readonly claim: UndoClaim;
  /** Number of records in the batch. */
  readonly total: number;
  readonly undone: { readonly module: string; readonly _id: string }[];
  readonly left: { readonly module: string; readonly _id: string; readonly code: string; readonly error: string }[];
  /** `touched`: records that undos of this batch changed, also by hooks. `finished`: records that an earlier undo reverted. */
  readonly touched: Set<string>;
  readonly finished: ReadonlySet<string>;
  /** Errors of changes that are not undone, by the id of the change. */
  readonly notUndone: Map<string, MusterError>;
}

/**
 * Undoes a batch with inverse saves through the pipeline, with the current rules and rights of the actor. Records that
 * were changed since, removed permanently, or rejected by a rule are listed and left; another undo of the batch tries
 * them again. One undo of a batch runs at a time; the stored changes are read in rounds. Errors: `batch_not_found`,
 * also for a batch of another user; `undo_period_expired`; `undo_in_progress`; `batch_undone` if nothing was left.
 */
export async function undoBatch(
  services: RecordServices,
  actor: Actor,
  input: Parameters<RecordOperations['undoBatch']>[1],
): Promise<UndoResult> {
  const began = await beginWrite(services, actor, { changeSource: 'undo', traces: input.traces });
  const outlines = await planTargets(began, input.batchId);
  const claim = await claimUndo(services, input.batchId, actor.userId);
  const run: UndoRun = {
    context: { ...began, batchId: claim.undoBatchId },
    claim,
    total: outlines.length,
    undone: [],
    left: [],
    notUndone: new Map(),
    ...(await findFinished(began, claim)),
  };
  const [first] = outlines;
  const module = first === undefined ? undefined : began.scope.snapshot.module(first.module);
  const addCount = module === undefined ? undefined : await noteBatch(run.context, { kind: 'undo', module, requested: outlines.length });
  let isComplete = false;
  try {
    await claim.renew(countOf(run));
    for (const round of intoRounds(outlines)) await undoRound(run, round);
    await retrySkipped(run, outlines);
    isComplete = true;
  } finally {
    await claim.end(isComplete && run.left.length === 0, countOf(run));
    // What an earlier undo reverted is counted already.
    const reverted = run.undone.filter(({ module: name, _id }) => !run.finished.has(formatRecordRef(name, _id)));
    await addCount?.({ records: reverted.length, refused: run.left.length });
  }
  return { batchId: input.batchId, undoBatchId: claim.undoBatchId, undone: run.undone, left: run.left };
}

async function planTargets({ services, scope }: WriteContext, batchId: string): Promise<readonly UndoTarget[]> {
  const oldest = daysBefore(services.clock.now(), undoDaysOf(scope.snapshot));
  const planner = new UndoPlanner();
  let first: ChangeEntry | undefined;
  for await (const change of iterateChanges(services.store, batchId)) {
    if (!scope.rights.unrestricted && change.actor.userId !== scope.actor.userId) throw new MusterError('batch_not_found');
    first ??= change;
    planner.add(withCurrentModule(scope.snapshot, change));
  }
  const since = first === undefined ? timeOfId(batchId) : Date.parse(first.at);
  if (since !== undefined && since < oldest) throw new MusterError('undo_period_expired', { values: { days: undoDaysOf(scope.snapshot) } });
  if (first === undefined) throw new MusterError('batch_not_found');
  return planner.targets();
}

/** Collects what earlier undos of the batch did: a record that one of them reverted is not changed again. */
async function findFinished({ services, scope }: WriteContext, { earlier }: UndoClaim): Promise<Pick<UndoRun, 'touched' | 'finished'>> {
  const touched = new Set<string>();
  const finished = new Set<string>();
  for (const batchId of earlier) {
    for await (const change of iterateChanges(services.store, batchId)) {
      const { module, record_id, caused_by: cause } = withCurrentModule(scope.snapshot, change);
      touched.add(formatRecordRef(module, record_id));
      if (cause === undefined) finished.add(formatRecordRef(module, record_id));
    }
  }
  return { touched, finished };
}

function* intoRounds(outlines: readonly UndoTarget[]): Iterable<readonly UndoTarget[]> {
  let round: UndoTarget[] = [];
  let changes = 0;
  for (const outline of outlines) {
    if (round.length > 0 && (round.length === ROUND || changes + outline.changeIds.length > MAX_CHANGES)) {
      yield round;
      round = [];
      changes = 0;
    }
    round.push(outline);
    changes += outline.changeIds.length;
  }
  if (round.length > 0) yield round;
}

async function undoRound(run: UndoRun, round: readonly UndoTarget[]): Promise<void> {
  const changes = await loadChanges(run.context, round);
  for (const outline of round)
    await undoOne(
      run,
      outline,
      outline.changeIds.flatMap((id) => changes.get(id) ?? []),
    );
  await run.claim.renew(countOf(run));
}

/**
 * A rule may have rejected a record because of a value that another record of the batch still had, such as its title.
 * That record may be reverted now, so the records that were left are tried again.
 */
async function retrySkipped(run: UndoRun, outlines: readonly UndoTarget[]): Promise<void> {
  const { left, undone, notUndone } = run;
  const places = new Set(left.map(({ module, _id }) => formatRecordRef(module, _id)));
  if (places.size === 0 || undone.length === 0) return;
  left.length = 0;
  notUndone.clear();
  for (const round of intoRounds(outlines.filter(({ module, id }) => places.has(formatRecordRef(module, id))))) await undoRound(run, round);
}

function countOf({ total, undone, left }: UndoRun): UndoCount {
  return { total, undone: undone.length, left: left.length, reason: left[0]?.error ?? null };
}

async function undoOne(
  { context, undone, left, touched, finished, notUndone }: UndoRun,
  outline: UndoTarget,
  changes: readonly ChangeEntry[],
): Promise<void> {
  const place = { module: outline.module, _id: outline.id };
  try {
    if (!finished.has(formatRecordRef(outline.module, outline.id))) {
      assertOriginsUndone(outline, notUndone);
      if (changes.length < outline.changeIds.length)
        throw new MusterError('undo_period_expired', { values: { days: undoDaysOf(context.scope.snapshot) } });
      await revertRecord(context, outline, changes, touched);
    }
    undone.push(place);
  } catch (error) {
    if (!(error instanceof MusterError) || !error.isPublic) throw error;
    for (const origin of outline.origins) notUndone.set(origin, error);
    left.push({ ...place, code: error.code, error: error.message });
  }
}

/** What hooks did in response to a save stays as long as that save stays: hours stay returned while their request stays cancelled. */
function assertOriginsUndone({ derived, origins }: UndoTarget, notUndone: ReadonlyMap<string, MusterError>): void {
  if (!derived) return;
  for (const origin of origins) {
    const cause = notUndone.get(origin);
    if (cause !== undefined) throw cause;
  }
}
