import { MusterError } from '../../errors/index.ts';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import { findModule } from '../access/record-access.ts';
import { updateFileLinks } from '../attachments/file-links.ts';
import type { InTransactionContext, NamedHook, SaveKind } from '../hooks.ts';
import { metadataOf } from '../module-metadata.ts';
import { assertExpectedState, assertInvariants, authoriseSave } from './authorise-save.ts';
import { assertEditableByRules, assertTransitionRequirements } from './check-rules.ts';
import { fillNumbers, fillValues } from './fill-values.ts';
import { parseInput } from './parse-input.ts';
import { actorForPlugin, createHookContext, createSaveEvent, refuseSave, runPreSaveHooks } from './run-hooks.ts';
import { createUnitReader } from './unit-reader.ts';
import { validateRecord } from './validate-record.ts';
import { assertNoCycle, formatHookName, type SaveAttempt, type SavedRecord, type SaveRequest } from './write-context.ts';
import { writeRecord } from './write-record.ts';

/**
 * The save: adds the change of one record to the unit of an attempt. Every write runs these steps, whoever asks: a
 * create, an update, a deletion, one record of a bulk write, a merge, an undo, and the saves of hooks. Nothing is
 * committed yet: `commitWithRetry` commits the unit; post-save hooks and live events follow from the change entry.
 * Returns the record before the save if nothing changes.
 */
export async function saveRecord(attempt: SaveAttempt, request: SaveRequest): Promise<SavedRecord> {
  const { module, kind } = request;
  const { hooks, store } = attempt.services;
  hooks.assertAvailable(module.name);

  // Authorise the action on the record. Each field is authorised when it is parsed.
  if (!request.trusted) await authoriseSave(attempt, request);
  await assertExpectedState(attempt, request);

  // Normalise the values and fill in defaults.
  const input = parseInput(attempt, request);
  const isNoOp = kind === 'update' && request.runHooksIfUnchanged !== true && input.changed.size === 0 && input.problems.length === 0;
  if (isNoOp) return recordBefore(request);
  await fillValues(attempt, request, input);
  assertEditableByRules(attempt, request, input);

  // Validate: all problems at once. Numbers are reserved only for a valid record.
  await validateRecord(attempt, request, input);
  if (kind === 'create') await fillNumbers(store, module, input.draft);

  // Run the pre-save hooks, which may change the draft or refuse it.
  const changed = await runPreSaveHooks(attempt, request, input);
  if (kind !== 'create' && kind !== 'remove' && changed.size === 0) return recordBefore(request);
  assertTransitionRequirements(attempt, request, input, changed);
  await assertInvariants(attempt, request, input.draft);

  // Write the record, its file links, its audit row and its change entry.
  if (metadataOf(module).files.length > 0) await updateFileLinks(attempt, request, input.draft);
  const saved = writeRecord(attempt, request, input, changed);

  // Run the in-transaction hooks, whose saves run the same steps into the same unit.
  const inTransaction = hooks.inTransaction(module.name);
  if (inTransaction.length > 0) await runInTransactionHooks(attempt, request, saved, inTransaction);
  return saved;
}

function recordBefore(request: SaveRequest): SavedRecord {
  return { document: (request.before as { readonly document: RecordDocument }).document, changeId: undefined };
}

async function runInTransactionHooks(
  attempt: SaveAttempt,
  request: SaveRequest,
  saved: SavedRecord,
  hooks: readonly NamedHook<InTransactionContext>[],
): Promise<void> {
  const event = createSaveEvent(attempt, request, () => saved.document);
  for (const hook of hooks) {
    const links = [...(request.links ?? []), formatHookName(hook, 'inTransaction', request.module.name)];
    const origin = { actor: actorForPlugin(request.actor, hook.plugin), causedBy: saved.changeId, links };
    await hook.run({
      event,
      record: saved.document,
      unit: createUnitReader(attempt),
      refuse: refuseSave,
      create: (name, fields) => createForHook(attempt, origin, name, fields),
      update: (name, id, fields) => changeForHook(attempt, origin, { kind: 'update', name, id, fields }),
      markDeleted: (name, id) => changeForHook(attempt, origin, { kind: 'delete', name, id, fields: {} }),
      ...createHookContext(attempt, request.actor, hook.plugin, links),
    });
  }
}

/** What all saves of one hook have in common. */
type HookOrigin = Pick<SaveRequest, 'actor' | 'causedBy' | 'links'>;

/** Creates a record for a hook, in the unit of the save that the hook runs for. Returns its id. */
export async function createForHook(attempt: SaveAttempt, origin: HookOrigin, name: string, fields: JsonObject): Promise<string> {
  assertNoCycle([...attempt.chain, ...(origin.links ?? [])]);
  const module = findModule(attempt.scope, name);
  const id = typeof fields['_id'] === 'string' ? fields['_id'] : attempt.services.ids.next();
  const { document } = await saveRecord(attempt, { ...origin, kind: 'create', trusted: true, module, id, before: undefined, fields });
  return document._id;
}

/** A change of a record by a hook. */
interface HookChange {
  readonly kind: SaveKind;
  /** Name of the module. */
  readonly name: string;
  readonly id: string;
  readonly fields: JsonObject;
}

async function changeForHook(attempt: SaveAttempt, origin: HookOrigin, { kind, name, id, fields }: HookChange): Promise<void> {
  assertNoCycle([...attempt.chain, ...(origin.links ?? [])]);
  const module = findModule(attempt.scope, name);
  const [before] = await attempt.unit.load(module, [id]);
  if (before === undefined) throw new MusterError('record_not_found', { data: { module: name, _id: id } });
  await saveRecord(attempt, { ...origin, kind, trusted: true, module, id, before, fields });
}
