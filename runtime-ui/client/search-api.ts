import type { JsonObject } from '#engine/model/values';
import type { ModuleSummary, QuickSearchHit } from '#engine/model/wire';
import { callApi } from './call-api.ts';
import { searchRecords, type PageResponse, type RecordData, type SearchInput } from './record-api.ts';

/** Ranked search over the searchable fields of one module, best results first. */
export function smartSearch(module: string, search: string, pageSize: number, signal?: AbortSignal): Promise<PageResponse> {
  return callApi<PageResponse>('POST', '/api/generic-modules/smart-search', {
    body: { moduleOptions: { name: module }, search, pageNumber: 0, pageSize },
    ...(signal ? { signal } : {}),
  });
}

export interface RecordNamesInput {
  readonly search?: string;
  readonly searchTerms?: JsonObject;
  /** Condition that the records meet among which the text is searched. */
  readonly where?: JsonObject;
  readonly pageNumber?: number;
  readonly pageSize?: number;
  /** Fields of the popup list in addition to the name. */
  readonly fields?: readonly string[];
}

/** Records to choose from in a relate field: by search text, or by the terms of the popup search; without either, sorted by name. */
export function searchRecordNames(
  module: Pick<ModuleSummary, 'name' | 'path' | 'nameField'>,
  input: RecordNamesInput,
  signal?: AbortSignal,
): Promise<PageResponse> {
  const { search = '', where, pageNumber = 0, pageSize = 10, fields } = input;
  const words = search.trim();
  if (words !== '' && input.searchTerms === undefined)
    return where === undefined
      ? smartSearch(module.name, words, pageSize, signal)
      : searchRecords<RecordData>(module.path, { pageNumber, pageSize, searchTerms: where, search: words }, signal);
  const searchTerms = input.searchTerms ?? where;
  const body: SearchInput = {
    pageNumber,
    pageSize,
    sortField: module.nameField,
    sortOrder: 'asc',
    ...(searchTerms ? { searchTerms } : {}),
    ...(fields ? { fields: [module.nameField, ...fields] } : {}),
  };
  return searchRecords<RecordData>(module.path, body, signal);
}

/** City, state and coordinates of a five-digit ZIP code. Rejects with ApiError `zip_not_found` if there is none. */
export function findZip(code: string): Promise<{ readonly code: string; readonly city: string; readonly state: string }> {
  return callApi('GET', `/api/zips/by-code/${encodeURIComponent(code)}`);
}

/** What a search of all modules found, and which modules it left out. */
export interface QuickSearchResponse {
  readonly data: readonly QuickSearchHit[];
  readonly _warnings?: readonly { readonly text: string }[];
}

/** Searches all modules in one request: people first, then recently opened records, then the others. */
export function quickSearch(search: string, signal?: AbortSignal): Promise<QuickSearchResponse> {
  return callApi('POST', '/api/generic-modules/quick-search', { body: { search }, ...(signal ? { signal } : {}) });
}
