import type { JsonObject } from '#engine/model';
import { withModule } from './components.ts';
import type { AnswerShape, BodyShape, CommonCall } from '../module-calls/route-table.ts';
import { SEARCH_SCHEMA } from '../request/search-input.ts';

/** Names of the schemas that a module's calls refer to. */
export interface SchemaNames {
  readonly record: string;
  readonly create: string;
  readonly changes: string;
  readonly page: string;
}

export const GENERIC_NAMES: SchemaNames = schemaNames('any');

export function schemaNames(module: string): SchemaNames {
  return { record: `${module}.record`, create: `${module}.create`, changes: `${module}.changes`, page: `${module}.page` };
}

/** A row of the route table as an OpenAPI operation. */
export function describeCall(row: CommonCall, tag: string, names: SchemaNames, isGeneric: boolean): JsonObject {
  const body = bodyOf(row.body, names, isGeneric);
  const parameters = [...pathParameters(row), ...(isGeneric && body === undefined ? [MODULE] : []), ...queryParameters(row), ...(row.method === 'GET' ? [] : writeParameters(row))];
  return {
    summary: row.summary,
    tags: [tag],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: { [row.answer === 'created' ? '201' : '200']: { description: 'Done.', content: json(answerOf(row.answer, names)) }, ...REFUSALS },
  };
}

/** A schema as the content of a body. */
export function json(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}

export const REFUSALS: JsonObject = Object.fromEntries(
  Object.entries({
    400: 'BadRequest', 401: 'Unauthorized', 403: 'Forbidden', 404: 'NotFound', 409: 'Conflict', 413: 'TooLarge',
    415: 'WrongMediaType', 422: 'Invalid', 429: 'TooManyRequests', 500: 'Failed', 503: 'Unavailable',
  }).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
);

const MODULE: JsonObject = { name: 'module', in: 'query', required: true, schema: { type: 'string' }, description: 'Name of the module.' };

function pathParameters(row: CommonCall): readonly JsonObject[] {
  return [...row.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function queryParameters(row: CommonCall): readonly JsonObject[] {
  if (row.answer === 'record' && row.method === 'GET' && row.path === '/:id') return [parameter('Populate')];
  if (row.method !== 'GET' || row.answer !== 'page') return [];
  const { pageNumber, pageSize, sortField, sortOrder, search, totalLimit, idsOnly } = SEARCH_SCHEMA.properties;
  const searchTerms = { type: 'string', description: 'A filter, as JSON.' };
  return Object.entries({ pageNumber, pageSize, sortField, sortOrder, search, totalLimit, idsOnly, searchTerms }).map(([name, schema]) => ({ name, in: 'query', required: false, schema: schema }));
}

function writeParameters(row: CommonCall): readonly JsonObject[] {
  if (['created', 'updated'].includes(row.answer)) return [parameter('IdempotencyKey'), parameter('BatchId'), parameter('Duplicates')];
  if (row.path.startsWith('/delete-forever')) return [parameter('IdempotencyKey'), parameter('BatchId'), parameter('Dependents')];
  return ['bulk-update', 'bulk-delete'].includes(row.answer) ? [parameter('IdempotencyKey'), parameter('BatchId')] : [];
}

function parameter(name: string): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}

function bodyOf(shape: BodyShape, names: SchemaNames, isGeneric: boolean): JsonObject | undefined {
  if (shape === 'none') return undefined;
  if (!isGeneric) return plainBody(shape, names);
  if (shape === 'record') return withModule({ type: 'object', required: ['fields'], properties: { fields: schema(names.create) } });
  if (shape === 'changes') return withModule({ type: 'object', required: ['fields'], properties: { fields: schema(names.changes) } });
  const plain = plainBody(shape, names);
  return '$ref' in plain ? { $ref: `${plain['$ref'] as string}OfModule` } : withModule(plain);
}

function plainBody(shape: Exclude<BodyShape, 'none'>, names: SchemaNames): JsonObject {
  const fields: JsonObject = { fields: schema(names.changes) };
  if (shape === 'record') return schema(names.create);
  if (shape === 'changes') return schema(names.changes);
  if (shape === 'fields') return { type: 'object', required: ['fields'], properties: fields };
  if (shape === 'ids') return schema('Ids');
  if (shape === 'ids-fields') return { type: 'object', required: ['ids', 'fields'], properties: { ids: { type: 'array', minItems: 1, maxItems: 2_000, items: { type: 'string' } }, ...fields } };
  return schema({ search: 'Search', group: 'Group', related: 'Related', favorite: 'Favorite' }[shape]);
}


function answerOf(shape: AnswerShape, names: SchemaNames): JsonObject {
  if (shape === 'record' || shape === 'created' || shape === 'updated') return schema(names.record);
  if (shape === 'page') return schema(names.page);
  return schema({ 'bulk-update': 'BulkUpdate', 'bulk-delete': 'BulkDelete', groups: 'Groups', dependents: 'Dependents', favorite: 'Favorite', count: 'Count', related: 'RelatedPage' }[shape]);
}

function schema(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
