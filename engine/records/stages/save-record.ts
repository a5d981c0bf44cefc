import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import { affectsRights } from '../../access/index.ts';
import { makeKeys, type CompiledModule, type RecordDocument, type RecordDraft } from '#engine/model';
import { authoriseSave, planForSave } from './authorise-save.ts';
import { checkFiles } from './check-files.ts';
import { assertNoProblems, checkRecord } from './check-record.ts';
import { assertEditableByRules, assertTransitionRequirements } from './check-rules.ts';
import { checkRelates } from './check-relates.ts';
import { fillDefaults, fillNumbers, deriveName } from './fill-defaults.ts';
import { listChangedFields } from './hook-context.ts';
import { updateFileLinks } from './update-file-links.ts';
import { assertInvariants } from './assert-invariants.ts';
import { writeHistory } from './write-history.ts';
import { metadataOf } from './module-metadata.ts';
import { deriveNameFromTemplate } from './derive-name-from-template.ts';
import { auditSavedRecordRead } from './audit-sensitive-reads.ts';
import { patchKeys } from './patch-keys.ts';
import { parseInput, type ParsedInput } from './parse-input.ts';
import { runInTransactionHooks } from './run-in-transaction-hooks.ts';
import { runPreSaveHooks } from './run-pre-save-hooks.ts';
import { stampMessages } from './stamp-messages.ts';
import { projectSavedRecord } from './project-saved-record.ts';
import type { SaveAttempt, SavedRecord, SaveRequest } from './save-request.ts';

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
  assertTransitionRequirements(attempt, request, input, changed);
  await assertInvariants(attempt, request, input.draft);
  if (metadataOf(request.module).files.length > 0)
    await updateFileLinks(attempt, request, request.kind === 'remove' ? undefined : input.draft);
  const saved = write(attempt, request, input, changed);
  const inTransaction = attempt.services.hooks.inTransaction(request.module.name);
  if (inTransaction.length > 0) await runInTransactionHooks(attempt, request, saved, inTransaction, saveRecord);
  return saved;
}

/** The error for a missing record. An actor without access to the module gets that error first. */
async function missing(attempt: SaveAttempt, request: SaveRequest): Promise<MusterError> {
  if (!request.trusted) await authoriseSave(attempt, request);
  return new MusterError('record_not_found');
}

async function assertVersion({ services, scope }: SaveAttempt, { module, before, expectedVersion }: SaveRequest): Promise<void> {
  if (expectedVersion === undefined || before === undefined || before.document._version === expectedVersion) return;
  const current = await projectSavedRecord(services, scope, module, before.document);
  await auditSavedRecordRead(services, scope, module, current);
  throw new MusterError('version_conflict', { data: { current } });
}

function readFields(attempt: SaveAttempt, request: SaveRequest): ParsedInput {
  const before = request.before?.document;
  const input = parseInput({
    plan: planForSave(attempt, request),
    scope: attempt.scope,
    before,
    fields: request.fields,
    trusted: request.trusted,
    trustedFields: request.trustedFields,
  });
  if (request.kind === 'delete' || request.kind === 'restore') {
    const deleted = request.kind === 'delete';
    if ((before?.['deleted'] === true) !== deleted) input.changed.add('deleted');
    input.draft['deleted'] = deleted;
  }
  return input;
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
  assertEditableByRules(attempt, request, input);
  if (!request.trusted) stampMessages(module, draft, before, changed, { by: request.actor.userId, at: attempt.at });
  const problems = [...input.problems, ...checkRecord({ scope: attempt.scope, module, draft, before, changed, given, now: attempt.now })];
  problems.push(...(await checkRelates(attempt, request, draft, changed)));
  if (metadataOf(module).files.length > 0) problems.push(...(await checkFiles(attempt, request, input)));
  if (problems.length > 0) assertNoProblems(module, dropConsequences(module, problems, input.problems));
  if (before === undefined) await fillNumbers(attempt.services, module, draft);
}

