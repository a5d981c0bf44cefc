import type { Actor } from '../../access/index.ts';
import type { ClockPort, IdsPort, StoreWrite } from '../../ports/index.ts';
import type { JsonObject, JsonValue } from '#engine/model';
import { AUDIT_COLLECTION } from '../shapes/collections.ts';
import { auditKeysOf, insertInto, makeEntry } from './keep-history.ts';

/** What the audit log tells of beside the records of modules, by the name in `module`: keys to the product, for System Admins alone. */
const PARTS = { apiTokens: 'API tokens', webhooks: 'Webhooks' } as const;

/** Name of a part of the product that is audited and is no module. */
export type AuditedPart = keyof typeof PARTS;

export function isAuditedPart(name: string): name is AuditedPart {
  return Object.hasOwn(PARTS, name);
}

/** One value that a change set anew; no field: the thing as a whole was made (from null) or removed (to null). */
export interface PartLine {
  readonly field: string | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** A change of one thing; nothing that is secret may be in it. */
export interface PartChange {
  readonly part: AuditedPart;
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  readonly lines: readonly PartLine[];
  /** Default 'administration'. */
  readonly changeSource?: string;
}

/** The lines from one state of a thing to another; undefined: it is not there. */
export function linesBetween(before: JsonObject | undefined, after: JsonObject | undefined): readonly PartLine[] {
  if (before === undefined || after === undefined) return before === after ? [] : [{ field: null, before: before ?? null, after: after ?? null }];
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return changed.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

/** The audit entries of a change, for the commit of that change. */
export function auditPart({ ids, clock }: { readonly ids: IdsPort; readonly clock: ClockPort }, actor: Actor, { part, id, name, lines, changeSource = 'administration' }: PartChange): readonly StoreWrite[] {
  const now = clock.now();
  const at = new Date(now).toISOString();
  const batchId = ids.next();
  return lines.map(({ field, before, after }) => {
    const origin = { _id: ids.next(), at, batchId, changeSource, actor };
    const entry = makeEntry(origin, { module: { name: part, label: PARTS[part] }, id, fullField: field }, { field, name, before, after });
    return insertInto(AUDIT_COLLECTION.name, entry, auditKeysOf(entry, now));
  });
}
