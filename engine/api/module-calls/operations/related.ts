import type { Answer } from '../../answers/send.ts';
import { parameterOf } from '../../request/call.ts';
import { compileCheck, type ParameterCheck } from '../../request/parameters.ts';
import { populateOf, SEARCH_SCHEMA, sortOf, windowOf, type SearchParameters } from '../../request/search-input.ts';
import type { ModuleCall } from '../module-call.ts';
import { pageBody } from './read.ts';

type RelatedParameters = SearchParameters & { readonly relation: string };

const { searchTerms, sortField, sortOrder, pageNumber, pageSize, fields, populate, totalLimit, moduleOptions, _warnings, user, sentBy, userId } = SEARCH_SCHEMA.properties;

export const RELATED_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['relation'],
  properties: {
    relation: { type: 'string', minLength: 1, maxLength: 200 },
    searchTerms, sortField, sortOrder, pageNumber, pageSize, fields, populate, totalLimit, moduleOptions, _warnings, user, sentBy, userId,
  },
};

const relatedCheck: ParameterCheck<RelatedParameters> = compileCheck<RelatedParameters>(RELATED_SCHEMA);

/** POST related/{id}: the records at the other end of a relation; the answer names their module. */
export async function listRelated(call: ModuleCall): Promise<Answer> {
  const search = relatedCheck.read(call.body);
  const page = windowOf(search, 10);
  const found = await call.services.records.related(call.actor, {
    module: call.module.name, id: parameterOf(call, 'id'), relation: search.relation,
    filter: search.searchTerms, sort: sortOf(search), offset: page.offset, limit: page.pageSize,
    fields: search.fields, populate: populateOf(search.populate), totalLimit: search.totalLimit,
  });
  return { body: { module: found.module, ...pageBody(found, page, search.totalLimit !== undefined) } };
}
