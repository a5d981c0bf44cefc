import type { RecordLink, UndoProgress } from '#engine/model/wire';
import { callApi } from './call-api.ts';
import type { PageResponse, RecordData, SearchInput } from './record-api.ts';

interface ListResponse<T> {
  readonly data: readonly T[];
}

/** Adds a record to the user's favourites, or removes it. */
export async function setFavorite(path: string, id: string, favorite: boolean): Promise<void> {
  await callApi('PUT', `${path}/favorite/${encodeURIComponent(id)}`, { body: { favorite } });
}

/** Stores the order of the user's favourites. */
export async function orderFavorites(links: readonly Pick<RecordLink, 'module' | '_id'>[]): Promise<void> {
  await callApi('PUT', '/api/favorites/order', { body: { records: links.map(({ module, _id: id }) => ({ module, id })) } });
}

/** The user's favourites in their order; new ones come first. */
export async function getFavorites(signal?: AbortSignal): Promise<readonly RecordLink[]> {
  return (await callApi<ListResponse<RecordLink>>('GET', '/api/favorites', signal ? { signal } : {})).data;
}

/** The records that the user opened last, newest first. */
export async function getRecentlySeen(signal?: AbortSignal): Promise<readonly RecordLink[]> {
  return (await callApi<ListResponse<RecordLink>>('GET', '/api/recently-seen', signal ? { signal } : {})).data;
}

/** Logs that the user opened a record. */
export async function logRecentlySeen(module: string, id: string): Promise<void> {
  await callApi('POST', '/api/recently-seen', { body: { module, _id: id } });
}

/** A page of the records on the other side of a relation. */
export function getRelated<T = RecordData>(
  path: string,
  id: string,
  input: SearchInput & { readonly relation: string },
  signal?: AbortSignal,
): Promise<PageResponse<T> & { readonly module?: string }> {
  return callApi('POST', `${path}/related/${encodeURIComponent(id)}`, { body: input, ...(signal ? { signal } : {}) });
}

/** The number of records that refer to a record, by module and referring field. */
export interface Dependents {
  readonly module: string;
  readonly relation: string;
  readonly count: number;
}

/** Records that refer to a record, counted by relation: shown before it is deleted. */
export async function getDependents(path: string, id: string, signal?: AbortSignal): Promise<readonly Dependents[]> {
  return (await callApi<ListResponse<Dependents>>('GET', `${path}/${encodeURIComponent(id)}/dependents`, signal ? { signal } : {})).data;
}

/** What an undo reverted, and what it skipped. */
export interface UndoResponse {
  readonly undone: readonly { readonly module: string; readonly _id: string }[];
  readonly left: readonly { readonly module: string; readonly _id: string; readonly code: string; readonly error: string }[];
  readonly [more: string]: unknown;
}

/** Reverts a batch: records that were not changed since. Records changed since are listed and skipped. */
export function undoBatch(batchId: string): Promise<UndoResponse> {
  return callApi<UndoResponse>('POST', `/api/batches/${encodeURIComponent(batchId)}/undo`, { body: {} });
}

/** Progress of an undo. */
export function getUndoProgress(batchId: string): Promise<UndoProgress> {
  return callApi<UndoProgress>('GET', `/api/batches/${encodeURIComponent(batchId)}/undo`);
}
