import type { JsonObject, JsonValue } from '#engine/model/values';
import { callApi, downloadFromApi } from './call-api.ts';

/** An entry of the audit log, with ids; see `AuditEntry` in the API reference. */
export interface AuditLogEntry {
  readonly _id: string;
  readonly changed_by: string | null;
  readonly changed_through: string | null;
  readonly impersonated_by: string | null;
  readonly module: string;
  readonly fullModule: string;
  readonly changeSource: string;
  readonly field: string | null;
  readonly fullField: string | null;
  readonly record_id: string;
  readonly record_name: string;
  readonly previous_value: JsonValue;
  readonly new_value: JsonValue;
  readonly date_created: string;
}

/** A page of the audit log with the exact total. */
export interface AuditLogPage {
  readonly data: readonly AuditLogEntry[];
  readonly total: number;
}

/** Entries that the terms match, newest first; the terms are in the filter grammar. */
export function searchAuditLog(
  searchTerms: JsonObject,
  page: { readonly pageNumber: number; readonly pageSize: number },
  signal?: AbortSignal,
): Promise<AuditLogPage> {
  return callApi('POST', '/api/audit-log/search', { body: { searchTerms, ...page }, ...(signal ? { signal } : {}) });
}

/** All entries that the terms match, as a CSV file. */
export function exportAuditLog(searchTerms: JsonObject): Promise<Blob> {
  return downloadFromApi('POST', '/api/audit-log/export', { body: { searchTerms } });
}
