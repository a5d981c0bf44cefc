import { MusterError } from '../../errors/index.ts';
import type { JsonObject, RecordDocument, JsonValue } from '#engine/model/values';
import { findModule } from '../access/record-access.ts';
import { calculateSavedRecord } from '../calculations/calculate-record.ts';
import { noteStaleRecords } from '../calculations/note-stale-records.ts';
import { recalculateStaleRecords } from '../calculations/recalculate-stale-records.ts';
import { updateFileLinks } from '../attachments/file-links.ts';
import type { InTransactionContext, NamedHook, SaveKind } from '../hooks.ts';
import { metadataOf } from '../module-metadata.ts';
import type { Actor } from '../../access/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { projectEarlierRecord, projectSavedRecord, withoutFields } from '../access/project-record.ts';
import type { CreateInput, UpdateInput, WriteOptions, WriteResult } from '../contract.ts';
import { encryptedFieldsOf } from '../encryption/encrypt-record.ts';
import { auditSavedRecordRead } from '../history/audit-sensitive-reads.ts';
import type { RecordServices } from '../record-services.ts';
import { assertExpectedState, assertInvariants, authoriseSave } from './authorise-save.ts';
import { assertEditableByRules, assertTransitionRequirements, validateRecord } from './validate-record.ts';
import { checkDuplicates } from './check-duplicates.ts';
import { assertKnownNames } from './check-named-fields.ts';
import { fillNumbers, fillValues } from './fill-values.ts';
import { parseInput } from './parse-input.ts';
import { actorForPlugin, createHookContext, createSaveEvent, refuseSave, runPreSaveHooks } from './run-hooks.ts';
import { noteNumbers } from './running-numbers.ts';
import { createUnitReader } from './unit-reader.ts';
import { prepareWorkflows } from './prepare-workflows.ts';
import { returnTurn } from './user-in-turn.ts';
import { commitWithRetry } from './commit-with-retry.ts';
import {
  assertNoCycle,
  formatHookName,
  type SaveAttempt,
  type SavedRecord,
  type SaveRequest,
  beginWrite,
  startBatch,
  type WriteContext,
} from './write-context.ts';
import { writeRecord } from './write-record.ts';
import { runTraced } from '../tracing/trace-save.ts';
import type { SaveSteps } from '../tracing/trace-recorder.ts';
import { checkIdempotency } from './idempotency.ts';

/** Creates a record. */
export async function createRecord(services: RecordServices, actor: Actor, input: CreateInput): Promise<WriteResult> {
  const context = await beginWrite(services, actor, input);
  return createOne(context, findModule(context.scope, input.module), input.fields, input.idempotency, input.batchId === undefined);
}

/** Creates a record within a write that may create more; with `startsBatch`, in a batch of its own. */
export function createOne(
  context: WriteContext,
  module: CompiledModule,
  fields: JsonObject,
  key: WriteOptions['idempotency'],
  startsBatch = false,
): Promise<WriteResult> {
  const isProduct = context.scope.actor.kind === 'system';
  // All attempts use the same id, so that what a hook stores about it stays valid when a unit is built again.
  const id = isProduct && typeof fields['_id'] === 'string' ? fields['_id'] : context.services.ids.next();
  return saveOne(context, key, { kind: 'create', module, id, fields, startsBatch });
}

/** Updates a record, field by field. */
export async function updateRecord(services: RecordServices, actor: Actor, input: UpdateInput): Promise<WriteResult> {
  const context = await beginWrite(services, actor, input);
  const expectedVersion = input.version ?? readVersion(input.fields);
  const { id, fields, runHooksIfUnchanged } = input;
  const module = findModule(context.scope, input.module);
  const startsBatch = input.batchId === undefined;
  return saveOne(context, input.idempotency, { kind: 'update', module, id, fields, expectedVersion, runHooksIfUnchanged, startsBatch });
}

/** The version that a body contains in addition to its fields. */
export function readVersion(fields: JsonObject): number | undefined {
  if (!Object.hasOwn(fields, '_version')) return undefined;
  const version = fields['_version'];
  if (typeof version === 'number' && Number.isInteger(version) && version > 0) return version;
  throw new MusterError('validation_failed', {
    details: [{ field: '_version', code: 'wrong_type', message: 'Send the _version that you read, a whole number.' }],
  });
}

/** A save that its actor requests. */
type RequestedSave = Pick<SaveRequest, 'kind' | 'module' | 'id' | 'fields' | 'expectedVersion' | 'runHooksIfUnchanged'> & {
  /** The request saves nothing else, and was not given a batch. */
  readonly startsBatch?: boolean;
};

/** Saves one record in a commit of its own and returns the result. A known idempotency key returns its stored result. */
export function saveOne(context: WriteContext, key: WriteOptions['idempotency'], requested: RequestedSave): Promise<WriteResult> {
  return runTraced(context, requested, (used, onAttempt) => commitSave(used, key, requested, onAttempt));
}

