import type { CompiledModule, JsonObject, FinderDefinition } from '#engine/model';
import { listFinderBodyParameters } from '../module-endpoints/finder-body.ts';
import { PAGE_QUERY_SCHEMA, RECORD_QUERY_SCHEMA } from '../module-endpoints/operations/run-finder.ts';
import { schemaNames, type SchemaNames } from './describe-endpoint.ts';
import { buildErrorResponses } from './error-responses.ts';
import { json, object, parameter, pathParametersOf, plain, queryParametersOf, reference, toTemplate } from './schema-parts.ts';

/** Converts a finder of a module to an OpenAPI operation. */
export function describeFinder(lookup: FinderDefinition, module: CompiledModule, names: SchemaNames): JsonObject {
  if (lookup.relation !== undefined) return describeOthers(lookup, lookup.relation, module);
  const parameters = [
    ...pathParametersOf(toTemplate(lookup.path)),
    ...(lookup.result === 'deletion'
      ? [parameter('IdempotencyKey'), parameter('BatchId')]
      : lookup.usesBody === true
        ? []
        : queryOf(lookup)),
  ];
  return {
    summary: lookup.summary,
    tags: [module.name],
    ...(lookup.nextNumberOf === undefined ? {} : { description: 'The number is not reserved: another request may use it first.' }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(lookup.usesBody === true ? { requestBody: { required: true, content: json(bodyOf(lookup, module)) } } : {}),
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

function queryOf({ nextNumberOf, result }: FinderDefinition): readonly JsonObject[] {
  if (nextNumberOf !== undefined) return [];
  return queryParametersOf(result === 'record' ? RECORD_QUERY_SCHEMA : PAGE_QUERY_SCHEMA);
}

/** Returns the schema of the body: the values of the terms and the page options. */
function bodyOf(lookup: FinderDefinition, module: CompiledModule): JsonObject {
  const terms = listFinderBodyParameters(lookup, module).map(
    ({ name, many }) => [name, many ? { type: 'array', items: {}, minItems: 1 } : {}] as const,
  );
  const about =
    lookup.result === 'deletion' ? {} : plain(lookup.result === 'record' ? RECORD_QUERY_SCHEMA : PAGE_QUERY_SCHEMA)['properties'];
  return { ...object(Object.fromEntries(terms)), properties: { ...Object.fromEntries(terms), ...(about as JsonObject) } };
}

function answerOf({ nextNumberOf, result }: FinderDefinition, module: CompiledModule, names: SchemaNames): JsonObject {
  if (nextNumberOf !== undefined)
    return object({ [nextNumberOf]: { type: 'integer', title: module.fields.get(nextNumberOf)?.label ?? nextNumberOf } });
  return reference(result === 'deletion' ? 'BulkDelete' : result === 'record' ? names.record : names.page);
}
