import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import type { JsonObject, RecordDocument } from '#engine/model';
import { findModule } from '../access/record-access.ts';
import { checkFiles, updateFileLinks } from '../attachments/file-links.ts';
import type { InTransactionContext, NamedHook, SaveKind } from '../hooks.ts';
import { metadataOf } from '../module-metadata.ts';
import { assertInvariants, assertVersion, authoriseSave, missing } from './authorise-save.ts';
import { deriveName, deriveNameFromTemplate, fillDefaults, fillNumbers, stampMessages } from './fill-values.ts';
import { readFields, type ParsedInput } from './parse-input.ts';
import { actorForPlugin, createHookContext, createSaveEvent, listChangedFields, refuseSave, runPreSaveHooks } from './run-hooks.ts';
import { createUnitReader } from './unit-reader.ts';
import { assertNoProblems, checkRecord, checkRelates, dropConsequences } from './validate-record.ts';
import { assertNoCycle, formatHookName, type SaveAttempt, type SavedRecord, type SaveRequest } from './write-context.ts';
import { write } from './write-record.ts';

/**
 * The save pipeline: adds one save to the unit of an attempt. Authorises the action and each field, normalises, fills
 * defaults, validates (all problems at once), runs pre-save hooks, writes record, audit and change entry, and runs
 * in-transaction hooks, whose own saves call this function again. Nothing is committed yet.
 */
export async function saveRecord(attempt: SaveAttempt, request: SaveRequest): Promise<SavedRecord> {
  attempt.services.hooks.assertAvailable(request.module.name);
  if (request.kind !== 'create' && request.before === undefined) throw await missing(attempt, request);
  if (!request.trusted) await authoriseSave(attempt, request);
  await assertVersion(attempt, request);
  if (request.kind === 'remove' && request.before?.document['deleted'] !== true) throw new MusterError('not_deleted');
  const input = readFields(attempt, request);
  if (request.kind === 'update' && request.runHooksIfUnchanged !== true && input.changed.size === 0 && input.problems.length === 0)
    return unchanged(request);
  await prepare(attempt, request, input);
  const changed = await applyPreSave(attempt, request, input);
  if (request.kind !== 'create' && request.kind !== 'remove' && changed.size === 0) return unchanged(request);
  await assertInvariants(attempt, request, input.draft);
  if (metadataOf(request.module).files.length > 0)
    await updateFileLinks(attempt, request, request.kind === 'remove' ? undefined : input.draft);
  const saved = write(attempt, request, input, changed);
  const inTransaction = attempt.services.hooks.inTransaction(request.module.name);
  if (inTransaction.length > 0) await runInTransactionHooks(attempt, request, saved, inTransaction, saveRecord);
  return saved;
}

function unchanged(request: SaveRequest): SavedRecord {
  return { document: (request.before as { readonly document: RecordDocument }).document, changeId: undefined };
}

/** Normalises, fills defaults and validates the input; a deletion has no input. */
async function prepare(attempt: SaveAttempt, request: SaveRequest, input: ParsedInput): Promise<void> {
  if (request.kind !== 'create' && request.kind !== 'update') return assertNoProblems(request.module, input.problems);
  const { module } = request;
  const before = request.before?.document;
  const { draft, changed, given } = input;
  if (deriveName(module, draft, before, changed)) changed.add('name');
  if (before === undefined) fillDefaults(module, draft, given);
  const { nameTemplate } = metadataOf(module);
  if (nameTemplate !== undefined && (await deriveNameFromTemplate(attempt, module, nameTemplate, { draft, before, changed })))
    changed.add('name');
  if (!request.trusted) stampMessages(module, draft, before, changed, { by: request.actor.userId, at: attempt.at });
  const problems = [...input.problems, ...checkRecord({ scope: attempt.scope, module, draft, before, changed, given, now: attempt.now })];
  problems.push(...(await checkRelates(attempt, request, draft, changed)));
  if (metadataOf(module).files.length > 0) problems.push(...(await checkFiles(attempt, request, input)));
  if (problems.length > 0) assertNoProblems(module, dropConsequences(module, problems, input.problems));
  if (before === undefined) await fillNumbers(attempt.services, module, draft);
}

/** Runs pre-save hooks, and returns the names of all fields that differ now. */
async function applyPreSave(attempt: SaveAttempt, request: SaveRequest, input: ParsedInput): Promise<ReadonlySet<string>> {
  const hooks = attempt.services.hooks.preSave(request.module.name);
  if (hooks.length === 0) return input.changed;
  const problems: ErrorDetail[] = await runPreSaveHooks(attempt, request, input.draft, hooks);
  assertNoProblems(request.module, problems);
  return listChangedFields(request.before?.document, input.draft);
}

/** Adds one save to the unit: the save pipeline itself. */
export type Saver = (attempt: SaveAttempt, request: SaveRequest) => Promise<SavedRecord>;

/** Runs the in-transaction hooks in order. Their saves go through the same pipeline into the same unit. */
async function runInTransactionHooks(
  attempt: SaveAttempt,
  request: SaveRequest,
  saved: SavedRecord,
  hooks: readonly NamedHook<InTransactionContext>[],
  save: Saver,
): Promise<void> {
  const event = createSaveEvent(attempt, request, () => saved.document);
  for (const hook of hooks) {
    const links = [...(request.links ?? []), formatHookName(hook, 'inTransaction', request.module.name)];
    await hook.run({
      ...createHookContext(attempt, request.actor, hook.plugin, links),
      event,
      record: saved.document,
      unit: createUnitReader(attempt),
      refuse: refuseSave,
      ...createHookOperations(
        attempt,
        { actor: actorForPlugin(request.actor, hook.plugin), trusted: true, causedBy: saved.changeId, links },
        save,
      ),
    });
  }
}

/** What all saves of one hook have in common. */
type HookSaveOptions = Pick<SaveRequest, 'actor' | 'trusted' | 'causedBy' | 'links'>;

function createHookOperations(
  attempt: SaveAttempt,
  options: HookSaveOptions,
  save: Saver,
): Pick<InTransactionContext, 'create' | 'update' | 'markDeleted'> {
  const change = async (kind: SaveKind, name: string, id: string, fields: JsonObject): Promise<void> => {
    assertNoCycle([...attempt.chain, ...(options.links ?? [])]);
    const module = findModule(attempt.scope, name);
    const [before] = await attempt.unit.load(module, [id]);
    if (before === undefined) throw new MusterError('record_not_found', { data: { module: name, _id: id } });
    await save(attempt, { ...options, kind, module, id, before, fields });
  };
  return {
    create: (name, fields) => createForHook(attempt, options, name, fields, save),
    update: (name, id, fields) => change('update', name, id, fields),
    markDeleted: (name, id) => change('delete', name, id, {}),
  };
}

/** Creates a record for a hook. Returns its id. */
export async function createForHook(
  attempt: SaveAttempt,
  options: HookSaveOptions,
  name: string,
  fields: JsonObject,
  save: Saver,
): Promise<string> {
  assertNoCycle([...attempt.chain, ...(options.links ?? [])]);
  const module = findModule(attempt.scope, name);
  const { document } = await save(attempt, {
    ...options,
    kind: 'create',
    module,
    id: typeof fields['_id'] === 'string' ? fields['_id'] : attempt.services.ids.next(),
    before: undefined,
    fields,
  });
  return document._id;
}
