import type { JsonValue } from '../values/index.ts';

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
