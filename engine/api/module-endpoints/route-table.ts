import type { HTTPMethods } from 'fastify';
import type { ModuleOperation } from './module-directory.ts';
import { MAX_EXPORT_BYTES } from '../request/export-input.ts';
import { MAX_BULK_BYTES, saveInBulk } from './operations/bulk.ts';
import { deleteForever, deleteRecord, deleteRecords, listDependents, restoreRecords } from './operations/delete.ts';
import { exportRecords } from './operations/export.ts';
import { sendFigures } from './operations/figures.ts';
import { groupRecords } from './operations/group.ts';
import { importRecords } from './operations/import.ts';
import {
  checkAggregate,
  getByIds,
  getRecord,
  getWithRelationships,
  listRecords,
  searchForOne,
  searchRecords,
  searchWithPopulate,
} from './operations/read.ts';
import { listRelated } from './operations/related.ts';
import { createRecord, setFavorite, updateByBody, updateCertainFields, updateManyRecords, updateRecord } from './operations/write.ts';

/** Kinds of request and response bodies of an endpoint, for the OpenAPI document. */
export type BodyKind =
  | 'none'
  | 'record'
  | 'changes'
  | 'fields'
  | 'ids'
  | 'ids-fields'
  | 'search'
  | 'one-search'
  | 'group'
  | 'figures'
  | 'export'
  | 'bulk'
  // A file, which the handler reads as a stream.
  | 'import'
  | 'related'
  | 'relationships'
  | 'favorite';
export type ResponseKind =
  | 'record'
  | 'page'
  | 'created'
  // Created, or updated: POST to a module with an `upsertField`.
  | 'upserted'
  | 'updated'
  | 'bulk-update'
  | 'bulk-save'
  | 'import'
  | 'bulk-delete'
  | 'bulk-restore'
  | 'groups'
  | 'figures'
  | 'file'
  | 'dependents'
  | 'favorite'
  | 'count'
  | 'related';

/** A common endpoint: every module has it under its own path. */
export interface ModuleEndpoint {
  readonly method: HTTPMethods;
  /** Path below the module's base; `:id` is the record's id. */
  readonly path: string;
  readonly handler: ModuleOperation;
  readonly body: BodyKind;
  readonly response: ResponseKind;
  readonly summary: string;
  /** Method and path, as in the table, of the endpoint that does the same: one that clients should prefer. Absent: there is none. */
  readonly aliasOf?: string;
  /** Maximum size of the body in bytes; absent: that of other endpoints. */
  readonly bodyLimit?: number;
}

