import type { JsonObject } from '#engine/model/values';
import type { CompiledModule } from '#engine/model/compiled';
import type { FinderDefinition } from '#engine/model/definitions';
import type { ErrorRow } from '../../errors/index.ts';
import { listFinderBodyParameters } from '../module-endpoints/module-directory.ts';
import { getWithRelationships } from '../module-endpoints/operations/read.ts';
import { PAGE_QUERY_SCHEMA, RECORD_QUERY_SCHEMA } from '../module-endpoints/operations/run-finder.ts';
import type { ResponseKind, BodyKind, ModuleEndpoint } from '../module-endpoints/route-table.ts';
import { EXPORT_SCHEMA } from '../request/export-input.ts';
import { BULK_SCHEMA } from '../module-endpoints/operations/bulk.ts';
import { IMPORT_QUERY_SCHEMA } from '../request/import-input.ts';
import { IDS } from '../request/request-body-schemas.ts';
import { RELATIONSHIPS_SCHEMA, SEARCH_SCHEMA } from '../request/search-input.ts';
import { withModule, buildErrorResponses } from './components.ts';
import { IMPORT_CONTENT } from './import-paths.ts';
import {
  EXPORT_FILE,
  json,
  parameter,
  pathParametersOf,
  publicSchema,
  queryParametersOf,
  reference,
  toTemplate,
  object,
  plain,
} from './schema-parts.ts';

/** Names of the schemas that a module's endpoints refer to. */
export interface SchemaNames {
  readonly record: string;
  readonly create: string;
  readonly changes: string;
  readonly page: string;
  readonly search: string;
  readonly searchForOne: string;
  readonly group: string;
  readonly figures: string;
  readonly related: string;
  readonly relatedPage: string;
}

export const GENERIC_NAMES: SchemaNames = schemaNames('any');

export function schemaNames(module: string): SchemaNames {
  return {
    record: `${module}.record`,
    create: `${module}.create`,
    changes: `${module}.update`,
    page: `${module}.page`,
    search: `${module}.search`,
    searchForOne: `${module}.searchOne`,
    group: `${module}.group`,
    figures: `${module}.figures`,
    related: `${module}.related`,
    relatedPage: `${module}.relatedPage`,
  };
}

/** Converts a row of the route table to an OpenAPI operation; `errors` are those of plugins with hooks on the module's saves. */
export function describeEndpoint(
  row: ModuleEndpoint,
  tag: string,
  names: SchemaNames,
  isGeneric: boolean,
  errors: { readonly [code: string]: ErrorRow } = {},
): JsonObject {
  const body = bodyOf(row, names, isGeneric);
  const parameters = [
    ...pathParametersOf(toTemplate(row.path)),
    ...(isGeneric && body === undefined ? [MODULE] : []),
    ...queryParameters(row),
    ...(row.method === 'GET' ? [] : writeParameters(row)),
  ];
  return {
    summary: row.summary,
    tags: [tag],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: isGeneric || !OPTIONAL_BODIES.has(row.body), content: json(body) } }),
    ...(row.body === 'import' ? { requestBody: { required: true, content: IMPORT_CONTENT } } : {}),
    responses: {
      ...describeSuccess(row.response, names),
      ...buildErrorResponses(isSave(row) ? errors : {}),
    },
  };
}

/** The success of an endpoint: 201 for a new record. */
function describeSuccess(response: ResponseKind, names: SchemaNames): JsonObject {
  if (response === 'file') return { 200: { description: 'A file, sent while it is written.', content: EXPORT_FILE } };
  if (response === 'import') return { 202: { description: 'Started: a job saves the records.', content: json(reference('Import')) } };
  const done: JsonObject = { description: 'Done.', content: json(responseOf(response, names)) };
  if (response === 'upserted') return { 200: { ...done, description: 'Changed.' }, 201: { ...done, description: 'Created.' } };
  return { [response === 'created' ? '201' : '200']: done };
}

/** The row for a module whose records are created or changed by the value of a field. */
export function asUpsert(row: ModuleEndpoint): ModuleEndpoint {
  return row.response === 'created'
    ? { ...row, response: 'upserted', summary: 'Create a record, or change the one with the same key' }
    : row;
}

/** Kinds of bodies without a required property. */
const OPTIONAL_BODIES: ReadonlySet<BodyKind> = new Set<BodyKind>(['relationships', 'export']);

const { searchTerms, populate } = RELATIONSHIPS_SCHEMA.properties;
const RELATIONSHIPS: JsonObject = { type: 'object', properties: { searchTerms, populate } };

function isSave({ response }: ModuleEndpoint): boolean {
  return ['created', 'upserted', 'updated', 'bulk-save', 'bulk-update', 'bulk-delete', 'bulk-restore'].includes(response);
}

const MODULE: JsonObject = { name: 'module', in: 'query', required: true, schema: { type: 'string' }, description: 'Name of the module.' };

function queryParameters(row: ModuleEndpoint): readonly JsonObject[] {
  if (row.response === 'record' && row.method === 'GET' && row.path === '/:id') return [parameter('Populate')];
  if (row.method === 'GET' && row.handler === getWithRelationships) return queryParametersOf({ properties: { searchTerms, populate } });
  if (row.method === 'GET' && row.response === 'file') return queryParametersOf(EXPORT_SCHEMA);
  return row.method === 'GET' && row.response === 'page' ? queryParametersOf(SEARCH_SCHEMA) : [];
}

/** The endpoints of a module do not name it. */
function withoutModule({ properties: { module: _module, ...properties } }: typeof IMPORT_QUERY_SCHEMA): { readonly properties: object } {
  return { properties };
}

