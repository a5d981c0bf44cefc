import { createModuleAccessDeniedError } from '../../../access/index.ts';
import { MusterError } from '../../../errors/index.ts';
import { withWarnings } from '../../../records/index.ts';
import { fillTerms, parsePathParam } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import type { FinderDefinition, SortDefinition } from '#engine/model/definitions';
import type { ApiResponse } from '../../responses/send-response.ts';
import { rightsOf } from '../../request/request-context.ts';
import { compileCheck, type ParameterCheck } from '../../request/parameters.ts';
import { populateOf, SEARCH_SCHEMA, searchCheck, sortOf, readPagination, type SearchParameters } from '../../request/search-input.ts';
import { resolveSearch } from '../../request/resolve-aliases.ts';
import { writeOptionsOf } from '../../request/write-input.ts';
import {
  listFinderBodyParameters,
  splitFinderBody,
  type FinderMatch,
  moduleNamed,
  type ModuleRequestContext,
} from '../module-directory.ts';
import { toDeleteResponse } from './delete.ts';
import { toPageResponse, runSearch } from './read.ts';

const { sortField, sortOrder, thenBy, pageNumber, pageSize, fields, populate, totalLimit } = SEARCH_SCHEMA.properties;

/** Parameters that the query string of a finder may have. */
export const PAGE_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { sortField, sortOrder, thenBy, pageNumber, pageSize, fields, populate, totalLimit },
};
export const RECORD_QUERY_SCHEMA = { type: 'object', additionalProperties: false, properties: { fields, populate } };

const pageCheck: ParameterCheck<SearchParameters> = compileCheck<SearchParameters>(PAGE_QUERY_SCHEMA, {
  jsonParameters: ['thenBy'],
  listParameters: ['fields', 'populate'],
});
const nothingCheck: ParameterCheck<object> = compileCheck<object>({ type: 'object', additionalProperties: false });
const recordCheck: ParameterCheck<SearchParameters> = compileCheck<SearchParameters>(RECORD_QUERY_SCHEMA, {
  listParameters: ['fields', 'populate'],
});

/** The filter of a finder and the page options of the request. */
interface FinderQuery {
  readonly finder: FinderDefinition;
  readonly filter: JsonObject;
  /** `undefined`: the query string holds the page options. */
  readonly pageOptions: JsonObject | undefined;
}

/** Runs an endpoint that the module's definition adds to the common ones. */
export function runFinder(context: ModuleRequestContext, { finder, parameters }: FinderMatch): Promise<ApiResponse> {
  if (finder.nextNumberOf !== undefined) return nextNumber(context, finder.nextNumberOf);
  if (finder.relation !== undefined) return searchOthers(context, finder.relation);
  const { bodyValues, rest } = splitFinderBody(
    listFinderBodyParameters(finder, context.module),
    finder.usesBody === true ? context.body : {},
  );
  const finderQuery: FinderQuery = {
    finder,
    filter: termsOf(context, finder.terms, parameters, bodyValues),
    pageOptions: finder.usesBody === true ? rest : undefined,
  };
  if (finder.result === 'deletion') return deleteFound(context, finderQuery);
  return finder.result === 'record' ? firstRecord(context, finderQuery) : pageOfRecords(context, finderQuery);
}

async function pageOfRecords(context: ModuleRequestContext, { finder, filter, pageOptions }: FinderQuery): Promise<ApiResponse> {
  const sent = pageOptions === undefined ? pageCheck.readQuery(context.query) : pageCheck.read(pageOptions);
  const search = resolveSearch(context, context.module, sent);
  const page = readPagination(search, context.module.pageSize);
  const found = await context.services.records.find(context.actor, {
    module: context.module.name,
    filter,
    sort: sortOf(search) ?? orderOf(finder.sort),
    offset: page.offset,
    limit: page.pageSize,
    fields: search.fields,
    populate: populateOf(search.populate),
    totalLimit: search.totalLimit,
  });
  return toPageResponse(found, page, search.totalLimit !== undefined);
}

/** Returns the first record in sort order. Errors: `record_not_found`. */
async function firstRecord(context: ModuleRequestContext, { finder, filter, pageOptions }: FinderQuery): Promise<ApiResponse> {
  const sent = pageOptions === undefined ? recordCheck.readQuery(context.query) : recordCheck.read(pageOptions);
  const { fields: names, populate: relates } = resolveSearch(context, context.module, sent);
  const {
    data: [first],
    warnings,
  } = await context.services.records.find(context.actor, {
    module: context.module.name,
    filter,
    sort: orderOf(finder.sort),
    offset: 0,
    limit: 1,
    fields: names,
    populate: populateOf(relates),
    totalLimit: 1,
  });
  if (first === undefined) throw new MusterError('record_not_found');
  return { body: withWarnings(first, warnings) };
}

/** Marks the matching records deleted that the requester can see, in one batch. Errors: `too_many_ids`. */
async function deleteFound(context: ModuleRequestContext, { filter, pageOptions = {} }: FinderQuery): Promise<ApiResponse> {
  nothingCheck.read(pageOptions);
  const { ids } = await context.services.records.findIds(context.actor, { module: context.module.name, filter });
  return toDeleteResponse(
    await context.services.records.markDeleted(context.actor, { ...writeOptionsOf(context), module: context.module.name, ids }),
  );
}

/** Searches the records that refer to any record of this module. Errors: `module_access_denied` for either module. */
async function searchOthers(context: ModuleRequestContext, name: string): Promise<ApiResponse> {
  const { module, body } = context;
  const relation = module.relations.get(name);
  if (relation === undefined) throw new MusterError('route_not_found');
  const rights = await rightsOf(context);
  if (!rights.module(module.name).access) throw createModuleAccessDeniedError(rights, module);
  const other = moduleNamed(context, relation.modules[0] ?? '');
  const search = resolveSearch(context, other, searchCheck.read(body));
  const pointing = { [relation.fieldName]: { exists: true } };
  return runSearch(context, other, {
    ...search,
    searchTerms: search.searchTerms === undefined ? pointing : { and: [pointing, search.searchTerms] },
  });
}

async function nextNumber(context: ModuleRequestContext, field: string): Promise<ApiResponse> {
  return { body: { [field]: await context.services.records.nextNumber(context.actor, { module: context.module.name, field }) } };
}

function termsOf(
  { module }: ModuleRequestContext,
  terms: object = {},
  parts: { readonly [name: string]: string },
  bodyValues: JsonObject,
): JsonObject {
  return fillTerms(terms as JsonObject, module, ({ name, field }) => bodyValues[name] ?? parsePathParam(parts[name] ?? '', field));
}

function orderOf(sort: SortDefinition | undefined): readonly SortDefinition[] | undefined {
  return sort === undefined ? undefined : [sort];
}
