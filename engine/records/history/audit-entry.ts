import type { Actor } from '../../access/index.ts';
import type { ClockPort, IdsPort, StoreWrite } from '../../ports/index.ts';
import { foldText, type JsonObject, type JsonValue, type RecordDocument } from '#engine/model/values';
import type { CollectionSchema, CompiledModule, RecordKeys } from '#engine/model/compiled';
import { defineKey } from '../documents/stored-document.ts';
import type { SaveAttempt, SaveRequest } from '../save/write-context.ts';
import type { AuditEntry } from './audit-contract.ts';

/**
 * Keys of an audit row. Its `_id` increases with time, so each index is in time order too. `fields` contains the folded
 * names of all changed fields, each between two `|`.
 */
export const AUDIT_KEYS = {
  module: defineKey('module'),
  record: defineKey('record'),
  fields: defineKey('fields'),
  entries: defineKey('entries', 'number'),
  by: defineKey('by'),
  batch: defineKey('batch'),
  at: defineKey('at', 'number'),
  name: defineKey('name'),
  source: defineKey('source'),
} as const;

/** One row per save, with an entry for each changed field, or one for a created or removed record; append-only. */
export const AUDIT_COLLECTION: CollectionSchema = {
  name: '_audit',
  keys: Object.values(AUDIT_KEYS),
  indexes: [{ keys: ['record'] }, { keys: ['module'] }],
  contains: [],
};

