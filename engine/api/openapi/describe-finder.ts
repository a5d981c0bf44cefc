import type { CompiledModule, JsonObject, FinderDefinition } from '#engine/model';
import { listFinderBodyParameters } from '../module-endpoints/finder-body.ts';
import { PAGE_QUERY_SCHEMA, RECORD_QUERY_SCHEMA } from '../module-endpoints/operations/run-finder.ts';
import { schemaNames, type SchemaNames } from './describe-endpoint.ts';
import { buildErrorResponses } from './error-responses.ts';
import { json, object, parameter, pathParametersOf, plain, queryParametersOf, reference, toTemplate } from './schema-parts.ts';

/** A look-up of a module as an OpenAPI operation. */
export function describeFinder(lookup: FinderDefinition, module: CompiledModule, names: SchemaNames): JsonObject {
  if (lookup.relation !== undefined) return describeOthers(lookup, lookup.relation, module);
  const parameters = [...pathParametersOf(toTemplate(lookup.path)), ...(lookup.answer === 'deletion' ? [parameter('IdempotencyKey'), parameter('BatchId')] : lookup.body === true ? [] : queryOf(lookup))];
  return {
    summary: lookup.summary,
    tags: [module.name],
    ...(lookup.next === undefined ? {} : { description: 'The number is not reserved: another request may use it first.' }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(lookup.body === true ? { requestBody: { required: true, content: json(bodyOf(lookup, module)) } } : {}),
    responses: { 200: { description: 'Done.', content: json(answerOf(lookup, module, names)) }, ...buildErrorResponses({}) },
  };
}

function describeOthers({ summary }: FinderDefinition, relation: string, module: CompiledModule): JsonObject {
  const { search, page } = schemaNames(module.relations.get(relation)?.modules[0] ?? '');
  return {
    summary,
    tags: [module.name],
    requestBody: { required: true, content: json(reference(search)) },
    responses: { 200: { description: 'Done.', content: json(reference(page)) }, ...buildErrorResponses({}) },
  };
}

function queryOf({ next, answer }: FinderDefinition): readonly JsonObject[] {
  if (next !== undefined) return [];
  return queryParametersOf(answer === 'record' ? RECORD_QUERY_SCHEMA : PAGE_QUERY_SCHEMA);
}

/** What the terms ask for, and what may be said of the answer. */
function bodyOf(lookup: FinderDefinition, module: CompiledModule): JsonObject {
  const terms = listFinderBodyParameters(lookup, module).map(({ name, many }) => [name, many ? { type: 'array', items: {}, minItems: 1 } : {}] as const);
  const about = lookup.answer === 'deletion' ? {} : plain(lookup.answer === 'record' ? RECORD_QUERY_SCHEMA : PAGE_QUERY_SCHEMA)['properties'];
  return { ...object(Object.fromEntries(terms)), properties: { ...Object.fromEntries(terms), ...(about as JsonObject) } };
}

function answerOf({ next, answer }: FinderDefinition, module: CompiledModule, names: SchemaNames): JsonObject {
  if (next !== undefined) return object({ [next]: { type: 'integer', title: module.fields.get(next)?.label ?? next } });
  return reference(answer === 'deletion' ? 'BulkDelete' : answer === 'record' ? names.record : names.page);
}