async function commitSave(
  context: WriteContext,
  key: WriteOptions['idempotency'],
  requested: RequestedSave,
  onAttempt?: (before: RecordDocument | undefined) => void,
): Promise<WriteResult> {
  const { kind, module, id, fields, expectedVersion, runHooksIfUnchanged, startsBatch } = requested;
  const { actor } = context.scope;
  const trusted = actor.kind === 'system';
  const { result } = await commitWithRetry(context, async (made): Promise<WriteResult | { attempt: SaveAttempt; saved: SavedRecord }> => {
    const known = key === undefined ? undefined : await checkIdempotency(context, key, module);
    if (known?.earlier !== undefined) return await replayResult(context, module, known.earlier as unknown as WriteResult);
    const [before] = kind === 'create' ? [] : await made.unit.load(module, [id]);
    onAttempt?.(before?.document);
    const attempt = startsBatch === true ? startBatch(made) : made;
    const first = await saveRecord(attempt, { kind, module, actor, trusted, id, before, fields, expectedVersion, runHooksIfUnchanged });
    const saved = await readCalculated(attempt, module, first);
    if (known !== undefined) known.save(attempt, (await toWriteResult(attempt, module, saved.document)) as unknown as JsonValue);
    return { attempt, saved };
  }).catch((error: unknown) => {
    returnTurn(context, id);
    throw error;
  });
  const written = 'record' in result ? result : await toWriteResult(result.attempt, module, result.saved.document);
  if (encryptedFieldsOf(module).length > 0) await auditSavedRecordRead(context.services, context.scope, module, written.record);
  return written;
}

/** The saved record with what was calculated from other records that the same unit saves. */
async function readCalculated(attempt: SaveAttempt, module: CompiledModule, saved: SavedRecord): Promise<SavedRecord> {
  if (!(await recalculateStaleRecords(attempt))) return saved;
  const [now] = await attempt.unit.load(module, [saved.document._id]);
  return now === undefined ? saved : { ...saved, document: now.document };
}

/** An earlier result as the actor may see it with today's rights. Warnings may name values of a record that they may no longer see. */
async function replayResult({ services, scope }: WriteContext, module: CompiledModule, written: WriteResult): Promise<WriteResult> {
  const record = await projectEarlierRecord(services, scope, module, written.record);
  return {
    ...written,
    record: record ?? withoutFields(written.record),
    warnings: record === undefined ? [] : written.warnings,
    replayed: true,
  };
}

async function toWriteResult(attempt: SaveAttempt, module: CompiledModule, document: RecordDocument): Promise<WriteResult> {
  return {
    record: await projectSavedRecord(attempt.services, attempt.scope, module, document),
    batchId: attempt.batchId,
    warnings: attempt.warnings,
  };
}

/**
 * The save: adds the change of one record to the unit of an attempt. Every write runs these steps, whoever asks: a
 * create, an update, a deletion, one record of a bulk write, a merge, an undo, and the saves of hooks. Nothing is
 * committed yet: `commitWithRetry` commits the unit; post-save hooks and live events follow from the change entry.
 * Returns the record before the save if nothing changes.
 */
export async function saveRecord(attempt: SaveAttempt, request: SaveRequest): Promise<SavedRecord> {
  const { module, kind } = request;
  const { hooks } = attempt.services;
  hooks.assertAvailable(module.name);
  const trace = attempt.services.trace?.beginSave(module, kind);

  // Authorise the action on the record. Each field is authorised when it is parsed.
  trace?.stage('check rights', request.before?.document ?? {});
  if (!request.trusted) await authoriseSave(attempt, request);
  await assertExpectedState(attempt, request);

  // Normalise the values and fill in defaults.
  trace?.stage('fill in values');
  const input = parseInput(attempt, request);
  const isNoOp = kind === 'update' && request.runHooksIfUnchanged !== true && input.changed.size === 0 && input.problems.length === 0;
  if (isNoOp) return recordBefore(request, trace);
  await fillValues(attempt, request, input);
  await calculateSavedRecord(attempt, request, input);
  assertEditableByRules(attempt, request, input);

  // Validate: all problems at once. Numbers are reserved only for a valid record.
  trace?.stage('validate', input.draft);
  await validateRecord(attempt, request, input);
  if (kind === 'create') await fillNumbers(attempt, module, input);

  // Run the pre-save hooks, which may change the draft or refuse it.
  trace?.stage('preSave hooks', input.draft);
  const changed = await runPreSaveHooks(attempt, request, input);
  const isNumbered = kind === 'create' && metadataOf(module).autoIncrements.length > 0;
  if (changed !== input.changed || isNumbered) await calculateSavedRecord(attempt, request, { draft: input.draft, changed });
  if (kind !== 'create' && kind !== 'remove' && changed.size === 0) return recordBefore(request, trace);
  trace?.stage('check', input.draft);
  assertTransitionRequirements(attempt, request, input, changed);
  await assertKnownNames(attempt, request, input.draft, changed);
  await assertInvariants(attempt, request, input.draft);
  await checkDuplicates(attempt, request, input.draft, changed);

  // Find the workflows that the save starts: its change entry names them.
  trace?.stage('workflows');
  const preparing = prepareWorkflows(attempt, request, input.draft, changed);
  const workflows = preparing instanceof Promise ? await preparing : preparing;

  // Write the record, its file links, its audit row and its change entry.
  trace?.stage('write', input.draft);
  if (metadataOf(module).files.length > 0) await updateFileLinks(attempt, request, input.draft);
  if (kind === 'create' || kind === 'update') noteNumbers(attempt, module, input.draft, request.before?.document);
  const saved = writeRecord(attempt, request, input, { changed, workflows });
  noteStaleRecords(
    { attempt, changeId: saved.changeId, silent: false },
    {
      kind,
      module: module.name,
      id: request.id,
      before: request.before?.document,
      after: kind === 'remove' ? undefined : saved.document,
      changed,
    },
  );

  // Run the in-transaction hooks, whose saves run the same steps into the same unit.
  const inTransaction = hooks.inTransaction(module.name);
  trace?.stage('inTransaction hooks', saved.document);
  if (inTransaction.length > 0) await runInTransactionHooks(attempt, request, saved, inTransaction);
  trace?.end();
  return saved;
}

function recordBefore(request: SaveRequest, trace: SaveSteps | undefined): SavedRecord {
  trace?.end();
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