/** One changed value. No field: the resource as a whole was created (from null) or removed (to null). */
export interface ValueChange {
  readonly field: string | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** The audited changes of one save. */
export interface AuditedChanges {
  /** Display name of the record; empty if it is sensitive. */
  readonly name: string;
  /** At least one; without sensitive values. */
  readonly changes: readonly ValueChange[];
}

/** Adds the audit row of a save to its unit, and returns it. */
export function addAuditRow(
  { services, scope, unit, now, at, batchId, changeSource }: SaveAttempt,
  { module, id, actor }: Pick<SaveRequest, 'module' | 'id' | 'actor'>,
  changes: AuditedChanges,
): RecordDocument {
  const row = createRecordAuditRow(
    { _id: services.ids.next(), at, batchId, changeSource, actor, definitionVersion: scope.snapshot.version },
    module,
    id,
    changes,
  );
  unit.addWrite(createAuditWrite(row, now));
  return row;
}

/** An audit row about a record of a module. */
export function createRecordAuditRow(origin: AuditOrigin, module: CompiledModule, id: string, changes: AuditedChanges): RecordDocument {
  return createAuditRow(origin, { module, id, labelOf: (field) => module.fields.get(field)?.label ?? field }, changes);
}

/** The write that adds an audit row; `at` is its time in epoch milliseconds. */
export function createAuditWrite(row: RecordDocument, at: number): StoreWrite {
  return { kind: 'insert', collection: AUDIT_COLLECTION.name, document: row, keys: auditKeysOf(row, at), definitionVersion: 0 };
}

/** Who made an audited change, when, and in which batch. */
interface AuditOrigin {
  readonly _id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly batchId: string;
  readonly changeSource: string;
  readonly actor: Actor;
  /** The version of the definitions in which the fields have these names; absent: the names are never translated. */
  readonly definitionVersion?: number;
}

/** The subject of an audit row. */
interface AuditTarget {
  readonly module: Pick<CompiledModule, 'keyName' | 'label'>;
  readonly id: string;
  /** Label of a field. */
  readonly labelOf: (field: string) => string;
}

/** The part of an entry that is stored for each changed field. */
type StoredEntry = Pick<AuditEntry, 'field' | 'fullField' | 'previous_value' | 'new_value'>;

/** An audit row as stored: what its entries have in common, and `entries`. */
type AuditRow = Omit<AuditEntry, keyof StoredEntry> & { readonly entries: readonly StoredEntry[]; readonly definitions?: number };

function createAuditRow(
  { _id, at, batchId, changeSource, actor, definitionVersion }: AuditOrigin,
  { module, id, labelOf }: AuditTarget,
  { name, changes }: AuditedChanges,
): RecordDocument {
  const entries = changes.map(({ field, before, after }) => ({
    field,
    fullField: field === null ? null : labelOf(field),
    previous_value: before,
    new_value: after,
  }));
  const row: AuditRow = {
    _id,
    changed_by: actor.userId ?? null,
    changed_through: actor.name ?? null,
    impersonated_by: actor.impersonatorId ?? null,
    module: module.keyName,
    fullModule: module.label,
    changeSource,
    record_id: id,
    record_name: name,
    date_created: at,
    batch_id: batchId,
    entries,
    ...(definitionVersion === undefined ? {} : { definitions: definitionVersion }),
  };
  return Object.assign(row as unknown as RecordDocument, { _version: 1 });
}

/** Between the id of a row and the field, in the id of an entry. */
const ID_SEPARATOR = ':';

/** The id of the row that contains an entry. */
export function rowIdOf(entryId: string): string {
  return entryId.split(ID_SEPARATOR, 1)[0] ?? '';
}

/** What is named in an entry as it is named now. */
export interface CurrentAuditNames {
  /** The name of a module, by the name that rows have for it. */
  readonly module: (stored: string) => string;
  /** The name of a field, by its name in a version of the definitions. */
  readonly field: (module: string, field: string, definitionVersion: number) => string;
  /** A value of a field that was written in a version of the definitions, by the current names of module and field. */
  readonly value: (module: string, field: string, value: JsonValue, definitionVersion: number) => JsonValue;
}

/** The entries of a row, in the order in which its fields changed, with names as they are stored or as they are now. */
export function entriesOf(document: RecordDocument, names?: CurrentAuditNames): readonly AuditEntry[] {
  const { _version, entries, definitions, ...shared } = document as unknown as AuditRow & { readonly _version: number };
  const module = names?.module(shared.module) ?? shared.module;
  return entries.map((entry) => {
    const base = { ...shared, module, _id: entry.field === null ? shared._id : `${shared._id}${ID_SEPARATOR}${entry.field}`, ...entry };
    if (entry.field === null || definitions === undefined || names === undefined) return base;
    const field = names.field(module, entry.field, definitions);
    const valueOf = (value: JsonValue): JsonValue => names.value(module, field, value, definitions);
    return { ...base, field, previous_value: valueOf(entry.previous_value), new_value: valueOf(entry.new_value) };
  });
}

/** The keys that an audit row was written with. */
export function auditKeysOf(document: RecordDocument, at?: number): RecordKeys {
  const row = document as unknown as AuditRow;
  const fields = row.entries.flatMap(({ field }) => (field === null ? [] : [foldText(field)]));
  return {
    module: foldText(row.module),
    record: row.record_id,
    fields: fields.length === 0 ? undefined : `|${fields.join('|')}|`,
    entries: row.entries.length,
    by: row.changed_by ?? undefined,
    batch: row.batch_id,
    at: at ?? Date.parse(row.date_created),
    name: foldedOrMissing(row.record_name),
    source: foldedOrMissing(row.changeSource),
  };
}

function foldedOrMissing(text: string): string | undefined {
  return text === '' ? undefined : foldText(text);
}

/**
 * Audited resources besides the records of modules, by their name in `module`. They give access to the product, are its
 * administration or say what left it, so only System Admins can read their entries.
 */
const AUDITED_RESOURCES = {
  apiTokens: 'API tokens',
  changeSets: 'Change-sets',
  exports: 'Exports',
  impersonations: 'Impersonation',
  queues: 'Background jobs',
  saveTraces: 'Traces of saves',
  secrets: 'Secret settings',
  userAccounts: 'Sign-in of users',
  webhooks: 'Webhooks',
} as const;

/** Name of an audited resource that is not a module. */
export type AuditedResource = keyof typeof AUDITED_RESOURCES;

export function isAuditedResource(name: string): name is AuditedResource {
  return Object.hasOwn(AUDITED_RESOURCES, name);
}

/** A change of one resource; it must not contain secrets. */
export interface ResourceChange {
  readonly resource: AuditedResource;
  readonly id: string;
  /** Its display name. */
  readonly name: string;
  readonly changes: readonly ValueChange[];
  /** Default 'administration'. */
  readonly changeSource?: string;
}

/** The changed values between two states of a resource; undefined: it does not exist. */
export function diffValues(before: JsonObject | undefined, after: JsonObject | undefined): readonly ValueChange[] {
  if (before === undefined || after === undefined)
    return before === after ? [] : [{ field: null, before: before ?? null, after: after ?? null }];
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return changed.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

/** The audit row of a change, for the same commit as the change; none if nothing changed. */
export function auditResourceChange(
  { ids, clock }: { readonly ids: IdsPort; readonly clock: ClockPort },
  actor: Actor,
  { resource, id, name, changes, changeSource = 'administration' }: ResourceChange,
): readonly StoreWrite[] {
  if (changes.length === 0) return [];
  const now = clock.now();
  const origin = { _id: ids.next(), at: new Date(now).toISOString(), batchId: ids.next(), changeSource, actor };
  const target = { module: { keyName: resource, label: AUDITED_RESOURCES[resource] }, id, labelOf: (field: string) => field };
  return [createAuditWrite(createAuditRow(origin, target, { name, changes }), now)];
}
