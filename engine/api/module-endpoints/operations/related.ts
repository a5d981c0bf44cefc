import type { CompiledModule } from '#engine/model/compiled';
import type { ApiResponse } from '../../responses/send-response.ts';
import { parameterOf } from '../../request/request-context.ts';
import { compileCheck, type ParameterCheck } from '../../request/parameters.ts';
import { resolveFieldName, resolveSearch } from '../../request/resolve-aliases.ts';
import { populateOf, SEARCH_SCHEMA, UNUSED_PROPERTIES, sortOf, readPagination, type SearchParameters } from '../../request/search-input.ts';
import type { ModuleRequestContext } from '../module-directory.ts';
import { pageBody } from './read.ts';

type RelatedParameters = SearchParameters & { readonly relation: string };

const { searchTerms, sortField, sortOrder, pageNumber, pageSize, fields, populate, totalLimit } = SEARCH_SCHEMA.properties;

export const RELATED_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['relation'],
  properties: {
    relation: { type: 'string', minLength: 1, maxLength: 200 },
    searchTerms,
    sortField,
    sortOrder,
    pageNumber,
    pageSize,
    fields,
    populate,
    totalLimit,
    ...UNUSED_PROPERTIES,
  },
};

const relatedCheck: ParameterCheck<RelatedParameters> = compileCheck<RelatedParameters>(RELATED_SCHEMA);

/** POST related/{id}: the records at the other end of a relation; the response names their module. */
export async function listRelated(context: ModuleRequestContext): Promise<ApiResponse> {
  const sent = relatedCheck.read(context.body);
  const relation = resolveFieldName(context, context.module, sent.relation);
  const search = resolveSearch(context, otherModule(context, relation), sent);
  const page = readPagination(search, 10);
  const found = await context.services.records.related(context.actor, {
    module: context.module.name,
    id: parameterOf(context, 'id'),
    relation,
    filter: search.searchTerms,
    sort: sortOf(search),
    offset: page.offset,
    limit: page.pageSize,
    fields: search.fields,
    populate: populateOf(search.populate),
    totalLimit: search.totalLimit,
  });
  return { body: { module: found.module, ...pageBody(found, page, search.totalLimit !== undefined) } };
}

/** The module at the other end; a relation to several modules, and one that does not exist, has no aliases there. */
function otherModule({ module, snapshot }: ModuleRequestContext, name: string): CompiledModule {
  const [only, ...more] = module.relations.get(name)?.modules ?? [];
  return (more.length === 0 ? snapshot.modules.get(only ?? '') : undefined) ?? module;
}
