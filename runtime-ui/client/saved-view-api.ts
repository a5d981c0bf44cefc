import type { SavedView, SavedViewList, ViewContent, ViewCount, ViewSharing } from '#engine/model';
import { callApi } from './call-api.ts';
import { createIdempotentSend } from './idempotent-send.ts';

/** What is sent of a view: its content and whom it is for. */
export interface SavedViewInput extends Partial<ViewContent> {
  readonly name?: string;
  readonly sharing?: ViewSharing;
  readonly sharedWith?: string | null;
  /** With it, a view changed meanwhile is refused with 409. */
  readonly _version?: number;
}

const pathOf = (id: string) => `/api/saved-views/${encodeURIComponent(id)}`;

/** The views of a module that the user may use, in their own order. */
export function getSavedViews(module: string, signal?: AbortSignal): Promise<SavedViewList> {
  return callApi<SavedViewList>('GET', '/api/saved-views', { query: { module }, ...(signal ? { signal } : {}) });
}

const once = createIdempotentSend();

/** Writes so that the same sent again after its answer was lost is not made twice. */
function write<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
  return once([method, path, body], (idempotencyKey) => callApi<T>(method, path, { body, idempotencyKey }));
}

/** Saves a view. */
export function createSavedView(module: string, input: SavedViewInput & { readonly name: string }): Promise<SavedView> {
  return write('POST', '/api/saved-views', { module, ...input });
}

export function updateSavedView(id: string, input: SavedViewInput): Promise<SavedView> {
  return write('PUT', pathOf(id), input);
}

/** A private copy of what the user sees of a view. */
export function duplicateSavedView(id: string): Promise<SavedView> {
  return write('POST', `${pathOf(id)}/duplicate`, {});
}

export async function deleteSavedView(id: string): Promise<void> {
  await write('DELETE', pathOf(id));
}

/** Keeps the user's own order of a module's views. */
export function reorderSavedViews(module: string, ids: readonly string[]): Promise<SavedViewList> {
  return write('PUT', '/api/saved-views/order', { module, ids });
}

/** Keeps the view that a module's list opens with for the user: an id, 'all', 'mine', or null. */
export function setDefaultView(module: string, view: string | null): Promise<SavedViewList> {
  return write('PUT', '/api/saved-views/default', { module, view });
}

/** How many records each view shows, 'all' and 'mine' among them. */
export async function countSavedViews(module: string, signal?: AbortSignal): Promise<readonly ViewCount[]> {
  return (await callApi<{ readonly data: readonly ViewCount[] }>('POST', '/api/saved-views/counts', { body: { module }, ...(signal ? { signal } : {}) })).data;
}
