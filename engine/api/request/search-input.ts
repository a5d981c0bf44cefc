import { MusterError } from '../../errors/index.ts';
import type { FindInput } from '../../records/index.ts';
import type { JsonValue } from '#engine/model/values';
import type { SortDefinition } from '#engine/model/definitions';
import { compileCheck, type ParameterCheck } from './parameters.ts';

/** Maximum number of records on one page. */
export const MAX_PAGE_SIZE = 1_000;
/** Maximum number of ids in one response. */
const MAX_IDS = 100_000;

/** Parameters of a search; `GET base` takes the same names in its query string. */
export interface SearchParameters {
  readonly selectAll?: boolean;
  readonly selectNumberOfRecords?: number;
  readonly idsOnly?: boolean;
  readonly sortField?: string;
  readonly sortOrder?: string;
  /** Further sort fields for records with equal values of `sortField`, in order of precedence. */
  readonly thenBy?: readonly SortDefinition[];
  readonly pageNumber?: number;
  readonly pageSize?: number;
  readonly searchTerms?: { readonly [name: string]: JsonValue };
  /** Search terms, for smart-search and its aliases. */
  readonly search?: string;
  readonly fields?: readonly string[];
  readonly populate?: readonly string[] | boolean;
  readonly totalLimit?: number;
}

const NAMES = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, maxItems: 500 };

/** What clients send with their requests besides the parameters, and nothing reads. */
export const UNUSED_PROPERTIES = {
  moduleOptions: { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } },
  _warnings: { type: 'array' },
  user: {},
  sentBy: {},
  userId: {},
};

export const SEARCH_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    selectAll: { type: 'boolean' },
    selectNumberOfRecords: { type: 'integer', minimum: 0, maximum: MAX_IDS },
    idsOnly: { type: 'boolean' },
    sortField: { type: 'string', minLength: 1, maxLength: 200 },
    sortOrder: { type: 'string', enum: ['asc', 'desc'] },
    thenBy: {
      type: 'array',
      maxItems: 4,
      description: 'Secondary sort for equal values of sortField.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['sortField', 'sortOrder'],
        properties: { sortField: { type: 'string', minLength: 1, maxLength: 200 }, sortOrder: { type: 'string', enum: ['asc', 'desc'] } },
      },
    },
    pageNumber: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    pageSize: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_IDS,
      description: `Records: at most ${MAX_PAGE_SIZE}; with idsOnly: at most ${MAX_IDS}.`,
    },
    searchTerms: { type: 'object' },
    search: { type: 'string', maxLength: 200 },
    fields: NAMES,
    populate: { anyOf: [{ type: 'boolean' }, NAMES] },
    totalLimit: { type: 'integer', minimum: 1, maximum: 100_000_000 },
    ...UNUSED_PROPERTIES,
  },
};

export const searchCheck: ParameterCheck<SearchParameters> = compileCheck<SearchParameters>(SEARCH_SCHEMA);

const QUERY_SCHEMA = { ...SEARCH_SCHEMA, properties: { ...SEARCH_SCHEMA.properties, module: { type: 'string' } } };

export const searchQueryCheck: ParameterCheck<SearchParameters> = compileCheck<SearchParameters>(QUERY_SCHEMA, {
  jsonParameters: ['searchTerms', 'thenBy'],
  listParameters: ['fields', 'populate'],
});

/** Body of with-relationships; GET takes the same names in its query string. */
export type RelationshipsParameters = Pick<SearchParameters, 'searchTerms' | 'populate'>;

const { searchTerms, populate } = SEARCH_SCHEMA.properties;

export const RELATIONSHIPS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { searchTerms, populate, ...UNUSED_PROPERTIES },
};

export const relationshipsCheck: ParameterCheck<RelationshipsParameters> = compileCheck<RelationshipsParameters>(RELATIONSHIPS_SCHEMA);

export const relationshipsQueryCheck: ParameterCheck<RelationshipsParameters> = compileCheck<RelationshipsParameters>(
  { ...RELATIONSHIPS_SCHEMA, properties: { ...RELATIONSHIPS_SCHEMA.properties, module: { type: 'string' } } },
  { jsonParameters: ['searchTerms'], listParameters: ['populate'] },
);

/** The range of a search: page `pageNumber` of `pageSize`, or the first `selectNumberOfRecords` records. */
export interface Pagination {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly offset: number;
}

export function readPagination(search: SearchParameters, defaultPageSize: number): Pagination {
  const most = search.idsOnly === true ? MAX_IDS : MAX_PAGE_SIZE;
  if (search.selectAll === true) {
    const wanted = search.selectNumberOfRecords === undefined || search.selectNumberOfRecords === 0 ? most : search.selectNumberOfRecords;
    if (wanted > most) throw tooMany('selectNumberOfRecords', most);
    return { pageNumber: 0, pageSize: wanted, offset: 0 };
  }
  const pageSize = search.pageSize ?? defaultPageSize;
  if (pageSize > most) throw tooMany('pageSize', most);
  const pageNumber = search.pageNumber ?? 0;
  return { pageNumber, pageSize, offset: pageNumber * pageSize };
}

/** Converts a search to the input of a read. */
export function findInputOf(module: string, search: SearchParameters, page: Pagination): FindInput {
  return {
    module,
    filter: search.searchTerms,
    sort: sortOf(search),
    offset: page.offset,
    limit: page.pageSize,
    fields: search.fields,
    populate: populateOf(search.populate),
    totalLimit: search.totalLimit,
    terms: search.search,
  };
}

export function sortOf(search: SearchParameters): readonly SortDefinition[] | undefined {
  if (search.sortField === undefined) return undefined;
  return [{ sortField: search.sortField, sortOrder: search.sortOrder === 'desc' ? 'desc' : 'asc' }, ...(search.thenBy ?? [])];
}

export function populateOf(populate: SearchParameters['populate']): readonly string[] | true | undefined {
  return populate === false ? undefined : populate;
}

function tooMany(field: string, most: number): MusterError {
  return new MusterError('parameter_invalid', { details: [{ field, code: 'maximum', message: `Use ${most} or less.` }] });
}
