import type { ModuleView } from '#engine/model/wire';
import { callApi, type PageResponse, type SearchInput } from '../../client/index.ts';

/** The maximum number of ids that one request returns. */
export const MAX_SELECTED = 100_000;

/** A search by text is ranked, so it has no sort order. */
function readByWords(module: ModuleView, { sortField: _field, sortOrder: _order, ...base }: SearchInput): Promise<PageResponse<unknown>> {
  return callApi<PageResponse<unknown>>('POST', '/api/generic-modules/smart-search', {
    body: { ...base, moduleOptions: { name: module.name } },
  });
}

/** Reads the ids of the first `amount` records of a list, with its order and filter. */
export async function readFirstIds(module: ModuleView, query: SearchInput, amount: number): Promise<readonly string[]> {
  const { fields: _fields, populate: _populate, pageNumber: _page, pageSize: _size, totalLimit: _limit, ...idQuery } = query;
  const base = { ...idQuery, idsOnly: true, selectAll: true, selectNumberOfRecords: Math.min(amount, MAX_SELECTED) };
  const response = await (typeof idQuery.search === 'string'
    ? readByWords(module, base)
    : callApi<PageResponse<unknown>>('POST', `${module.path}/search`, { body: base }));
  return response.data.map((one) => (typeof one === 'string' ? one : (one as { readonly _id: string })._id));
}

/** Parses a typed amount: a whole number of 1 or more, capped at the maximum; undefined if it is invalid. */
export function readAmount(typed: string, maximum: number): number | undefined {
  if (!/^\d{1,12}$/.test(typed.trim())) return undefined;
  const amount = Number(typed);
  return amount < 1 ? undefined : Math.min(amount, maximum);
}
