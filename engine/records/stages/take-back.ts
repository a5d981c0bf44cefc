import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model';
import type { ChangeEntry } from '../shapes/change-entry.ts';
import { CHANGES_COLLECTION } from '../shapes/collections.ts';
import { commitAttempt } from './commit-attempt.ts';
import { placeOf, planStep, type UndoOutline, type UndoStep } from './plan-undo.ts';
import { saveRecord } from './save-record.ts';
import type { SaveAttempt, SaveCall } from './save-request.ts';
import { openChange } from './seal-record.ts';

/** A store reads so many by id at once. */
const AT_ONCE = 2000;

/** Reads what the outlines' changes kept. */
export async function loadChanges({ kernel, scope }: SaveCall, outlines: readonly UndoOutline[]): Promise<ReadonlyMap<string, ChangeEntry>> {
  const ids = outlines.flatMap((outline) => outline.changeIds);
  const stored = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) stored.push(...(await kernel.store.get(CHANGES_COLLECTION.name, ids.slice(start, start + AT_ONCE))));
  return new Map(stored.flatMap((one) => {
    if (one === undefined) return [];
    const change = one.document as unknown as ChangeEntry;
    return [[change._id, openChange(kernel.seal, scope.snapshot.module(change.module), change)] as const];
  }));
}

/**
 * Takes one record back. `touched` are the places that this undoing has changed: hooks of other steps are among them.
 * Errors: `record_not_found`, `version_conflict`, and those of saves.
 */
export async function takeBack(call: SaveCall, outline: UndoOutline, changes: readonly ChangeEntry[], touched: Set<string>): Promise<void> {
  const module = call.scope.snapshot.module(outline.module);
  const step = planStep(changes);
  if (module === undefined || step.kind === 'gone') throw new MusterError('record_not_found', { message: 'This record was removed for good.' });
  const { attempt } = await commitAttempt(call, (made) => saveBack(made, module, step, { derived: outline.derived, touched: touched.has(placeOf(outline.module, outline.id)) }));
  for (const place of attempt.unit.pendingPlaces()) touched.add(place);
}

async function saveBack(attempt: SaveAttempt, module: CompiledModule, step: UndoStep, { derived, touched }: { readonly derived: boolean; readonly touched: boolean }): Promise<void> {
  const [before] = await attempt.unit.load(module, [step.id]);
  if (before === undefined) throw new MusterError('record_not_found');
  if (before.document._version !== step.version || !step.unbroken) {
    // The rules that answered the first save have answered its undoing: that is how this record goes back.
    if (derived && touched) return;
    throw new MusterError('version_conflict');
  }
  const { actor } = attempt.scope;
  const kind = step.kind === 'gone' ? 'update' : step.kind;
  const known = Object.fromEntries(Object.entries(step.fields).filter(([name]) => module.fields.has(name)));
  await saveRecord(attempt, {
    kind, module, id: step.id, before, fields: known,
    actor: derived ? { ...step.last.actor, ...(actor.userId === undefined ? {} : { userId: actor.userId }) } : actor,
    trusted: step.byProduct || actor.kind === 'system',
    productFields: new Set(Object.keys(known).filter((name) => !step.asked.has(name) || module.fields.get(name)?.definition.readOnly === true)),
  });
}
