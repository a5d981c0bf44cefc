import type { Actor } from '../../access/index.ts';
import type { ClockPort, IdsPort, StoreWrite } from '../../ports/index.ts';
import { foldText, type JsonObject, type JsonValue, type RecordDocument } from '#engine/model/values';
import type { CollectionSchema, CompiledModule, RecordKeys } from '#engine/model/compiled';
import { defineKey } from '../documents/stored-document.ts';
import type { SaveAttempt, SaveRequest } from '../save/write-context.ts';

/** Keys of an audit entry. Its `_id` increases with time, so each index is in time order too. */
export const AUDIT_KEYS = {
  module: defineKey('module'),
  record: defineKey('record'),
  field: defineKey('field'),
  by: defineKey('by'),
  batch: defineKey('batch'),
  at: defineKey('at', 'number'),
  name: defineKey('name'),
  source: defineKey('source'),
} as const;

/** One entry per changed field, and one per created or removed record; append-only. */
export const AUDIT_COLLECTION: CollectionSchema = {
  name: '_audit',
  keys: Object.values(AUDIT_KEYS),
  indexes: [{ keys: ['record'] }, { keys: ['module'] }],
  contains: [],
};

/** The content of an audit entry. */
interface AuditDetail {
  readonly field: string | null;
  readonly name: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** Adds one audit entry about a record to the unit, and returns it. It never contains a sensitive value. */
export function addAuditEntry(
  { services, unit, now, at, batchId, changeSource }: SaveAttempt,
  { module, id, actor }: Pick<SaveRequest, 'module' | 'id' | 'actor'>,
  line: AuditDetail,
): RecordDocument {
  const entry = createRecordAuditEntry({ _id: services.ids.next(), at, batchId, changeSource, actor }, module, id, line);
  unit.addWrite(createAuditWrite(entry, now));
  return entry;
}

/** An audit entry about a record of a module. */
export function createRecordAuditEntry(origin: AuditOrigin, module: CompiledModule, id: string, line: AuditDetail): RecordDocument {
  const fullField = line.field === null ? null : (module.fields.get(line.field)?.label ?? line.field);
  return createAuditEntry(origin, { module, id, fullField }, line);
}

/** The write that adds an audit entry; `at` is its time in epoch milliseconds. */
export function createAuditWrite(entry: RecordDocument, at: number): StoreWrite {
  return { kind: 'insert', collection: AUDIT_COLLECTION.name, document: entry, keys: auditKeysOf(entry, at), definitionVersion: 0 };
}

/** Who made an audited change, when, and in which batch. */
interface AuditOrigin {
  readonly _id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly batchId: string;
  readonly changeSource: string;
  readonly actor: Actor;
}

/** The subject of an audit entry. */
interface AuditTarget {
  readonly module: Pick<CompiledModule, 'name' | 'label'>;
  readonly id: string;
  /** Label of the field, if the entry is about one. */
  readonly fullField: string | null;
}

/** An audit entry as stored. */
function createAuditEntry(
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

/**
 * Audited resources besides the records of modules, by their name in `module`. They give access to the product, so only
 * System Admins can read their entries.
 */
const AUDITED_RESOURCES = { apiTokens: 'API tokens', secrets: 'Secret settings', webhooks: 'Webhooks' } as const;

/** Name of an audited resource that is not a module. */
export type AuditedResource = keyof typeof AUDITED_RESOURCES;

export function isAuditedResource(name: string): name is AuditedResource {
  return Object.hasOwn(AUDITED_RESOURCES, name);
}

/** One changed value. No field: the resource as a whole was created (from null) or removed (to null). */
export interface ValueChange {
  readonly field: string | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
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

/** The audit entries of a change, for the same commit as the change. */
export function auditResourceChange(
  { ids, clock }: { readonly ids: IdsPort; readonly clock: ClockPort },
  actor: Actor,
  { resource, id, name, changes, changeSource = 'administration' }: ResourceChange,
): readonly StoreWrite[] {
  const now = clock.now();
  const at = new Date(now).toISOString();
  const batchId = ids.next();
  return changes.map(({ field, before, after }) => {
    const origin = { _id: ids.next(), at, batchId, changeSource, actor };
    const entry = createAuditEntry(
      origin,
      { module: { name: resource, label: AUDITED_RESOURCES[resource] }, id, fullField: field },
      { field, name, before, after },
    );
    return createAuditWrite(entry, now);
  });
}