/** Codes of problems that an invalid value may cause at its own field. */
const CONSEQUENCES: ReadonlySet<string> = new Set(['required', 'rule_broken']);

/** Removes problems that follow from others: an invalid value is not also missing, nor is a name that an invalid field did not produce. */
function dropConsequences(
  module: CompiledModule,
  problems: readonly ErrorDetail[],
  unread: readonly ErrorDetail[],
): readonly ErrorDetail[] {
  const fieldOf = (problem: ErrorDetail): string => problem.field.split('.')[0] ?? '';
  const read = new Set(unread.map(fieldOf));
  const { nameSources } = metadataOf(module);
  const isNameless = problems.some((problem) => nameSources.has(fieldOf(problem)));
  return problems.filter(
    (problem) => !CONSEQUENCES.has(problem.code) || !(read.has(problem.field) || (problem.field === 'name' && isNameless)),
  );
}

/** Runs pre-save hooks, and returns the names of all fields that differ now. */
async function applyPreSave(attempt: SaveAttempt, request: SaveRequest, input: ParsedInput): Promise<ReadonlySet<string>> {
  const hooks = attempt.services.hooks.preSave(request.module.name);
  if (hooks.length === 0) return input.changed;
  const problems: ErrorDetail[] = await runPreSaveHooks(attempt, request, input.draft, hooks);
  assertNoProblems(request.module, problems);
  return listChangedFields(request.before?.document, input.draft);
}

function write(attempt: SaveAttempt, request: SaveRequest, input: ParsedInput, changed: ReadonlySet<string>): SavedRecord {
  const changeId = attempt.services.ids.next();
  const before = request.before?.document;
  const document =
    request.kind === 'create'
      ? insert(attempt, request, input.draft)
      : request.kind === 'remove'
        ? remove(attempt, request)
        : update(attempt, request, input.draft, changed);
  writeHistory(attempt, request, { changeId, before, document, changed, requested: input.changed });
  if (affectsRights(request.module, changed, before)) attempt.unit.bumpRightsVersion();
  return { document, changeId };
}

function insert(attempt: SaveAttempt, { module, id, actor }: SaveRequest, draft: RecordDraft): RecordDocument {
  const document: { [field: string]: RecordDraft[string]; _id: string; _version: number } = {
    _id: id,
    _version: 1,
    createdAt: attempt.at,
    updatedAt: attempt.at,
    deleted: false,
  };
  if (actor.userId !== undefined) {
    document['created_by'] = actor.userId;
    document['modified_by'] = actor.userId;
  }
  // Values that the product itself sets for system fields, such as the dates of demo data, are not replaced.
  for (const name of Object.keys(draft)) if (name !== '_id' && name !== '_version') document[name] = draft[name] as RecordDraft[string];
  attempt.unit.insert(module, document, makeKeys(module, document));
  return document;
}

function update(
  attempt: SaveAttempt,
  { module, before, actor }: SaveRequest,
  draft: RecordDraft,
  changed: ReadonlySet<string>,
): RecordDocument {
  if (before === undefined) throw new MusterError('record_not_found');
  const document = draft as RecordDraft & { _id: string; _version: number };
  document['_id'] = before.document._id;
  document['_version'] = attempt.unit.nextVersion(module, before.document);
  if (!attempt.quiet) {
    document['updatedAt'] = attempt.at;
    if (actor.userId !== undefined) document['modified_by'] = actor.userId;
  }
  const keys = before.keys ?? makeKeys(module, before.document);
  attempt.unit.update(
    module,
    { document: before.document, keys },
    document,
    patchKeys(module, keys, document, [...changed, 'updatedAt', 'modified_by']),
  );
  return document;
}

function remove(attempt: SaveAttempt, { module, before }: SaveRequest): RecordDocument {
  if (before === undefined) throw new MusterError('record_not_found');
  attempt.unit.remove(module, before);
  return before.document;
}
