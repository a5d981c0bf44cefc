import type { AccessScope } from '../../access/index.ts';
import type { StoredRecord } from '../../ports/index.ts';
import type { VisibleRecord } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import type { AccessPlan } from './access-plan.ts';
import { projectRecord } from './project-record.ts';
import { decodeRecord, encryptedFieldsOf } from '../encryption/encrypt-record.ts';

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
  services: RecordServices,
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
