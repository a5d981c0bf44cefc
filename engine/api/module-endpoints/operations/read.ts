import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import { withWarnings, type FindResult } from '../../../records/index.ts';
import { parameterOf, type RequestContext } from '../../request/request-context.ts';
import {
  findInputOf,
  MAX_PAGE_SIZE,
  populateOf,
  relationshipsCheck,
  relationshipsQueryCheck,
  searchCheck,
  searchQueryCheck,
  readPagination,
  SEARCH_SCHEMA,
  type Pagination,
  type SearchParameters,
} from '../../request/search-input.ts';
import { IGNORED } from '../../request/known-names.ts';
import { resolveSearch } from '../../request/resolve-aliases.ts';
import { idsOf } from '../../request/write-input.ts';
import type { ApiResponse } from '../../responses/send-response.ts';
import type { ModuleRequestContext } from '../module-directory.ts';

/** GET {id}. */
export async function getRecord(context: ModuleRequestContext): Promise<ApiResponse> {
  const populate = readPopulate(context);
  const id = parameterOf(context, 'id');
  const input = populate === undefined ? { module: context.module.name, id } : { module: context.module.name, id, populate };
  return { body: await context.services.records.get(context.actor, input) };
}

/** get-by-ids, body `{ ids }`: the records that the requester may see, all on one page. Errors: `too_many_ids`. */
export async function getByIds(context: ModuleRequestContext): Promise<ApiResponse> {
  const ids = idsOf(context.body);
  if (ids.length > MAX_PAGE_SIZE) throw new MusterError('too_many_ids', { values: { limit: MAX_PAGE_SIZE } });
  const found = await context.services.records.find(context.actor, {
    module: context.module.name,
    filter: { _id: { in: [...ids] } },
    limit: ids.length,
  });
  return toPageResponse(found, { pageNumber: 0, pageSize: ids.length, offset: 0 }, false);
}

/**
 * with-relationships/{id}: populates every relate as `{ _id, name, ... }`, and the relations by fields of other modules as lists of these;
 * with `populate` as in a search. With `searchTerms`, the record must match them. Errors: `record_not_found`.
 */
export async function getWithRelationships(context: ModuleRequestContext): Promise<ApiResponse> {
  const { records } = context.services;
  const isQuery = context.request.method === 'GET';
  const sent = isQuery ? relationshipsQueryCheck.readQuery(context.query) : relationshipsCheck.read(context.body);
  const { searchTerms, populate = 'all' } = resolveSearch(context, context.module, sent);
  const input = { module: context.module.name, id: parameterOf(context, 'id') };
  if (searchTerms !== undefined) {
    const { ids } = await records.findIds(context.actor, { ...input, filter: { and: [{ _id: input.id }, searchTerms] }, limit: 1 });
    if (ids.length === 0) throw new MusterError('record_not_found');
  }
  return { body: await records.get(context.actor, populate === false ? input : { ...input, populate }) };
}

/** GET base and base/list. */
export function listRecords(context: ModuleRequestContext): Promise<ApiResponse> {
  return runSearch(context, context.module, searchQueryCheck.readQuery(context.query));
}

/** POST search and its aliases. */
export function searchRecords(context: ModuleRequestContext): Promise<ApiResponse> {
  return runSearch(context, context.module, searchCheck.read(context.body));
}

/** Same as `searchRecords`, with every relate populated. */
export function searchWithPopulate(context: ModuleRequestContext): Promise<ApiResponse> {
  const search = searchCheck.read(context.body);
  return runSearch(context, context.module, search.populate === undefined ? { ...search, populate: true } : search);
}

/** Returns the first record in sort order, or 404. */
export async function searchForOne(context: ModuleRequestContext): Promise<ApiResponse> {
  const search = resolveSearch(context, context.module, readSearchForOne(context));
  const found = await context.services.records.find(context.actor, {
    ...findInputOf(context.module.name, search, { pageNumber: 0, pageSize: 1, offset: 0 }),
    totalLimit: 1,
  });
  const [first] = found.data;
  if (first === undefined) throw new MusterError('record_not_found');
  return { body: withWarnings(first, found.warnings) };
}

/** report-search-aggregate-check: returns how many records a report would read; throws when this is not allowed or too expensive. */
export async function checkAggregate(context: ModuleRequestContext): Promise<ApiResponse> {
  const search = resolveSearch(context, context.module, searchCheck.read(context.body));
  const { total, warnings } = await context.services.records.find(context.actor, {
    ...findInputOf(context.module.name, search, { pageNumber: 0, pageSize: 1, offset: 0 }),
  });
  return { body: withWarnings({ success: true, total }, warnings) };
}

