import { MusterError } from '../../../errors/index.ts';
import { withWarnings } from '../../../records/index.ts';
import { fillTerms, readPathPart, type JsonObject, type LookupDefinition, type SortDefinition } from '#engine/model';
import type { Answer } from '../../answers/send.ts';
import { rightsOf } from '../../request/call.ts';
import { compileCheck, type ParameterCheck } from '../../request/parameters.ts';
import { populateOf, SEARCH_SCHEMA, searchCheck, sortOf, windowOf, type SearchParameters } from '../../request/search-input.ts';
import { writeOptionsOf } from '../../request/write-input.ts';
import { listBodyTerms, splitBody } from '../body-terms.ts';
import type { FoundLookup } from '../find-lookup.ts';
import type { ModuleCall } from '../module-call.ts';
import { moduleNamed } from '../module-directory.ts';
import { deleted } from './delete.ts';
import { answerPage, answerSearch } from './read.ts';

const { sortField, sortOrder, thenBy, pageNumber, pageSize, fields, populate, totalLimit } = SEARCH_SCHEMA.properties;

/** What the query string of a look-up may say. */
export const PAGE_QUERY_SCHEMA = { type: 'object', additionalProperties: false, properties: { sortField, sortOrder, thenBy, pageNumber, pageSize, fields, populate, totalLimit } };
export const RECORD_QUERY_SCHEMA = { type: 'object', additionalProperties: false, properties: { fields, populate } };

const pageCheck: ParameterCheck<SearchParameters> = compileCheck<SearchParameters>(PAGE_QUERY_SCHEMA, { jsonParameters: ['thenBy'], listParameters: ['fields', 'populate'] });
const nothingCheck: ParameterCheck<object> = compileCheck<object>({ type: 'object', additionalProperties: false });
const recordCheck: ParameterCheck<SearchParameters> = compileCheck<SearchParameters>(RECORD_QUERY_SCHEMA, { listParameters: ['fields', 'populate'] });

/** What a look-up asks for, and what its asker says of the answer. */
interface Asked {
  readonly lookup: LookupDefinition;
  readonly filter: JsonObject;
  /** `undefined`: the query string says it. */
  readonly about: JsonObject | undefined;
}

/** A call that the module's definition has beside the common ones. */
export function lookUp(call: ModuleCall, { lookup, parts }: FoundLookup): Promise<Answer> {
  if (lookup.next !== undefined) return nextNumber(call, lookup.next);
  if (lookup.relation !== undefined) return searchOthers(call, lookup.relation);
  const { held, rest } = splitBody(listBodyTerms(lookup, call.module), lookup.body === true ? call.body : {});
  const asked: Asked = { lookup, filter: termsOf(call, lookup.terms, parts, held), about: lookup.body === true ? rest : undefined };
  if (lookup.answer === 'deletion') return deleteFound(call, asked);
  return lookup.answer === 'record' ? firstRecord(call, asked) : pageOfRecords(call, asked);
}

async function pageOfRecords(call: ModuleCall, { lookup, filter, about }: Asked): Promise<Answer> {
  const search = about === undefined ? pageCheck.readQuery(call.query) : pageCheck.read(about);
  const page = windowOf(search, call.module.pageSize);
  const found = await call.services.records.find(call.actor, {
    module: call.module.name, filter, sort: sortOf(search) ?? orderOf(lookup.sort),
    offset: page.offset, limit: page.pageSize, fields: search.fields, populate: populateOf(search.populate), totalLimit: search.totalLimit,
  });
  return answerPage(found, page, search.totalLimit !== undefined);
}

/** The first of the order. Errors: `record_not_found`. */
async function firstRecord(call: ModuleCall, { lookup, filter, about }: Asked): Promise<Answer> {
  const { fields: names, populate: relates } = about === undefined ? recordCheck.readQuery(call.query) : recordCheck.read(about);
  const { data: [first], warnings } = await call.services.records.find(call.actor, {
    module: call.module.name, filter, sort: orderOf(lookup.sort),
    offset: 0, limit: 1, fields: names, populate: populateOf(relates), totalLimit: 1,
  });
  if (first === undefined) throw new MusterError('record_not_found');
  return { body: withWarnings(first, warnings) };
}

/** Marks deleted what the asker sees of those that match, one batch. Errors: `too_many_ids`. */
async function deleteFound(call: ModuleCall, { filter, about = {} }: Asked): Promise<Answer> {
  nothingCheck.read(about);
  const { ids } = await call.services.records.findIds(call.actor, { module: call.module.name, filter });
  return deleted(await call.services.records.markDeleted(call.actor, { ...writeOptionsOf(call), module: call.module.name, ids }));
}

/** A search among the records that point to one of this module. Errors: `module_access_denied` for either module. */
async function searchOthers(call: ModuleCall, name: string): Promise<Answer> {
  const { module, snapshot, body } = call;
  const relation = module.relations.get(name);
  if (relation === undefined) throw new MusterError('route_not_found');
  if (!(await rightsOf(call)).module(module.name).access) throw new MusterError('module_access_denied', { values: { module: module.label } });
  const search = searchCheck.read(body);
  const pointing = { [relation.fieldName]: { exists: true } };
  return answerSearch(call, moduleNamed(snapshot, relation.modules[0] ?? ''), { ...search, searchTerms: search.searchTerms === undefined ? pointing : { and: [pointing, search.searchTerms] } });
}

async function nextNumber(call: ModuleCall, field: string): Promise<Answer> {
  return { body: { [field]: await call.services.records.nextNumber(call.actor, { module: call.module.name, field }) } };
}

function termsOf({ module }: ModuleCall, terms: object = {}, parts: { readonly [name: string]: string }, held: JsonObject): JsonObject {
  return fillTerms(terms as JsonObject, module, ({ name, field }) => held[name] ?? readPathPart(parts[name] ?? '', field));
}

function orderOf(sort: SortDefinition | undefined): readonly SortDefinition[] | undefined {
  return sort === undefined ? undefined : [sort];
}
