import type { SortDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { IdempotencyKey } from '../save/idempotency-records.ts';

/** Input for reading the audit log. */
export interface AuditInput {
  /** Absent, or the name of an audited resource that is not a module ('apiTokens', 'impersonations', 'queues', 'secrets', 'userAccounts', 'webhooks'): only for System Admins. */
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

/** One audit entry. A create has one entry, an update has one per field. */
export interface AuditEntry {
  /** Id of the entry. */
  readonly _id: string;
  /** Id of the user who made the change; null for the product itself. */
  readonly changed_by: string | null;
  /** Name of the plugin, workflow or job that acted for the user. */
  readonly changed_through: string | null;
  /** The user who impersonated `changed_by`. */
  readonly impersonated_by: string | null;
  /** Name of the module. */
  readonly module: string;
  /** Label of the module. */
  readonly fullModule: string;
  /** What led to the change: 'direct record', 'merge', 'undo' … */
  readonly changeSource: string;
  /** Name of the field; null for an entry about the whole record. */
  readonly field: string | null;
  /** Label of the field; null for an entry about the whole record. */
  readonly fullField: string | null;
  /** Id of the record. */
  readonly record_id: string;
  /** Name of the record at the time of the change. */
  readonly record_name: string;
  /** The value before, as in the API; null: none. */
  readonly previous_value: JsonValue;
  /** The value after, as in the API; null: none. */
  readonly new_value: JsonValue;
  /** ISO time of the change. */
  readonly date_created: string;
  /** The batch of the change, for `undoBatch`. */
  readonly batch_id: string;
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