/** Runs a search and returns a page of a module's records, or of their ids. */
export async function runSearch(context: RequestContext, module: CompiledModule, sent: SearchParameters): Promise<ApiResponse> {
  const search = resolveSearch(context, module, sent);
  const page = readPagination(search, module.pageSize);
  const input = findInputOf(module.name, search, page);
  if (search.idsOnly === true) {
    const { ids, total, warnings } = await context.services.records.findIds(context.actor, input);
    return { body: withWarnings({ data: ids, total, pageNumber: page.pageNumber, pageSize: page.pageSize }, warnings) };
  }
  return toPageResponse(await context.services.records.find(context.actor, input), page, search.totalLimit !== undefined);
}

/** Builds the response of a page; records that are already serialized as JSON are not serialized again. */
export function toPageResponse(found: FindResult, page: Pagination, saysExact: boolean): ApiResponse {
  const body = pageBody(found, page, saysExact);
  if (found.json === undefined) return { body };
  const rest = JSON.stringify({ ...body, data: undefined });
  return { body, json: `{"data":${found.json()},${rest.slice(1)}` };
}

/** `{ data, total, pageNumber, pageSize }`, with `totalIsExact` when the search limits counting. */
export function pageBody(found: FindResult, page: Pagination, saysExact: boolean): object {
  const body = { data: found.data, total: found.total, pageNumber: page.pageNumber, pageSize: page.pageSize };
  return withWarnings(saysExact ? { ...body, totalIsExact: found.totalIsExact } : body, found.warnings);
}

function readPopulate(context: ModuleRequestContext): readonly string[] | true | undefined {
  const { populate } = context.query;
  if (populate === undefined) return undefined;
  return populateOf(resolveSearch(context, context.module, searchQueryCheck.readQuery({ populate })).populate);
}

const TAKEN = new Set(Object.keys(SEARCH_SCHEMA.properties).filter((name) => !(IGNORED as readonly string[]).includes(name)));

/**
 * Reads the body of search-for-one: a search, and fields of the module with their required values, where null matches
 * empty fields: `{ kind: 'hourly', partner: null }`. With a list, the field must contain every value of the
 * list. A value of a field in `narrowedBy` also matches records without one, which come last.
 */
function readSearchForOne(context: ModuleRequestContext): SearchParameters {
  const { body } = context;
  const names = Object.keys(body).filter((name) => isFieldAlone(context, name));
  if (names.length === 0) return searchCheck.read(body);
  const search = searchCheck.read(Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))));
  const narrowing = (context.module.definition.narrowedBy ?? []).filter((name) => names.includes(name) && isNarrow(body[name]));
  const terms = names.flatMap((name) => (narrowing.includes(name) ? [ofValueOrAll(name, body[name])] : termsOf(name, body[name] ?? null)));
  return {
    ...search,
    ...(search.sortField === undefined ? narrowestFirst(narrowing) : {}),
    searchTerms: { and: search.searchTerms === undefined ? terms : [search.searchTerms, ...terms] },
  };
}

/** A search parameter takes precedence over a field of the same name. A name in `IGNORED` is a field when the module has such a field. */
function isFieldAlone({ module, snapshot }: ModuleRequestContext, name: string): boolean {
  return (module.fields.has(name) || snapshot.aliases.part(module.name, name)?.kind === 'field') && !TAKEN.has(name);
}

function isNarrow(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function ofValueOrAll(name: string, value: JsonValue | undefined): JsonObject {
  return { or: [{ [name]: { equals: value ?? null } }, { [name]: { exists: false } }] };
}

/** Records with a value of these fields before those without one: missing values are last in any order. */
function narrowestFirst([first, ...others]: readonly string[]): Pick<SearchParameters, 'sortField' | 'sortOrder' | 'thenBy'> {
  if (first === undefined) return {};
  const thenBy = [...others, '_id'].map((sortField) => ({ sortField, sortOrder: 'asc' as const }));
  return { sortField: first, sortOrder: 'asc', thenBy };
}

function termsOf(name: string, value: JsonValue): readonly JsonObject[] {
  if (Array.isArray(value) && value.length > 0) return value.map((one: JsonValue) => ({ [name]: { equals: one } }));
  return [{ [name]: { equals: Array.isArray(value) ? null : value } }];
}
