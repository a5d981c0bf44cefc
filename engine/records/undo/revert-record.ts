import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CipherPort } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { isUneditedSince } from '../calculations/edited-version.ts';
import { decryptChange, openerOf } from '../encryption/encrypt-record.ts';
import { CHANGES_COLLECTION, withCurrentModule, type ChangeEntry } from '../history/change-entry.ts';
import { saveRecord } from '../save/save-record.ts';
import { commitWithRetry } from '../save/commit-with-retry.ts';
import { runTraced } from '../tracing/trace-save.ts';
import type { SaveAttempt, WriteContext } from '../save/write-context.ts';
import { formatRecordRef, planStep, type UndoStep, type UndoTarget } from './plan-undo.ts';

/** Maximum number of ids per read of the store. */
const MAX_IDS_PER_READ = 2000;

/** Loads and decrypts the changes of the targets. */
export async function loadChanges(
  { services, scope }: WriteContext,
  outlines: readonly UndoTarget[],
): Promise<ReadonlyMap<string, ChangeEntry>> {
  const ids = outlines.flatMap((outline) => outline.changeIds);
  const stored = [];
  for (let start = 0; start < ids.length; start += MAX_IDS_PER_READ)
    stored.push(...(await services.store.get(CHANGES_COLLECTION.name, ids.slice(start, start + MAX_IDS_PER_READ))));
  return new Map(
    stored.flatMap((one) => {
      if (one === undefined) return [];
      const change = withCurrentModule(scope.snapshot, one.document as unknown as ChangeEntry);
      const module = scope.snapshot.module(change.module);
      return [
        [change._id, decryptChange(services.cipher, module, withCurrentNames(services.cipher, scope.snapshot, module, change))] as const,
      ];
    }),
  );
}

/** A change with the current names and types of its fields; those that were removed since are left out. */
function withCurrentNames(
  cipher: CipherPort,
  snapshot: DefinitionSnapshot,
  module: CompiledModule | undefined,
  change: ChangeEntry,
): ChangeEntry {
  const { definitions, before } = change;
  if (module === undefined || definitions === undefined) return change;
  const currentName = (name: string): readonly string[] => {
    const fate = snapshot.traceField(module.id, name, definitions);
    return 'name' in fate ? [fate.name] : [];
  };
  const document = { ...before, _id: change.record_id, _version: 1 };
  const converted: JsonObject = snapshot.upgradeDocument(
    module,
    { document, definitionVersion: definitions },
    openerOf(cipher, module, change.record_id),
  );
  // A missing value is null, which no document has.
  const valueOf = (current: string, value: JsonValue): JsonValue => (value === null ? null : (converted[current] ?? null));
  const image = Object.entries(before).flatMap(([name, value]) =>
    currentName(name).map((current) => [current, valueOf(current, value)] as const),
  );
  return { ...change, before: Object.fromEntries(image), asked: change.asked.flatMap(currentName) };
}

/**
 * Reverts one record. `touched` contains the records that this undo has changed, including changes by hooks of other
 * steps. Errors: `record_not_found`, `version_conflict`, and those of saves.
 */
export async function revertRecord(
  context: WriteContext,
  outline: UndoTarget,
  changes: readonly ChangeEntry[],
  touched: Set<string>,
): Promise<void> {
  const module = context.scope.snapshot.module(outline.module);
  const step = planStep(changes);
  if (module === undefined || step.kind === 'gone')
    throw new MusterError('record_not_found', { message: 'This record was removed for good.' });
  const isTouched = touched.has(formatRecordRef(outline.module, outline.id));
  const { attempt } = await runTraced(context, { kind: 'undo', module, id: outline.id }, (used, onAttempt) =>
    commitWithRetry(used, (made) => {
      onAttempt?.(undefined);
      return saveInverse(made, module, step, { derived: outline.derived, touched: isTouched });
    }),
  );
  for (const place of attempt.unit.pendingRefs()) touched.add(place);
}

/**
 * A deleted user keeps their e-mail, so that they can be restored. A user whose creation is undone gives it free: the same person may be
 * entered again. An undo of the undo restores it.
 */
function freedFields(module: CompiledModule, { id, isCreation }: UndoStep): JsonObject {
  return module.name === 'users' && isCreation ? { email: `${id}@undone.invalid` } : {};
}

async function saveInverse(
  attempt: SaveAttempt,
  module: CompiledModule,
  step: UndoStep,
  { derived, touched }: { readonly derived: boolean; readonly touched: boolean },
): Promise<void> {
  const [before] = await attempt.unit.load(module, [step.id]);
  if (before === undefined) throw new MusterError('record_not_found');
  if (!isUneditedSince(before.document, step.version) || !step.isContiguous) {
    // The hooks that responded to the first save have responded to its undo, and that reverted this record.
    if (derived && touched) return;
    throw new MusterError('version_conflict');
  }
  const { actor } = attempt.scope;
  const kind = step.kind === 'gone' ? 'update' : step.kind;
  const known = Object.fromEntries(
    Object.entries({ ...step.fields, ...freedFields(module, step) }).filter(([name]) => module.fields.has(name)),
  );
  await saveRecord(attempt, {
    kind,
    module,
    id: step.id,
    before,
    fields: known,
    // Entries may be from before a column was changed.
    acceptedRecords: [{ ...before.document, ...known }],
    actor: derived ? actorOfDerived(step.last.actor, actor) : actor,
    trusted: step.trusted || actor.kind === 'system',
    trustedFields: new Set(
      Object.keys(known).filter((name) => !step.requested.has(name) || module.fields.get(name)?.definition.readOnly === true),
    ),
  });
}

/** The undo of a save by a plugin is a save by that plugin, for the user who undoes it. */
function actorOfDerived({ impersonatorId: _before, ...last }: Actor, { userId, impersonatorId }: Actor): Actor {
  return { ...last, ...(userId === undefined ? {} : { userId }), ...(impersonatorId === undefined ? {} : { impersonatorId }) };
}
