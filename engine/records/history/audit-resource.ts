import type { Actor } from '../../access/index.ts';
import type { ClockPort, IdsPort, StoreWrite } from '../../ports/index.ts';
import type { JsonObject, JsonValue } from '#engine/model';
import { AUDIT_COLLECTION } from '../collections.ts';
import { auditKeysOf, createInsertWrite, createAuditEntry } from './write-history.ts';

/**
 * Audited resources besides the records of modules, by their name in `module`. They give access to the product, so only
 * System Admins can read their entries.
 */
const AUDITED_RESOURCES = { apiTokens: 'API tokens', webhooks: 'Webhooks' } as const;

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
    return createInsertWrite(AUDIT_COLLECTION.name, entry, auditKeysOf(entry, now));
  });
}
