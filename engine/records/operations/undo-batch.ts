import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { UndoResult } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import type { ChangeEntry } from '../shapes/change-entry.ts';
import { beginCall } from '../stages/begin-call.ts';
import { claimUndo, type UndoClaim, type UndoCount } from '../stages/claim-undo.ts';
import { placeOf, UndoOutliner, type UndoOutline } from '../stages/plan-undo.ts';
import type { SaveCall } from '../stages/save-request.ts';
import { loadChanges, takeBack } from '../stages/take-back.ts';
import { daysBefore, timeOfId, undoDaysOf } from '../stages/undo-window.ts';
import { walkChanges } from '../stages/walk-changes.ts';

/** Records taken back between two looks at what their changes kept, and changes read in one look. */
const ROUND = 100;
const MOST_CHANGES = 1000;

/** An undoing under way. */
interface Undoing {
  readonly call: SaveCall;
  readonly claim: UndoClaim;
  /** Records of the batch. */
  readonly total: number;
  readonly undone: { readonly module: string; readonly _id: string }[];
  readonly left: { readonly module: string; readonly _id: string; readonly code: string; readonly error: string }[];
  /** Places that undoings of this batch have changed, hooks' answers too; and those that went back in an earlier one. */
  readonly touched: Set<string>;
  readonly finished: ReadonlySet<string>;
  /** Why a change still stands, by its id. */
  readonly standing: Map<string, MusterError>;
}

/**
 * Takes a batch back by inverse saves through the pipeline, with the rules and the actor's rights in force now. What
 * changed since, was removed for good, or is refused by a rule is listed and left; asked again, what was left is tried
 * again. One undoing at a time; what the changes kept is read in rounds. Errors: `batch_not_found`, also for a batch of
 * somebody else; `undo_window_over`; `undo_under_way`; `batch_undone` when nothing was left.
 */
export async function undoBatch(kernel: RecordKernel, actor: Actor, input: { readonly batchId: string }): Promise<UndoResult> {
  const began = await beginCall(kernel, actor, { changeSource: 'undo' });
  const outlines = await outlineBatch(began, input.batchId);
  const claim = await claimUndo(kernel, input.batchId, actor.userId);
  const undoing: Undoing = { call: { ...began, batchId: claim.undoBatchId }, claim, total: outlines.length, undone: [], left: [], standing: new Map(), ...(await findFinished(kernel, claim)) };
  let whole = false;
  try {
    await claim.renew(countOf(undoing));
    for (const round of intoRounds(outlines)) await undoRound(undoing, round);
    await tryLeftAgain(undoing, outlines);
    whole = true;
  } finally {
    await claim.end(whole && undoing.left.length === 0, countOf(undoing));
  }
  return { batchId: input.batchId, undoBatchId: claim.undoBatchId, undone: undoing.undone, left: undoing.left };
}

async function outlineBatch({ kernel, scope }: SaveCall, batchId: string): Promise<readonly UndoOutline[]> {
  const oldest = daysBefore(kernel.clock.now(), undoDaysOf(scope.snapshot));
  const outliner = new UndoOutliner();
  let first: ChangeEntry | undefined;
  for await (const change of walkChanges(kernel.store, batchId)) {
    if (!scope.rights.unrestricted && change.actor.userId !== scope.actor.userId) throw new MusterError('batch_not_found');
    first ??= change;
    outliner.add(change);
  }
  const since = first === undefined ? timeOfId(batchId) : Date.parse(first.at);
  if (since !== undefined && since < oldest) throw new MusterError('undo_window_over', { values: { days: undoDaysOf(scope.snapshot) } });
  if (first === undefined) throw new MusterError('batch_not_found');
  return outliner.outlines();
}

/** What earlier undoings of the batch did: a record that went back in one is not touched again. */
async function findFinished({ store }: RecordKernel, { earlier }: UndoClaim): Promise<Pick<Undoing, 'touched' | 'finished'>> {
  const touched = new Set<string>();
  const finished = new Set<string>();
  for (const batchId of earlier) {
    for await (const { module, record_id, caused_by: cause } of walkChanges(store, batchId)) {
      touched.add(placeOf(module, record_id));
      if (cause === undefined) finished.add(placeOf(module, record_id));
    }
  }
  return { touched, finished };
}

function* intoRounds(outlines: readonly UndoOutline[]): Iterable<readonly UndoOutline[]> {
  let round: UndoOutline[] = [];
  let changes = 0;
  for (const outline of outlines) {
    if (round.length > 0 && (round.length === ROUND || changes + outline.changeIds.length > MOST_CHANGES)) {
      yield round;
      round = [];
      changes = 0;
    }
    round.push(outline);
    changes += outline.changeIds.length;
  }
  if (round.length > 0) yield round;
}

async function undoRound(undoing: Undoing, round: readonly UndoOutline[]): Promise<void> {
  const changes = await loadChanges(undoing.call, round);
  for (const outline of round) await undoOne(undoing, outline, outline.changeIds.flatMap((id) => changes.get(id) ?? []));
  await undoing.claim.renew(countOf(undoing));
}

/** A rule may have refused a record for what another one of the batch had yet to give up, such as its title: now that has gone back. */
async function tryLeftAgain(undoing: Undoing, outlines: readonly UndoOutline[]): Promise<void> {
  const { left, undone, standing } = undoing;
  const places = new Set(left.map(({ module, _id }) => placeOf(module, _id)));
  if (places.size === 0 || undone.length === 0) return;
  left.length = 0;
  standing.clear();
  for (const round of intoRounds(outlines.filter(({ module, id }) => places.has(placeOf(module, id))))) await undoRound(undoing, round);
}

function countOf({ total, undone, left }: Undoing): UndoCount {
  return { total, undone: undone.length, left: left.length, reason: left[0]?.error ?? null };
}

async function undoOne({ call, undone, left, touched, finished, standing }: Undoing, outline: UndoOutline, changes: readonly ChangeEntry[]): Promise<void> {
  const place = { module: outline.module, _id: outline.id };
  try {
    if (!finished.has(placeOf(outline.module, outline.id))) {
      assertOriginsGone(outline, standing);
      if (changes.length < outline.changeIds.length) throw new MusterError('undo_window_over', { values: { days: undoDaysOf(call.scope.snapshot) } });
      await takeBack(call, outline, changes, touched);
    }
    undone.push(place);
  } catch (error) {
    if (!(error instanceof MusterError) || !error.isPublic) throw error;
    for (const origin of outline.origins) standing.set(origin, error);
    left.push({ ...place, code: error.code, error: error.message });
  }
}

/** What hooks did in answer to a save stands as long as that save stands: hours stay given back while their request stays cancelled. */
function assertOriginsGone({ derived, origins }: UndoOutline, standing: ReadonlyMap<string, MusterError>): void {
  if (!derived) return;
  for (const origin of origins) {
    const cause = standing.get(origin);
    if (cause !== undefined) throw cause;
  }
}
