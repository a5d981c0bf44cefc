import type { ExportJobView } from '#engine/model/wire';
import { callApi, downloadFromApi } from './call-api.ts';
import type { PageResponse, SearchInput } from './record-api.ts';

/** An export of records; see `POST <module>/export`. */
export interface ExportInput extends Pick<SearchInput, 'searchTerms' | 'sortField' | 'sortOrder' | 'thenBy' | 'fields'> {
  readonly format: 'csv' | 'xlsx';
  readonly values: 'labels' | 'raw';
  readonly search?: string;
  /** Only these of the records. */
  readonly ids?: readonly string[];
}

/** Exports records to a file, which is offered to be saved; returns its name. */
export async function exportRecords(path: string, input: ExportInput): Promise<string> {
  return saveFile(await downloadFromApi('POST', `${path}/export`, { body: input }));
}

/** Starts an export as a job. */
export function startExportJob(module: string, input: ExportInput): Promise<ExportJobView> {
  return callApi('POST', '/api/exports', { body: { module, ...input } });
}

/** A page of the user's exports that run as jobs, the latest first. */
export function getExportJobs(page: number, signal?: AbortSignal): Promise<PageResponse<ExportJobView>> {
  return callApi('GET', '/api/exports', { query: { pageNumber: page }, ...(signal ? { signal } : {}) });
}

/** Saves the file of an export; returns its name. */
export async function downloadExport(id: string): Promise<string> {
  return saveFile(await downloadFromApi('GET', `/api/exports/${encodeURIComponent(id)}/file`));
}

/** Ends an export that has not ended. */
export function cancelExport(id: string): Promise<ExportJobView> {
  return callApi('POST', `/api/exports/${encodeURIComponent(id)}/cancel`);
}

/** Removes an export with its file. */
export async function deleteExport(id: string): Promise<void> {
  await callApi('DELETE', `/api/exports/${encodeURIComponent(id)}`);
}

/** Offers a file to be saved; returns its name. */
export function saveFile({ file, name }: { readonly file: Blob; readonly name: string }): string {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
  return name;
}