/** The route table: each row is served under every module's path, and under `/api/generic-modules`. */
export const MODULE_ENDPOINTS: readonly ModuleEndpoint[] = [
  row('GET', '', listRecords, 'none', 'page', 'List records'),
  row('GET', '/list', listRecords, 'none', 'page', 'List records', 'GET '),
  row('GET', '/export', exportRecords, 'none', 'file', 'Export records as CSV, NDJSON or XLSX'),
  {
    ...row('POST', '/export', exportRecords, 'export', 'file', 'Export records as CSV, NDJSON or XLSX', 'GET /export'),
    bodyLimit: MAX_EXPORT_BYTES,
  },
  row('GET', '/:id', getRecord, 'none', 'record', 'Read a record'),
  row('GET', '/:id/dependents', listDependents, 'none', 'dependents', 'Records that refer to a record, counted by relation'),
  row('GET', '/with-relationships/:id', getWithRelationships, 'none', 'record', 'Read a record with its relates and related records'),
  row('POST', '', createRecord, 'record', 'created', 'Create a record'),
  row('POST', '/create', createRecord, 'record', 'created', 'Create a record', 'POST '),
  row(
    'POST',
    '/with-relationships/:id',
    getWithRelationships,
    'relationships',
    'record',
    'Read a record with its relates and related records',
    'GET /with-relationships/:id',
  ),
  row('POST', '/search', searchRecords, 'search', 'page', 'Search by a filter, by words, or both'),
  row('POST', '/dataSourceSearch', searchRecords, 'search', 'page', 'Search', 'POST /search'),
  row('POST', '/normal-search', searchRecords, 'search', 'page', 'Search', 'POST /search'),
  row('POST', '/paged-search', searchRecords, 'search', 'page', 'Search', 'POST /search'),
  row('POST', '/pagedSearch', searchRecords, 'search', 'page', 'Search', 'POST /search'),
  row('POST', '/advancedSearch', searchRecords, 'search', 'page', 'Search', 'POST /search'),
  row('POST', '/search-with-limit-and-sort', searchRecords, 'search', 'page', 'Search', 'POST /search'),
  row('POST', '/searchWithPopulates', searchWithPopulate, 'search', 'page', 'Search, relates populated'),
  row('POST', '/basic-search', searchRecords, 'search', 'page', 'Search', 'POST /search'),
  row('POST', '/smart-search', searchRecords, 'search', 'page', 'Full-text search, best matches first', 'POST /search'),
  row('POST', '/search-for-one', searchForOne, 'one-search', 'record', 'The first record that matches'),
  row('POST', '/group', groupRecords, 'group', 'groups', 'Aggregate by fields or time buckets'),
  row('POST', '/figures', sendFigures, 'figures', 'figures', 'Figures of groups with their labels, filters, shares and totals'),
  row('POST', '/related/:id', listRelated, 'related', 'related', 'Records at the other end of a relation'),
  {
    ...row('POST', '/bulk', saveInBulk, 'bulk', 'bulk-save', 'Create and change many records by a key, in one batch'),
    bodyLimit: MAX_BULK_BYTES,
  },
  row('POST', '/import', importRecords, 'import', 'import', 'Import records from a CSV, NDJSON or XLSX file, by a job'),
  row('PUT', '/update', updateByBody, 'changes', 'updated', 'Change a record; its id is in the body', 'PUT /:id'),
  row('PUT', '/:id', updateRecord, 'changes', 'updated', 'Change a record'),
  row('PUT', '/update-certain-fields/:id', updateCertainFields, 'fields', 'updated', 'Change some fields of a record', 'PUT /:id'),
  row('PUT', '/update-certain-fields-array', updateManyRecords, 'ids-fields', 'bulk-update', 'Change the same fields of many records'),
  row(
    'POST',
    '/update-certain-fields-array',
    updateManyRecords,
    'ids-fields',
    'bulk-update',
    'Change the same fields of many records',
    'PUT /update-certain-fields-array',
  ),
  row('PUT', '/mark-deleted/:id', deleteRecord, 'none', 'bulk-delete', 'Mark a record deleted', 'DELETE /:id'),
  row('DELETE', '/mark-deleted/:id', deleteRecord, 'none', 'bulk-delete', 'Mark a record deleted', 'DELETE /:id'),
  row('DELETE', '/:id', deleteRecord, 'none', 'bulk-delete', 'Mark a record deleted'),
  row('PUT', '/mark-as-deleted/by-array', deleteRecords, 'ids', 'bulk-delete', 'Mark records deleted'),
  row('PUT', '/custom/mark-deleted/by-array', deleteRecords, 'ids', 'bulk-delete', 'Mark records deleted', 'PUT /mark-as-deleted/by-array'),
  row('POST', '/get-by-ids', getByIds, 'ids', 'page', 'Read records by their ids'),
  row('POST', '/delete-by-array', deleteRecords, 'ids', 'bulk-delete', 'Mark records deleted', 'PUT /mark-as-deleted/by-array'),
  row('PUT', '/restore/by-array', restoreRecords, 'ids', 'bulk-restore', 'Restore records that are marked deleted'),
  row('PUT', '/delete-forever/by-array', deleteForever, 'ids', 'bulk-delete', 'Remove for good what is marked deleted'),
  row(
    'PUT',
    '/custom/delete-forever/by-array',
    deleteForever,
    'ids',
    'bulk-delete',
    'Remove for good what is marked deleted',
    'PUT /delete-forever/by-array',
  ),
  row('PUT', '/favorite/:id', setFavorite, 'favorite', 'favorite', 'Mark or unmark a favourite'),
  row('POST', '/favorite/:id', setFavorite, 'favorite', 'favorite', 'Mark or unmark a favourite', 'PUT /favorite/:id'),
];

/** Endpoints that only `/api/generic-modules` has. */
export const GENERIC_MODULE_ENDPOINTS: readonly ModuleEndpoint[] = [
  row('POST', '/by-id/:id', getRecord, 'none', 'record', 'Read a record', 'GET /:id'),
  row('POST', '/smart-search-updated', searchRecords, 'search', 'page', 'Full-text search, best matches first', 'POST /search'),
  row('POST', '/filtered-smart-search', searchRecords, 'search', 'page', 'Full-text search within a filter', 'POST /search'),
  row(
    'POST',
    '/smart-search-with-populate',
    searchWithPopulate,
    'search',
    'page',
    'Full-text search, relates populated',
    'POST /searchWithPopulates',
  ),
  row('POST', '/report-search-aggregate-check', checkAggregate, 'search', 'count', 'How many records a report would read'),
];

function row(
  method: HTTPMethods,
  path: string,
  handler: ModuleOperation,
  body: BodyKind,
  response: ResponseKind,
  summary: string,
  aliasOf?: string,
): ModuleEndpoint {
  return { method, path, handler, body, response, summary, ...(aliasOf === undefined ? {} : { aliasOf }) };
}
