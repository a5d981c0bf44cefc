import type { AccessScope } from '../../access/index.ts';
import { isEncrypted, type StoredRecord } from '../../ports/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { VisibleRecord } from '../read/read-contract.ts';
import { decodeRecord, encryptedFieldsOf } from '../encryption/encrypt-record.ts';
import type { ReadServices } from '../record-services.ts';
import { MASK, planOf, profilePlanOf, type AccessPlan, type FieldPlan } from './access-plan.ts';
import { canSeeRecord, isOwnProfile, loadRecord } from './record-access.ts';

/** A stored record as the reader may see it: fields that are not visible are absent, sensitive ones are masked. */
export function projectRecord(plan: AccessPlan, scope: AccessScope, document: RecordDocument): VisibleRecord {
  if (plan.transparent) return document;
  return copyFields(scope.rights.owns(document) ? plan.onOwn : plan.onAny, document);
}

/** The same with only the named fields. */
export function projectFields(plan: AccessPlan, scope: AccessScope, document: RecordDocument, names: ReadonlySet<string>): VisibleRecord {
  const readable = scope.rights.owns(document) ? plan.onOwn : plan.onAny;
  return copyFields(
    readable.filter((field) => names.has(field.field.name)),
    document,
  );
}

function copyFields(fields: readonly FieldPlan[], document: RecordDocument): VisibleRecord {
  const record: { [name: string]: JsonValue; _id: string; _version: number } = { _id: document._id, _version: document._version };
  for (const { field, masked, sensitive } of fields) {
    const value = document[field.name];
    if (value !== undefined) record[field.name] = masked || (sensitive && isEncrypted(value)) ? MASK : value;
  }
  return record;
}

/** Whether the reader may see a field of this record. */
export function canReadField(plan: FieldPlan, scope: AccessScope, document: RecordDocument): boolean {
  return plan.read === 'all' || (plan.read === 'owner' && scope.rights.owns(document));
}

/** A saved record as the actor may see it; only its id and version if the save made it invisible to them. */
export async function projectSavedRecord(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  document: RecordDocument,
): Promise<VisibleRecord> {
  if (scope.rights.unrestricted) return projectRecord(planOf(scope, module), scope, document);
  if (isOwnProfile(scope, module, document._id)) return projectRecord(profilePlanOf(scope, module), scope, document);
  if (!(await canSeeRecord(services, scope, module, document))) return withoutFields(document);
  return projectRecord(planOf(scope, module), scope, document);
}

/** The id and version of a record. */
export function withoutFields(record: VisibleRecord): VisibleRecord {
  return { _id: record._id, _version: record['_version'] as number };
}

/**
 * An earlier state of a record with the fields that the actor may read today; undefined if they may no longer see the record. Of a record
 * that was removed permanently, nobody but a System Admin could say who may see it.
 */
export async function projectEarlierRecord(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  earlier: VisibleRecord,
): Promise<VisibleRecord | undefined> {
  const document = await loadRecord(services, scope, module, earlier._id);
  const isOwn = isOwnProfile(scope, module, earlier._id);
  const isVisible =
    scope.rights.unrestricted || isOwn || (document !== undefined && (await canSeeRecord(services, scope, module, document)));
  if (!isVisible) return undefined;
  const plan = isOwn && !scope.rights.unrestricted ? profilePlanOf(scope, module) : planOf(scope, module);
  const fields = document !== undefined && scope.rights.owns(document) ? plan.onOwn : plan.onAny;
  return copyFields(fields, earlier as RecordDocument);
}

/** A record as readers with the same plan see it. */
export interface ProjectedRecord {
  readonly record: VisibleRecord;
  /** The plan's list of fields that the record was projected with. */
  readonly by: object;
  /** The record as JSON, once it was requested. */
  json: string | undefined;
}

/**
 * Projects records that the store caches in memory, and caches the projections with them: a repeated page is neither
 * copied nor serialised again. Modules with sensitive values are never cached.
 */
export function projectCached(
  services: ReadServices,
  scope: AccessScope,
  plan: AccessPlan,
  stored: readonly StoredRecord[],
): readonly ProjectedRecord[] {
  const keeps = encryptedFieldsOf(plan.module).length === 0;
  return stored.map((record) => {
    const by = scope.rights.owns(record.document) ? plan.onOwn : plan.onAny;
    const known = record.memo?.value as ProjectedRecord | undefined;
    if (keeps && known !== undefined && known.by === by) return known;
    const shown: ProjectedRecord = {
      record: projectRecord(plan, scope, decodeRecord(services, scope, plan.module, record)),
      by,
      json: undefined,
    };
    if (keeps && record.memo !== undefined) record.memo.value = shown;
    return shown;
  });
}

/** The records as one JSON array. */
export function stringifyRecords(records: readonly ProjectedRecord[]): string {
  return `[${records.map((shown) => (shown.json ??= JSON.stringify(shown.record))).join(',')}]`;
}
