import { MusterError } from '../../../errors/index.ts';
import { withWarnings } from '../../../records/index.ts';
import { fillTerms, parsePathParam, type JsonObject, type FinderDefinition, type SortDefinition } from '#engine/model';
import type { ApiResponse } from '../../responses/send-response.ts';
import { rightsOf } from '../../request/request-context.ts';
import { compileCheck, type ParameterCheck } from '../../request/parameters.ts';
import { populateOf, SEARCH_SCHEMA, searchCheck, sortOf, readPagination, type SearchParameters } from '../../request/search-input.ts';
import { writeOptionsOf } from '../../request/write-input.ts';
import { listFinderBodyParameters, splitFinderBody } from '../finder-body.ts';
import type { FinderMatch } from '../match-finder.ts';
import type { ModuleRequestContext } from '../module-request-context.ts';
import { moduleNamed } from '../module-directory.ts';
import { toDeleteResponse } from './delete.ts';
import { toPageResponse, runSearch } from './read.ts';

const { sortField, sortOrder, thenBy, pageNumber, pageSize, fields, populate, totalLimit } = SEARCH_SCHEMA.properties;

/** What the query string of a look-up may say. */
export const PAGE_QUERY_SCHEMA = { type: 'object', additionalProperties: false, properties: { sortField, sortOrder, thenBy, pageNumber, pageSize, fields, populate, totalLimit } };
export const RECORD_QUERY_SCHEMA = { type: 'object', additionalProperties: false, properties: { fields, populate } };

const pageCheck: ParameterCheck<SearchParameters> = compileCheck<SearchParameters>(PAGE_QUERY_SCHEMA, { jsonParameters: ['thenBy'], listParameters: ['fields', 'populate'] });
const nothingCheck: ParameterCheck<object> = compileCheck<object>({ type: 'object', additionalProperties: false });
const recordCheck: ParameterCheck<SearchParameters> = compileCheck<SearchParameters>(RECORD_QUERY_SCHEMA, { listParameters: ['fields', 'populate'] });

/** What a look-up asks for, and what its asker says of the answer. */
interface FinderQuery {
  readonly finder: FinderDefinition;
  readonly filter: JsonObject;
  /** `undefined`: the query string says it. */
  readonly pageOptions: JsonObject | undefined;
}

/** A call that the module's definition has beside the common ones. */
export function runFinder(context: ModuleRequestContext, { finder, parameters }: FinderMatch): Promise<ApiResponse> {
  if (finder.next !== undefined) return nextNumber(context, finder.next);
  if (finder.relation !== undefined) return searchOthers(context, finder.relation);
  const { bodyValues, rest } = splitFinderBody(listFinderBodyParameters(finder, context.module), finder.body === true ? context.body : {});
  const asked: FinderQuery = { finder, filter: termsOf(context, finder.terms, parameters, bodyValues), pageOptions: finder.body === true ? rest : undefined };
  if (finder.answer === 'deletion') return deleteFound(context, asked);
  return finder.answer === 'record' ? firstRecord(context, asked) : pageOfRecords(context, asked);
}

async function pageOfRecords(context: ModuleRequestContext, { finder, filter, pageOptions }: FinderQuery): Promise<ApiResponse> {
  const search = pageOptions === undefined ? pageCheck.readQuery(context.query) : pageCheck.read(pageOptions);
  const page = readPagination(search, context.module.pageSize);
  const found = await context.services.records.find(context.actor, {
    module: context.module.name, filter, sort: sortOf(search) ?? orderOf(finder.sort),
    offset: page.offset, limit: page.pageSize, fields: search.fields, populate: populateOf(search.populate), totalLimit: search.totalLimit,
  });
  return toPageResponse(found, page, search.totalLimit !== undefined);
}

/** The first of the order. Errors: `record_not_found`. */
async function firstRecord(context: ModuleRequestContext, { finder, filter, pageOptions }: FinderQuery): Promise<ApiResponse> {
  const { fields: names, populate: relates } = pageOptions === undefined ? recordCheck.readQuery(context.query) : recordCheck.read(pageOptions);
  const { data: [first], warnings } = await context.services.records.find(context.actor, {
    module: context.module.name, filter, sort: orderOf(finder.sort),
    offset: 0, limit: 1, fields: names, populate: populateOf(relates), totalLimit: 1,
  });
  if (first === undefined) throw new MusterError('record_not_found');
  return { body: withWarnings(first, warnings) };
}

/** Marks deleted what the asker sees of those that match, one batch. Errors: `too_many_ids`. */
async function deleteFound(context: ModuleRequestContext, { filter, pageOptions = {} }: FinderQuery): Promise<ApiResponse> {
  nothingCheck.read(pageOptions);
  const { ids } = await context.services.records.findIds(context.actor, { module: context.module.name, filter });
  return toDeleteResponse(await context.services.records.markDeleted(context.actor, { ...writeOptionsOf(context), module: context.module.name, ids }));
}

/** A search among the records that point to one of this module. Errors: `module_access_denied` for either module. */
async function searchOthers(context: ModuleRequestContext, name: string): Promise<ApiResponse> {
  const { module, snapshot, body } = context;
  const relation = module.relations.get(name);
  if (relation === undefined) throw new MusterError('route_not_found');
  if (!(await rightsOf(context)).module(module.name).access) throw new MusterError('module_access_denied', { values: { module: module.label } });
  const search = searchCheck.read(body);
  const pointing = { [relation.fieldName]: { exists: true } };
  return runSearch(context, moduleNamed(snapshot, relation.modules[0] ?? ''), { ...search, searchTerms: search.searchTerms === undefined ? pointing : { and: [pointing, search.searchTerms] } });
}

async function nextNumber(context: ModuleRequestContext, field: string): Promise<ApiResponse> {
  return { body: { [field]: await context.services.records.nextNumber(context.actor, { module: context.module.name, field }) } };
}

function termsOf({ module }: ModuleRequestContext, terms: object = {}, parts: { readonly [name: string]: string }, bodyValues: JsonObject): JsonObject {
  return fillTerms(terms as JsonObject, module, ({ name, field }) => bodyValues[name] ?? parsePathParam(parts[name] ?? '', field));
}

function orderOf(sort: SortDefinition | undefined): readonly SortDefinition[] | undefined {
  return sort === undefined ? undefined : [sort];
}
