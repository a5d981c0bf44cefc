import type { JsonObject } from '#engine/model';
import type { ErrorRow } from '../../errors/index.ts';
import { withModule } from './components.ts';
import { refusalsWith } from './refusals.ts';
import type { AnswerShape, BodyShape, CommonCall } from '../module-calls/route-table.ts';
import { IDS } from '../request/named-bodies.ts';
import { SEARCH_SCHEMA } from '../request/search-input.ts';

/** Names of the schemas that a module's calls refer to. */
export interface SchemaNames {
  readonly record: string;
  readonly create: string;
  readonly changes: string;
  readonly page: string;
  readonly search: string;
  readonly group: string;
  readonly related: string;
  readonly relatedPage: string;
}

export const GENERIC_NAMES: SchemaNames = schemaNames('any');

export function schemaNames(module: string): SchemaNames {
  return { record: `${module}.record`, create: `${module}.create`, changes: `${module}.changes`, page: `${module}.page`, search: `${module}.search`, group: `${module}.group`, related: `${module}.related`, relatedPage: `${module}.relatedPage` };
}

/** A row of the route table as an OpenAPI operation; `errors` are those of plugins that look at the module's saves. */
export function describeCall(row: CommonCall, tag: string, names: SchemaNames, isGeneric: boolean, errors: { readonly [code: string]: ErrorRow } = {}): JsonObject {
  const body = bodyOf(row, names, isGeneric);
  const parameters = [...pathParameters(row), ...(isGeneric && body === undefined ? [MODULE] : []), ...queryParameters(row), ...(row.method === 'GET' ? [] : writeParameters(row))];
  return {
    summary: row.summary,
    tags: [tag],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: { [row.answer === 'created' ? '201' : '200']: { description: 'Done.', content: json(answerOf(row.answer, names)) }, ...refusalsWith(isSave(row) ? errors : {}) },
  };
}

function isSave({ answer }: CommonCall): boolean {
  return ['created', 'updated', 'bulk-update', 'bulk-delete', 'bulk-restore'].includes(answer);
}

/** A schema as the content of a body. */
export function json(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}

const MODULE: JsonObject = { name: 'module', in: 'query', required: true, schema: { type: 'string' }, description: 'Name of the module.' };

function pathParameters(row: CommonCall): readonly JsonObject[] {
  return [...row.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function queryParameters(row: CommonCall): readonly JsonObject[] {
  if (row.answer === 'record' && row.method === 'GET' && row.path === '/:id') return [parameter('Populate')];
  if (row.method !== 'GET' || row.answer !== 'page') return [];
  const { pageNumber, pageSize, sortField, sortOrder, search, totalLimit, idsOnly } = SEARCH_SCHEMA.properties;
  const searchTerms = { type: 'string', description: 'A filter, as JSON.' };
  const own = Object.entries({ pageNumber, pageSize, sortField, sortOrder, search, totalLimit, idsOnly, searchTerms }).map(([name, schema]): JsonObject => ({ name, in: 'query', required: false, schema }));
  return [...own, parameter('Fields'), parameter('Populate')];
}

function writeParameters(row: CommonCall): readonly JsonObject[] {
  if (['created', 'updated'].includes(row.answer)) return [parameter('IdempotencyKey'), parameter('BatchId'), parameter('Duplicates')];
  if (row.path.startsWith('/delete-forever')) return [parameter('IdempotencyKey'), parameter('BatchId'), parameter('Dependents')];
  return ['bulk-update', 'bulk-delete', 'bulk-restore'].includes(row.answer) ? [parameter('IdempotencyKey'), parameter('BatchId')] : [];
}

/** A parameter that many calls share. */
export function parameter(name: string): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}

function bodyOf({ body: shape, path }: CommonCall, names: SchemaNames, isGeneric: boolean): JsonObject | undefined {
  if (shape === 'none') return undefined;
  // Where the path has no id, the changes name it.
  const changes = path.includes(':id') ? schema(names.changes) : { allOf: [schema(names.changes)], required: ['_id'] };
  if (!isGeneric) return shape === 'changes' ? changes : plainBody(shape, names);
  if (shape === 'record') return withModule({ type: 'object', required: ['fields'], properties: { fields: schema(names.create) } });
  if (shape === 'changes') return withModule({ type: 'object', required: ['fields'], properties: { fields: changes } });
  const named = { search: 'Search', group: 'Group', related: 'Related', ids: 'Ids', favorite: 'Favorite', fields: undefined, 'ids-fields': undefined }[shape];
  return named === undefined ? withModule(plainBody(shape, names)) : schema(`${named}OfModule`);
}

function plainBody(shape: Exclude<BodyShape, 'none' | 'changes'>, names: SchemaNames): JsonObject {
  const fields: JsonObject = { fields: schema(names.changes) };
  if (shape === 'record') return schema(names.create);
  if (shape === 'fields') return { type: 'object', required: ['fields'], properties: { ...fields, _version: { type: 'integer', minimum: 1 } } };
  if (shape === 'ids-fields') return { type: 'object', required: ['ids', 'fields'], properties: { ids: IDS, ...fields } };
  return schema({ search: names.search, group: names.group, related: names.related, ids: 'Ids', favorite: 'Favorite' }[shape]);
}

function answerOf(shape: AnswerShape, names: SchemaNames): JsonObject {
  if (shape === 'record' || shape === 'created' || shape === 'updated') return schema(names.record);
  if (shape === 'page') return schema(names.page);
  if (shape === 'related') return schema(names.relatedPage);
  return schema({ 'bulk-update': 'BulkUpdate', 'bulk-delete': 'BulkDelete', 'bulk-restore': 'BulkRestore', groups: 'Groups', dependents: 'Dependents', favorite: 'Favorite', count: 'Count' }[shape]);
}

function schema(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
