import type { SortDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { IdempotencyKey } from '../save/idempotency-records.ts';

export type { AuditEntry } from '#engine/model/wire';

/** Input for reading the audit log. */
export interface AuditInput {
  /** Absent, or the name of an audited resource that is not a module ('apiTokens', 'changeSets', 'exports', 'impersonations', 'queues', 'secrets', 'userAccounts', 'webhooks'): only for System Admins. */
  readonly module?: string | undefined;
  /** Only entries of this record; requires `module`. Default: of all records. */
  readonly recordId?: string | undefined;
  /** In the filter grammar, over the properties of an entry; default: all entries. */
  readonly filter?: JsonValue | undefined;
  /** Default: newest first. */
  readonly sort?: readonly SortDefinition[] | undefined;
  /** Entries to skip; default 0. */
  readonly offset?: number;
  /** Entries to return; default 10. No maximum: the API accepts up to 1,000. */
  readonly limit?: number;
}

/** Input for an audit entry of a System Admin about a change that was made outside the product. */
export interface AuditEntryInput {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record; it need not exist. */
  readonly recordId: string;
  /** Name of the field; null for an entry about the whole record. */
  readonly field: string | null;
  /** The value before, as in the API; null: none. Values of sensitive fields are masked. */
  readonly previous_value: JsonValue;
  /** The value after, as in the API; null: none. */
  readonly new_value: JsonValue;
  /** Default 'direct record'. */
  readonly changeSource?: string | undefined;
}

/** Input for adding audit entries. */
export interface AddAuditInput {
  /** Key of the request and a digest of its body: a repeated key returns the first result again. */
  readonly idempotency?: IdempotencyKey | undefined;
  /** At most 2,000 (`too_many_ids`). */
  readonly entries: readonly AuditEntryInput[];
}
