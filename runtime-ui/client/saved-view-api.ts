import type { SavedView, SavedViewList, ViewContent, ViewCount, ViewSharing } from '#engine/model/wire';
import { callApi } from './call-api.ts';
import { createIdempotentSend } from './idempotent-send.ts';

/** The request body of a view: its content and whom it is shared with. */
export interface SavedViewInput extends Partial<ViewContent> {
  readonly name?: string;
  readonly sharing?: ViewSharing;
  readonly sharedWith?: string | null;
  /** If set, the server returns 409 if the view was changed meanwhile. */
  readonly _version?: number;
}

const pathOf = (id: string) => `/api/saved-views/${encodeURIComponent(id)}`;

/** The views of a module that the user may use, in the user's order. */
export function getSavedViews(module: string, signal?: AbortSignal): Promise<SavedViewList> {
  return callApi<SavedViewList>('GET', '/api/saved-views', { query: { module }, ...(signal ? { signal } : {}) });
}

const once = createIdempotentSend();

/** Sends a write that is executed once, even if it is sent again after a lost response. */
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

/** Creates a private copy of a view with what the user can see of it. */
export function duplicateSavedView(id: string): Promise<SavedView> {
  return write('POST', `${pathOf(id)}/duplicate`, {});
}

export async function deleteSavedView(id: string): Promise<void> {
  await write('DELETE', pathOf(id));
}

/** Saves the user's own order of a module's views. */
export function reorderSavedViews(module: string, ids: readonly string[]): Promise<SavedViewList> {
  return write('PUT', '/api/saved-views/order', { module, ids });
}

/** Saves the view that a module's list opens with for the user: an id, 'all', 'mine', or null. */
export function setDefaultView(module: string, view: string | null): Promise<SavedViewList> {
  return write('PUT', '/api/saved-views/default', { module, view });
}

/** The number of records in each view, including 'all' and 'mine'. */
export async function countSavedViews(module: string, signal?: AbortSignal): Promise<readonly ViewCount[]> {
  return (
    await callApi<{ readonly data: readonly ViewCount[] }>('POST', '/api/saved-views/counts', {
      body: { module },
      ...(signal ? { signal } : {}),
    })
  ).data;
}