function writeParameters(row: ModuleEndpoint): readonly JsonObject[] {
  if (['created', 'upserted', 'updated', 'bulk-save'].includes(row.response))
    return [parameter('IdempotencyKey'), parameter('BatchId'), parameter('Duplicates')];
  if (row.response === 'import') return [parameter('IdempotencyKey'), ...queryParametersOf(withoutModule(IMPORT_QUERY_SCHEMA))];
  if (row.path.includes('/delete-forever/')) return [parameter('IdempotencyKey'), parameter('BatchId'), parameter('Dependents')];
  return ['bulk-update', 'bulk-delete', 'bulk-restore'].includes(row.response) ? [parameter('IdempotencyKey'), parameter('BatchId')] : [];
}

function bodyOf({ body: shape, path }: ModuleEndpoint, names: SchemaNames, isGeneric: boolean): JsonObject | undefined {
  if (shape === 'none' || shape === 'import') return undefined;
  // Without an id in the path, the body must contain it.
  const changes = path.includes(':id') ? reference(names.changes) : { allOf: [reference(names.changes)], required: ['_id'] };
  if (!isGeneric) return shape === 'changes' ? changes : plainBody(shape, names);
  if (shape === 'record') return withModule({ type: 'object', required: ['fields'], properties: { fields: reference(names.create) } });
  if (shape === 'changes') return withModule({ type: 'object', required: ['fields'], properties: { fields: changes } });
  const named = {
    search: 'SearchRequest',
    'one-search': 'SearchOneRequest',
    group: 'GroupRequest',
    figures: 'FiguresRequest',
    related: 'RelatedRequest',
    ids: 'IdsRequest',
    favorite: 'Favorite',
    fields: undefined,
    'ids-fields': undefined,
    relationships: undefined,
    export: undefined,
    bulk: undefined,
  }[shape];
  return named === undefined ? withModule(plainBody(shape, names)) : reference(`Generic${named}`);
}

function plainBody(shape: Exclude<BodyKind, 'none' | 'changes' | 'import'>, names: SchemaNames): JsonObject {
  const fields: JsonObject = { fields: reference(names.changes) };
  if (shape === 'record') return reference(names.create);
  if (shape === 'fields')
    return { type: 'object', required: ['fields'], properties: { ...fields, _version: { type: 'integer', minimum: 1 } } };
  if (shape === 'relationships') return RELATIONSHIPS;
  if (shape === 'bulk') return publicSchema(BULK_SCHEMA);
  if (shape === 'export') return publicSchema(EXPORT_SCHEMA);
  if (shape === 'ids-fields') return { type: 'object', required: ['ids', 'fields'], properties: { ids: IDS, ...fields } };
  return reference(
    {
      search: names.search,
      'one-search': names.searchForOne,
      group: names.group,
      figures: names.figures,
      related: names.related,
      ids: 'IdsRequest',
      favorite: 'Favorite',
    }[shape],
  );
}

function responseOf(shape: Exclude<ResponseKind, 'file' | 'import'>, names: SchemaNames): JsonObject {
  if (shape === 'record' || shape === 'created' || shape === 'upserted' || shape === 'updated') return reference(names.record);
  if (shape === 'page') return reference(names.page);
  if (shape === 'related') return reference(names.relatedPage);
  return reference(
    {
      'bulk-save': 'BulkSaveResponse',
      'bulk-update': 'BulkUpdateResponse',
      'bulk-delete': 'BulkDeleteResponse',
      'bulk-restore': 'BulkRestoreResponse',
      groups: 'GroupResponse',
      figures: 'FiguresResponse',
      dependents: 'DependentsResponse',
      favorite: 'Favorite',
      count: 'CountResponse',
    }[shape],
  );
}

/** Converts a finder of a module to an OpenAPI operation. */
export function describeFinder(finder: FinderDefinition, module: CompiledModule, names: SchemaNames): JsonObject {
  if (finder.relation !== undefined) return describeOthers(finder, finder.relation, module);
  const parameters = [
    ...pathParametersOf(toTemplate(finder.path)),
    ...(finder.result === 'deletion'
      ? [parameter('IdempotencyKey'), parameter('BatchId')]
      : finder.usesBody === true
        ? []
        : queryOf(finder)),
  ];
  return {
    summary: finder.summary,
    tags: [module.name],
    ...(finder.nextNumberOf === undefined ? {} : { description: 'The number is not reserved: another request may use it first.' }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(finder.usesBody === true ? { requestBody: { required: true, content: json(finderBodyOf(finder, module)) } } : {}),
    responses: { 200: { description: 'Done.', content: json(finderResponseOf(finder, module, names)) }, ...buildErrorResponses({}) },
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
function finderBodyOf(finder: FinderDefinition, module: CompiledModule): JsonObject {
  const terms = listFinderBodyParameters(finder, module).map(
    ({ name, many }) => [name, many ? { type: 'array', items: {}, minItems: 1 } : {}] as const,
  );
  const about =
    finder.result === 'deletion' ? {} : plain(finder.result === 'record' ? RECORD_QUERY_SCHEMA : PAGE_QUERY_SCHEMA)['properties'];
  return { ...object(Object.fromEntries(terms)), properties: { ...Object.fromEntries(terms), ...(about as JsonObject) } };
}

function finderResponseOf({ nextNumberOf, result }: FinderDefinition, module: CompiledModule, names: SchemaNames): JsonObject {
  if (nextNumberOf !== undefined)
    return object({ [nextNumberOf]: { type: 'integer', title: module.fields.get(nextNumberOf)?.label ?? nextNumberOf } });
  return reference(result === 'deletion' ? 'BulkDeleteResponse' : result === 'record' ? names.record : names.page);
}
