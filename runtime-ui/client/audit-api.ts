import type { JsonObject } from '#engine/model/values';
import type { AuditEntry } from '#engine/model/wire';
import { callApi, downloadFromApi, type DownloadedFile } from './call-api.ts';

/** A page of the audit log with the exact total. */
export interface AuditLogPage {
  readonly data: readonly AuditEntry[];
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
export function exportAuditLog(searchTerms: JsonObject): Promise<DownloadedFile> {
  return downloadFromApi('POST', '/api/audit-log/export', { body: { searchTerms } });
}
