import { MusterError } from '../../errors/index.ts';
import type { ZipSearch } from '../../ports/index.ts';
import { bodyOf, parameterOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import type { ApiResponse } from '../responses/send-response.ts';
import { compileCheck } from '../request/parameters.ts';
import { readPagination } from '../request/search-input.ts';

const PAGE_SIZE = 10;
const TEXT = { type: 'string', minLength: 1, maxLength: 100 };
const PAGE = { pageNumber: { type: 'integer', minimum: 0, maximum: 1_000_000 }, pageSize: { type: 'integer', minimum: 1, maximum: 1_000 } };
const TERM_SCHEMAS = {
  code: { ...TEXT, description: 'The first digits of the ZIP.' },
  city: { ...TEXT, description: 'The first letters of the city.' },
  state: { ...TEXT, description: 'Two letters.' },
};

/** Query parameters of the list of ZIPs, also for the OpenAPI document. */
export const ZIP_LIST_SCHEMA = { type: 'object', additionalProperties: false, properties: { ...TERM_SCHEMAS, ...PAGE } };

/** Same, with the distance from a ZIP. */
export const ZIP_SEARCH_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...TERM_SCHEMAS,
    ...PAGE,
    near: {
      type: 'object',
      additionalProperties: false,
      required: ['of', 'miles'],
      properties: { of: { type: 'string', pattern: '^\\d{5}$' }, miles: { type: 'number', minimum: 0, maximum: 500 } },
    },
  },
};

type Search = Omit<ZipSearch, 'offset' | 'limit'> & { readonly pageNumber?: number; readonly pageSize?: number };

const list = compileCheck<Search>(ZIP_LIST_SCHEMA);
const search = compileCheck<Search>(ZIP_SEARCH_SCHEMA);

/** Locations of ZIPs: one ZIP by its digits, lists, and those around a location. */
export function serveZips({ on }: EndpointRouter): void {
  for (const url of ['/api/zips', '/api/zips/list'])
    on({ method: 'GET', url, preview: true }, (context) => searchZips(context, list.readQuery(context.query)));
  on({ method: 'POST', url: '/api/zips/advancedSearch', preview: true }, (context) => searchZips(context, search.read(bodyOf(context))));
  on({ method: 'GET', url: '/api/zips/by-code/:code', preview: true }, async (context) => {
    const place = await context.services.geocoder.findZip(parameterOf(context, 'code'));
    if (place === undefined) throw new MusterError('zip_not_found');
    return { body: { ...place } };
  });
}

async function searchZips({ services }: RequestContext, { pageNumber, pageSize, ...terms }: Search): Promise<ApiResponse> {
  if (terms.near !== undefined && typeof terms.near.of === 'string' && (await services.geocoder.findZip(terms.near.of)) === undefined)
    throw new MusterError('zip_not_found');
  const page = readPagination(
    { ...(pageNumber === undefined ? {} : { pageNumber }), ...(pageSize === undefined ? {} : { pageSize }) },
    PAGE_SIZE,
  );
  const { places, total } = await services.geocoder.searchZips({ ...terms, offset: page.offset, limit: page.pageSize });
  return { body: { data: places.map((place) => ({ ...place })), total, pageNumber: page.pageNumber, pageSize: page.pageSize } };
}
