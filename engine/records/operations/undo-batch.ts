import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model';
import type { UndoResult } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import type { ChangeEntry } from '../shapes/change-entry.ts';
import { CHANGE_KEYS, CHANGES_COLLECTION } from '../shapes/collections.ts';
import { beginCall } from '../stages/begin-call.ts';
import { commitAttempt } from '../stages/commit-attempt.ts';
import { planUndo, type UndoStep } from '../stages/plan-undo.ts';
import type { SaveAttempt, SaveCall } from '../stages/save-request.ts';
import { saveRecord } from '../stages/save-record.ts';
import { openChange } from '../stages/seal-record.ts';

/**
 * Takes a batch back by inverse saves through the pipeline, with the rules and the actor's rights in force now. What
 * changed since, was removed for good, or is refused by a rule is listed and left. Errors: `batch_not_found`, also for
 * a batch of somebody else.
 */
export async function undoBatch(kernel: RecordKernel, actor: Actor, input: { readonly batchId: string }): Promise<UndoResult> {
  const call = await beginCall(kernel, actor, { changeSource: 'undo' });
  const changes = await loadBatch(call, input.batchId);
  const undone: { module: string; _id: string }[] = [];
  const left: { module: string; _id: string; code: string; error: string }[] = [];
  const standing = new Map<string, MusterError>();
  for (const step of planUndo(changes)) {
    const place = { module: step.module, _id: step.id };
    try {
      assertOriginsGone(step, standing);
      await undoStep(call, step);
      undone.push(place);
    } catch (error) {
      if (!(error instanceof MusterError) || !error.isPublic) throw error;
      for (const origin of step.origins) standing.set(origin, error);
      left.push({ ...place, code: error.code, error: error.message });
    }
  }
  return { batchId: input.batchId, undoBatchId: call.batchId, undone, left };
}

/** What hooks did in answer to a save stands as long as that save stands: hours stay given back while their request stays cancelled. */
function assertOriginsGone(step: UndoStep, standing: ReadonlyMap<string, MusterError>): void {
  if (!step.derived) return;
  for (const origin of step.origins) {
    const cause = standing.get(origin);
    if (cause !== undefined) throw cause;
  }
}

async function loadBatch({ kernel, scope }: SaveCall, batchId: string): Promise<readonly ChangeEntry[]> {
  const changes: ChangeEntry[] = [];
  const filter = { kind: 'equals', key: CHANGE_KEYS.batch, values: [batchId] } as const;
  for await (const { document } of kernel.store.stream({ collection: CHANGES_COLLECTION.name, filter, sort: [], limit: Infinity })) changes.push(openChange(kernel.seal, scope.snapshot.module(document['module'] as string), document as unknown as ChangeEntry));
  const own = scope.rights.unrestricted || changes.every((change) => change.actor.userId === scope.actor.userId);
  if (changes.length === 0 || !own) throw new MusterError('batch_not_found');
  return changes;
}

async function undoStep(call: SaveCall, step: UndoStep): Promise<void> {
  const module = call.scope.snapshot.module(step.module);
  if (module === undefined || step.kind === 'gone') throw new MusterError('record_not_found', { message: 'This record was removed for good.' });
  await commitAttempt(call, (attempt) => takeBack(attempt, module, step));
}

async function takeBack(attempt: SaveAttempt, module: CompiledModule, step: UndoStep): Promise<void> {
  const [before] = await attempt.unit.load(module, [step.id]);
  if (before === undefined) throw new MusterError('record_not_found');
  if (before.document._version !== step.version || !step.unbroken) {
    // The rules that answered the first save have answered its undoing: that is how this record goes back.
    if (step.derived && (await changedHere(attempt, step))) return;
    throw new MusterError('version_conflict');
  }
  const { actor } = attempt.scope;
  const kind = step.kind === 'gone' ? 'update' : step.kind;
  const known = Object.fromEntries(Object.entries(step.fields).filter(([name]) => module.fields.has(name)));
  await saveRecord(attempt, {
    kind, module, id: step.id, before, fields: known, depth: 0,
    actor: step.derived ? { ...step.last.actor, ...(actor.userId === undefined ? {} : { userId: actor.userId }) } : actor,
    trusted: step.byProduct || actor.kind === 'system',
    productFields: new Set(Object.keys(known).filter((name) => !step.asked.has(name) || module.fields.get(name)?.definition.readOnly === true)),
  });
}

/** Whether this undoing has itself changed the record, by the hooks of another step. */
async function changedHere({ kernel, batchId }: SaveAttempt, step: UndoStep): Promise<boolean> {
  const filter = { kind: 'equals', key: CHANGE_KEYS.batch, values: [batchId] } as const;
  for await (const { document } of kernel.store.stream({ collection: CHANGES_COLLECTION.name, filter, sort: [], limit: Infinity })) {
    const change = document as unknown as ChangeEntry;
    if (change.module === step.module && change.record_id === step.id) return true;
  }
  return false;
}

