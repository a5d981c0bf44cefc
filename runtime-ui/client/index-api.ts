import type { IndexState, IndexView } from '#engine/model/wire';
import { callApi } from './call-api.ts';
import { randomKey } from './random-key.ts';

const PATH = '/api/indexes';

/** A page of the indexes of all modules. */
export interface IndexPage {
  readonly data: readonly IndexView[];
  readonly total: number;
}

/** The filter of the indexes; undefined: all of them. */
export interface IndexQuery {
  readonly state: IndexState | undefined;
  readonly module: string | undefined;
  readonly pageSize: number;
}

export function getIndexes(query: IndexQuery, signal?: AbortSignal): Promise<IndexPage> {
  return callApi<IndexPage>('GET', PATH, { query: { ...query }, ...(signal ? { signal } : {}) });
}

/** Publishes the module without the index. Errors: `index_not_found`, `index_required`, `definition_invalid`. */
export async function dropIndex({ module, fields }: IndexView): Promise<void> {
  await callApi('POST', `${PATH}/drop`, { body: { module, fields }, idempotencyKey: randomKey() });
}

/** Creates a dropped index again. Errors: `index_not_found`, `definition_invalid`. */
export async function restoreIndex({ module, fields }: IndexView): Promise<void> {
  await callApi('POST', `${PATH}/restore`, { body: { module, fields }, idempotencyKey: randomKey() });
}
