import type { Actor } from '../../access/index.ts';
import type { StoreWrite } from '../../ports/index.ts';
import { foldText, type CompiledModule, type JsonValue, type RecordDocument, type RecordKeys } from '#engine/model';
import { AUDIT_COLLECTION, CHANGES_COLLECTION } from '../collections.ts';
import { MASK } from '../access/access-plan.ts';
import { metadataOf } from '../module-metadata.ts';
import type { SaveAttempt, SaveRequest } from '../save/save-request.ts';
import { encryptValues } from '../encryption/encrypt-record.ts';

/** A save for the history. */
export interface HistoryInput {
  readonly changeId: string;
  readonly before: RecordDocument | undefined;
  /** The record after the save; for a removal, before it. */
  readonly document: RecordDocument;
  readonly changed: ReadonlySet<string>;
  readonly requested: ReadonlySet<string>;
}

/** Adds the audit entries and the change entry of a save to its unit. */
export function writeHistory(attempt: SaveAttempt, request: SaveRequest, input: HistoryInput): void {
  writeAuditEntries(attempt, request, input);
  writeChangeEntry(attempt, request, input);
}

function writeAuditEntries(attempt: SaveAttempt, request: SaveRequest, { before, document, changed }: HistoryInput): void {
  const { kind, module } = request;
  const { audited, sensitive } = metadataOf(module);
  const name = nameOf(module, document, before);
  if (kind === 'create' || kind === 'remove') {
    addAuditEntry(attempt, request, { field: null, name, before: kind === 'create' ? null : name, after: kind === 'create' ? name : null });
    return;
  }
  for (const field of changed) {
    if (!audited.has(field)) continue;
    const hides = sensitive.has(field);
    addAuditEntry(attempt, request, { field, name, before: hide(before?.[field], hides), after: hide(document[field], hides) });
  }
}

function hide(value: JsonValue | undefined, hides: boolean): JsonValue {
  return value === undefined ? null : hides ? MASK : value;
}

function nameOf(module: CompiledModule, document: RecordDocument, before: RecordDocument | undefined): string {
  const name = document[module.nameField] ?? before?.[module.nameField];
  return typeof name === 'string' && !metadataOf(module).sensitive.has(module.nameField) ? name : '';
}

/** The content of an audit entry. */
export interface AuditDetail {
  readonly field: string | null;
  readonly name: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** Adds one audit entry to the unit, and returns it. It never contains a sensitive value. */
export function addAuditEntry(
  attempt: SaveAttempt,
  { module, id, actor }: Pick<SaveRequest, 'module' | 'id' | 'actor'>,
  line: AuditDetail,
): RecordDocument {
  const { services, at, batchId, changeSource } = attempt;
  const fullField = line.field === null ? null : (module.fields.get(line.field)?.label ?? line.field);
  const document = createAuditEntry({ _id: services.ids.next(), at, batchId, changeSource, actor }, { module, id, fullField }, line);
  attempt.unit.addWrite(createInsertWrite(AUDIT_COLLECTION.name, document, auditKeysOf(document, attempt.now)));
  return document;
}

/** Who made an audited change, when, and in which batch. */
export interface AuditOrigin {
  readonly _id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly batchId: string;
  readonly changeSource: string;
  readonly actor: Actor;
}

/** The subject of an audit entry. */
export interface AuditTarget {
  readonly module: Pick<CompiledModule, 'name' | 'label'>;
  readonly id: string;
  /** Label of the field, if the entry is about one. */
  readonly fullField: string | null;
}

/** An audit entry as stored. */
export function createAuditEntry(
  { _id, at, batchId, changeSource, actor }: AuditOrigin,
  { module, id, fullField }: AuditTarget,
  line: AuditDetail,
): RecordDocument {
  return {
    _id,
    _version: 1,
    changed_by: actor.userId ?? null,
    changed_through: actor.name ?? null,
    impersonated_by: actor.impersonatorId ?? null,
    module: module.name,
    fullModule: module.label,
    changeSource,
    field: line.field,
    fullField,
    record_id: id,
    record_name: line.name,
    previous_value: line.before,
    new_value: line.after,
    date_created: at,
    batch_id: batchId,
  };
}

/** The keys that an audit entry was written with. */
export function auditKeysOf(entry: RecordDocument, at = Date.parse(entry['date_created'] as string)): RecordKeys {
  const {
    module,
    record_id: record,
    field,
    changed_by: by,
    batch_id: batch,
    record_name: name,
    changeSource: source,
  } = entry as RecordDocument & { readonly [name: string]: string | null };
  return {
    module: foldText(module ?? ''),
    record: record ?? '',
    field: foldedOrMissing(field),
    by: by ?? undefined,
    batch: batch ?? '',
    at,
    name: foldedOrMissing(name),
    source: foldedOrMissing(source),
  };
}

function foldedOrMissing(text: string | null | undefined): string | undefined {
  return text === null || text === undefined || text === '' ? undefined : foldText(text);
}

function writeChangeEntry(
  attempt: SaveAttempt,
  request: SaveRequest,
  { changeId, before, document, changed, requested }: HistoryInput,
): void {
  const { module, kind, id, actor, causedBy, mergedInto } = request;
  const pending = !attempt.quiet && attempt.services.hooks.postSave(module.name).length > 0;
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
    changed: kind === 'create' ? [] : [...changed],
    before:
      kind === 'create' || before === undefined ? {} : encryptValues(attempt.services.cipher, module, id, imageOf(before, changed), before),
    asked: kind === 'create' ? [] : [...requested],
  };
  if (causedBy !== undefined) entry['caused_by'] = causedBy;
  if (mergedInto !== undefined) entry['merged_into'] = mergedInto;
  if (request.trusted) entry['by_product'] = true;
  if (attempt.allowDuplicates) entry['allow_duplicates'] = true;
  if (pending) entry['pending'] = 1;
  const chain = [...attempt.chain, ...(request.links ?? [])];
  if (pending && chain.length > 0) entry['chain'] = chain;
  if (before !== undefined && (pending || kind === 'remove'))
    entry['before_record'] = encryptValues(attempt.services.cipher, module, id, before, before);
  const keys: RecordKeys = pending ? { batch: attempt.batchId, pending: 1 } : { batch: attempt.batchId };
  attempt.unit.addWrite(createInsertWrite(CHANGES_COLLECTION.name, entry, keys));
}

function imageOf(before: RecordDocument, changed: ReadonlySet<string>): { readonly [field: string]: JsonValue } {
  const image: { [field: string]: JsonValue } = {};
  for (const name of changed) image[name] = before[name] ?? null;
  return image;
}

/** The write that inserts a document of this package's own collections. */
export function createInsertWrite(collection: string, document: RecordDocument, keys: RecordKeys): StoreWrite {
  return { kind: 'insert', collection, document, keys, definitionVersion: 0 };
}
