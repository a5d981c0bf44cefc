import { withWarnings, type FindInput, type FindResult } from '#engine';
import type { JsonObject, JsonValue, SortDefinition } from '#engine/model';

/** The page of a search request. The body was already validated against {@link SEARCH_PROPERTIES}. */
export interface SearchPage {
  readonly input: Pick<FindInput, 'filter' | 'sort' | 'offset' | 'limit' | 'fields' | 'populate'>;
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** Maximum number of records on a page. */
export const MAX_RECORDS = 1000;
const PAGE_SIZE = 10;
const NAME: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const NAMES: JsonObject = { type: 'array', maxItems: 500, items: NAME };

/** Search parameters, as for the searches of every module. */
export const SEARCH_PROPERTIES: JsonObject = {
  searchTerms: { type: 'object' },
  sortField: NAME,
  sortOrder: { enum: ['asc', 'desc'] },
  pageNumber: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  pageSize: { type: 'integer', minimum: 1, maximum: MAX_RECORDS },
  fields: NAMES,
  populate: { anyOf: [{ type: 'boolean' }, NAMES] },
};

/** Reads the page from a search body, adds `terms` to its search terms, and uses `sort` if the body has no sort order. */
export function readSearchPage(
  body: JsonObject,
  {
    terms,
    sort,
    pageSize: defaultPageSize = PAGE_SIZE,
  }: { readonly terms: JsonObject; readonly sort?: SortDefinition; readonly pageSize?: number },
): SearchPage {
  const { searchTerms, sortField, sortOrder, pageNumber = 0, pageSize = defaultPageSize, fields, populate } = body;
  const own: readonly JsonValue[] = searchTerms === undefined ? [] : [searchTerms];
  const requestedSort: SortDefinition | undefined =
    typeof sortField === 'string' ? { sortField, sortOrder: sortOrder === 'desc' ? 'desc' : 'asc' } : sort;
  return {
    input: {
      filter: { and: [terms, ...own] },
      ...(requestedSort === undefined ? {} : { sort: [requestedSort] }),
      offset: Number(pageNumber) * Number(pageSize),
      limit: Number(pageSize),
      ...(Array.isArray(fields) ? { fields: fields as string[] } : {}),
      ...(Array.isArray(populate) ? { populate: populate as string[] } : populate === true ? { populate: true } : {}),
    },
    pageNumber: Number(pageNumber),
    pageSize: Number(pageSize),
  };
}

/** The response of a search, in the format that every module uses. */
export function toPageBody(
  { total, warnings }: FindResult,
  data: readonly JsonValue[],
  { pageNumber, pageSize }: Pick<SearchPage, 'pageNumber' | 'pageSize'>,
): JsonObject {
  return withWarnings({ data: [...data], total, pageNumber, pageSize }, warnings);
}
