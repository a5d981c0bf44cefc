import type { BatchPage } from '#engine/model/wire';
import { callApi } from './call-api.ts';

/** A page of bulk changes, newest first; `before`: the `next` of the page before. */
export function getBatches(
  query: { readonly user?: string | undefined; readonly before?: string | undefined },
  signal?: AbortSignal,
): Promise<BatchPage> {
  return callApi('GET', '/api/batches', {
    query: {
      ...(query.user === undefined ? {} : { user: query.user }),
      ...(query.before === undefined ? {} : { before: query.before }),
    },
    ...(signal ? { signal } : {}),
  });
}
