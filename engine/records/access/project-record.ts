import type { AccessScope } from '../../access/index.ts';
import { isEncrypted } from '../../ports/index.ts';
import type { JsonValue, RecordDocument } from '#engine/model';
import type { VisibleRecord } from '../contract.ts';
import { MASK, type AccessPlan, type FieldPlan } from './access-plan.ts';

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
