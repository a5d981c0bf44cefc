import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import type { ImportFieldView, ImportRowView, ImportState, ImportView } from '#engine/model/wire';
import {
  CACHE_TTL_MILLISECONDS,
  getImport,
  getImportFields,
  getImportRows,
  getImports,
  type ApiError,
  type ImportRowsQuery,
  type PageResponse,
} from '../../client/index.ts';

/** Milliseconds between two reads of an import while it is checked or saved. */
const POLL = 700;

const BUSY: ReadonlySet<ImportState> = new Set<ImportState>(['checking', 'running']);

const keys = {
  all: ['imports'] as const,
  list: (page: number) => ['imports', 'list', page] as const,
  one: (id: string) => ['imports', 'one', id] as const,
  fields: (id: string) => ['imports', 'fields', id] as const,
  rows: (id: string, revision: number, query: ImportRowsQuery) => ['imports', 'rows', id, revision, query] as const,
};

/** A page of imports; it is read again while one of them is checked or saved. */
export function useImports(page: number) {
  return useQuery<PageResponse<ImportView>, ApiError>({
    queryKey: keys.list(page),
    queryFn: ({ signal }) => getImports({ page }, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((one) => BUSY.has(one.state)) === true ? POLL : false),
  });
}

/** An import; it is read again while it is checked or saved. */
export function useImport(id: string) {
  return useQuery<ImportView, ApiError>({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => getImport(id, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data !== undefined && BUSY.has(state.data.state) ? POLL : false),
  });
}

/** The fields that columns of an import can be imported as. */
export function useImportFields(id: string) {
  return useQuery<readonly ImportFieldView[], ApiError>({
    queryKey: keys.fields(id),
    queryFn: ({ signal }) => getImportFields(id, signal),
    staleTime: CACHE_TTL_MILLISECONDS,
  });
}

/** A page of rows; `revision` is the version of the import that was checked. Those before are shown while others are read. */
export function useImportRows(id: string, revision: number, query: ImportRowsQuery) {
  return useQuery<PageResponse<ImportRowView>, ApiError>({
    queryKey: keys.rows(id, revision, query),
    queryFn: ({ signal }) => getImportRows(id, query, signal),
    placeholderData: keepPreviousData,
  });
}

/** Shows an import as the server returned it, unless a later version is shown; a read that started before would be older. */
export async function storeImport(client: QueryClient, view: ImportView): Promise<void> {
  await client.cancelQueries({ queryKey: keys.one(view._id) });
  client.setQueryData<ImportView>(keys.one(view._id), (shown) => (shown !== undefined && shown._version > view._version ? shown : view));
}

/** The import as it is shown. */
export function readImport(client: QueryClient, id: string): ImportView | undefined {
  return client.getQueryData(keys.one(id));
}

/** Reads an import again. */
export function reloadImport(client: QueryClient, id: string): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.one(id) });
}

/** Reads all lists of imports again. */
export function reloadImports(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.all });
}

/** Forgets an import that was removed. */
export function forgetImport(client: QueryClient, id: string): Promise<void> {
  client.removeQueries({ queryKey: keys.one(id) });
  return client.invalidateQueries({ queryKey: [...keys.all, 'list'] });
}
