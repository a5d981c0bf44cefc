import { markCalculated } from '../calculations/edited-version.ts';
import { affectsRights, type Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { makeKeys, setFieldKeys, type RecordKeysDraft } from '#engine/model/keys';
import type { CompiledModule, RecordKeys } from '#engine/model/compiled';
import type { JsonValue, RecordDocument, RecordDraft } from '#engine/model/values';
import { MASK } from '../access/access-plan.ts';
import { encryptValues } from '../encryption/encrypt-record.ts';
import { addAuditRow, type ValueChange } from '../history/audit-entry.ts';
import { changeKeysOf, CHANGES_COLLECTION, effectKeyOf } from '../history/change-entry.ts';
import type { NamedHook, PostSaveContext, SaveFacts, StartedWorkflow } from '../hooks.ts';
import { metadataOf } from '../module-metadata.ts';
import type { ParsedInput } from './parse-input.ts';
import type { SaveAttempt, SavedRecord, SaveRequest } from './write-context.ts';

/** What a save changes, and starts. */
export interface SaveEffects {
  /** Names of the changed fields. */
  readonly changed: ReadonlySet<string>;
  /** The runs of workflows that it starts. */
  readonly workflows: readonly StartedWorkflow[] | undefined;
}

/** Adds the record, its audit row and its change entry to the unit. */
export function writeRecord(attempt: SaveAttempt, request: SaveRequest, input: ParsedInput, effects: SaveEffects): SavedRecord {
  const { changed, workflows } = effects;
  const changeId = attempt.startsBatch && attempt.unit.isEmpty ? attempt.batchId : attempt.services.ids.next();
  const before = request.before?.document;
  const document =
    request.kind === 'create'
      ? insert(attempt, request, input.draft)
      : request.kind === 'remove'
        ? remove(attempt, request)
        : update(attempt, request, input.draft, changed);
  writeHistory(attempt, request, { changeId, before, document, changed, workflows, requested: input.changed });
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
  { module, before, actor, isCalculation = false }: SaveRequest,
  draft: RecordDraft,
  changed: ReadonlySet<string>,
): RecordDocument {
  if (before === undefined) throw new MusterError('record_not_found');
  const document = draft as RecordDraft & { _id: string; _version: number };
  markCalculated(document, { before: before.document, isCalculation, isWritten: attempt.unit.hasWritten(module, before.document._id) });
  document['_id'] = before.document._id;
  document['_version'] = attempt.unit.nextVersion(module, before.document);
  if (!attempt.quiet && !isCalculation) {
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

/** The keys of a changed record, from the previous keys: only the changed fields are folded again. */
export function patchKeys(module: CompiledModule, before: RecordKeys, document: RecordDocument, changed: Iterable<string>): RecordKeys {
  const keys: RecordKeysDraft = { ...before };
  for (const name of changed) {
    const field = module.fields.get(name);
    if (field !== undefined) setFieldKeys(field, document[name], keys);
  }
  return keys;
}

/** A save for the history. */
interface HistoryInput {
  readonly changeId: string;
  readonly before: RecordDocument | undefined;
  /** The record after the save; for a removal, before it. */
  readonly document: RecordDocument;
  readonly changed: ReadonlySet<string>;
  readonly requested: ReadonlySet<string>;
  readonly workflows: readonly StartedWorkflow[] | undefined;
}

/** Adds the audit row and the change entry of a save to its unit. */
function writeHistory(attempt: SaveAttempt, request: SaveRequest, input: HistoryInput): void {
  writeAuditRow(attempt, request, input);
  writeChangeEntry(attempt, request, input);
}

function writeAuditRow(attempt: SaveAttempt, request: SaveRequest, { before, document, changed }: HistoryInput): void {
  const { kind, module } = request;
  const name = nameOf(module, document, before);
  if (kind === 'create' || kind === 'remove') {
    const change = { field: null, before: kind === 'create' ? null : name, after: kind === 'create' ? name : null };
    addAuditRow(attempt, request, { name, changes: [change] });
    return;
  }
  const { audited, sensitive } = metadataOf(module);
  const changes: ValueChange[] = [];
  for (const field of changed) {
    if (!audited.has(field)) continue;
    const hides = sensitive.has(field);
    changes.push({ field, before: hide(before?.[field], hides), after: hide(document[field], hides) });
  }
  if (changes.length > 0) addAuditRow(attempt, request, { name, changes });
}

function hide(value: JsonValue | undefined, hides: boolean): JsonValue {
  return value === undefined ? null : hides ? MASK : value;
}

function nameOf(module: CompiledModule, document: RecordDocument, before: RecordDocument | undefined): string {
  const name = document[module.nameField] ?? before?.[module.nameField];
  return typeof name === 'string' && !metadataOf(module).sensitive.has(module.nameField) ? name : '';
}

function writeChangeEntry(
  attempt: SaveAttempt,
  request: SaveRequest,
  { changeId, before, document, changed, requested, workflows }: HistoryInput,
): void {
  const { module, kind, id, actor, causedBy, mergedInto } = request;
  const facts = {
    kind,
    module,
    before,
    after: document,
    changed: kind === 'create' ? undefined : changed,
    actor,
    startsWorkflows: workflows !== undefined,
  };
  const effects = attempt.quiet ? [] : listEffects(attempt, facts);
  const pending = effects.length > 0;
  const entry: { [name: string]: JsonValue; _id: string; _version: number } = {
    _id: changeId,
    _version: 1,
    module: module.name,
    record_id: id,
    kind,
    batch_id: attempt.batchId,
    at: attempt.at,
    actor: actor as Actor & { readonly [name: string]: JsonValue },
    version: document._version,
    definitions: attempt.scope.snapshot.version,
    changed: kind === 'create' ? [] : [...changed],
    before:
      kind === 'create' || before === undefined ? {} : encryptValues(attempt.services.cipher, module, id, imageOf(before, changed), before),
    asked: kind === 'create' ? [] : [...requested],
  };
  if (causedBy !== undefined) entry['caused_by'] = causedBy;
  if (mergedInto !== undefined) entry['merged_into'] = mergedInto;
  if (request.trusted) entry['by_product'] = true;
  if (attempt.allowDuplicates) entry['allow_duplicates'] = true;
  if (workflows !== undefined) entry['workflows'] = workflows;
  if (pending) entry['pending'] = 1;
  const { trace } = attempt.services;
  if (pending && trace !== undefined) {
    entry['traced'] = true;
    trace.addChange(changeId);
  }
  const chain = [...attempt.chain, ...(request.links ?? [])];
  if (pending && chain.length > 0) entry['chain'] = chain;
  const conditional = effects.filter((hook) => hook.appliesTo !== undefined).map(effectKeyOf);
  if (conditional.length > 0) entry['conditional_effects'] = conditional;
  if (before !== undefined && (pending || kind === 'remove'))
    entry['before_record'] = encryptValues(attempt.services.cipher, module, id, before, before);
  const keys = changeKeysOf({ _id: changeId, batch_id: attempt.batchId, ...(pending ? { pending: 1 } : {}) });
  attempt.unit.addWrite({ kind: 'insert', collection: CHANGES_COLLECTION.name, document: entry, keys, definitionVersion: 0 });
}

/** The post-save hooks that apply to a save. */
function listEffects(
  { services, changeSource, allowDuplicates }: SaveAttempt,
  facts: Omit<SaveFacts, 'changeSource' | 'allowDuplicates'>,
): readonly NamedHook<PostSaveContext>[] {
  const hooks = services.hooks.postSave(facts.module.name);
  if (hooks.length === 0) return hooks;
  const save: SaveFacts = { ...facts, changeSource, allowDuplicates };
  return hooks.filter((hook) => hook.appliesTo?.(save) ?? true);
}

function imageOf(before: RecordDocument, changed: ReadonlySet<string>): { readonly [field: string]: JsonValue } {
  const image: { [field: string]: JsonValue } = {};
  for (const name of changed) image[name] = before[name] ?? null;
  return image;
}
