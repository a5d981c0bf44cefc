import type {
  ImportColumnChoice,
  ImportCorrections,
  ImportDelimiter,
  ImportDuplicates,
  ImportEncoding,
  ImportFieldView,
  ImportProblemKind,
  ImportRowState,
  ImportRowView,
  ImportView,
} from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { callApi, downloadFromApi, type DownloadedFile } from './call-api.ts';
import { sendForm, type UploadOptions } from './file-api.ts';
import type { PageResponse } from './record-api.ts';

/** What a user chooses for an import. Absent parts stay as they are. */
export interface ImportChange {
  /** How the file is read: its columns are proposed again. */
  readonly file?: {
    readonly encoding?: ImportEncoding;
    readonly delimiter?: ImportDelimiter;
    readonly header?: boolean;
    readonly sheet?: string;
  };
  readonly columns?: readonly ImportColumnChoice[];
  readonly constants?: { readonly [field: string]: JsonValue };
  readonly duplicates?: ImportDuplicates;
  readonly corrections?: ImportCorrections;
}

/** Which rows of an import are read. */
export interface ImportRowsQuery {
  /** Absent: rows of any state. */
  readonly state?: ImportRowState | undefined;
  /** Only rows with this kind of problem. */
  readonly problem?: Pick<ImportProblemKind, 'column' | 'field' | 'code'> | undefined;
  /** 0 is the first page. */
  readonly page: number;
}

/** What can be done with an import, besides its start. */
export type ImportAction = 'check' | 'pause' | 'resume' | 'cancel';

const pathOf = (id: string): string => `/api/imports/${encodeURIComponent(id)}`;

/**
 * Uploads a file and returns its import, with the proposed columns. Nothing is saved yet.
 * @throws as `sendForm`.
 */
export function createImport(module: string, file: File, options: UploadOptions = {}): Promise<ImportView> {
  const form = new FormData();
  // First, so that the server knows the module before it reads the file.
  form.append('module', module);
  form.append('file', file, file.name);
  return sendForm<ImportView>('/api/imports', form, options);
}

/** A page of the user's imports, for System Admins those of everyone; the latest first. */
export function getImports(query: { readonly page: number }, signal?: AbortSignal): Promise<PageResponse<ImportView>> {
  return callApi('GET', '/api/imports', { query: { pageNumber: query.page }, ...(signal ? { signal } : {}) });
}

export function getImport(id: string, signal?: AbortSignal): Promise<ImportView> {
  return callApi('GET', pathOf(id), signal ? { signal } : {});
}

/** The fields that columns can be imported as. */
export async function getImportFields(id: string, signal?: AbortSignal): Promise<readonly ImportFieldView[]> {
  return (await callApi<{ readonly data: readonly ImportFieldView[] }>('GET', `${pathOf(id)}/fields`, signal ? { signal } : {})).data;
}

/**
 * Changes what a user chose; `version` is that of the import to which the change was made.
 * @throws ApiError `import_changed` if it was changed since.
 */
export function changeImport(id: string, version: number, change: ImportChange): Promise<ImportView> {
  return callApi('PUT', pathOf(id), { body: { ...change, _version: version } });
}

/** Checks, pauses, resumes or cancels an import. */
export function runImportAction(id: string, action: ImportAction): Promise<ImportView> {
  return callApi('POST', `${pathOf(id)}/${action}`);
}

/**
 * Starts to save the rows. `again`: also if the same file was imported before.
 * @throws ApiError `import_repeated` otherwise, `import_changed` if it has another version.
 */
export function startImport(id: string, version: number, again: boolean): Promise<ImportView> {
  return callApi('POST', `${pathOf(id)}/start`, { body: { _version: version, again } });
}

export function getImportRows(id: string, query: ImportRowsQuery, signal?: AbortSignal): Promise<PageResponse<ImportRowView>> {
  const { page, state, problem } = query;
  const parameters = { state, code: problem?.code, column: problem?.column ?? undefined, field: problem?.field ?? undefined };
  return callApi('GET', `${pathOf(id)}/rows`, { query: { ...parameters, pageNumber: page }, ...(signal ? { signal } : {}) });
}

/** The rows that were refused, with their problems, as a file that can be imported again. */
export function downloadImportErrors(id: string, format: 'csv' | 'xlsx'): Promise<DownloadedFile> {
  return downloadFromApi('GET', `${pathOf(id)}/errors`, { query: { format } });
}

/** Removes an import with its file; what it saved stays. */
export async function deleteImport(id: string): Promise<void> {
  await callApi('DELETE', pathOf(id));
}
