import type { HTTPMethods } from 'fastify';
import type { ModuleOperation } from './module-call.ts';
import { deleteForever, deleteRecord, deleteRecords, listDependents, restoreRecords } from './operations/delete.ts';
import { groupRecords } from './operations/group.ts';
import { checkAggregate, getRecord, getWithRelationships, listRecords, searchForOne, searchRecords, searchWithPopulate } from './operations/read.ts';
import { listRelated } from './operations/related.ts';
import { createRecord, setFavorite, updateByBody, updateCertainFields, updateManyRecords, updateRecord } from './operations/write.ts';

/** What a call takes in its body and answers, for the OpenAPI document. */
export type BodyShape = 'none' | 'record' | 'changes' | 'fields' | 'ids' | 'ids-fields' | 'search' | 'group' | 'related' | 'favorite';
export type AnswerShape = 'record' | 'page' | 'created' | 'updated' | 'bulk-update' | 'bulk-delete' | 'bulk-restore' | 'groups' | 'dependents' | 'favorite' | 'count' | 'related';

/** A common call: every module has it under its own path. */
export interface CommonCall {
  readonly method: HTTPMethods;
  /** Below the module's base; `:id` is the record's id. */
  readonly path: string;
  readonly run: ModuleOperation;
  readonly body: BodyShape;
  readonly answer: AnswerShape;
  readonly summary: string;
  /** Also under `/api/generic-modules`, where another path is given if it differs. */
  readonly generic: boolean | string;
}

/** The one route table: each row is served under every module's path, and under `/api/generic-modules`. */
export const COMMON_CALLS: readonly CommonCall[] = [
  row('GET', '', listRecords, 'none', 'page', 'List records', true),
  row('GET', '/list', listRecords, 'none', 'page', 'List records', true),
  row('GET', '/:id', getRecord, 'none', 'record', 'Read a record', true),
  row('GET', '/:id/dependents', listDependents, 'none', 'dependents', 'What refers to a record', true),
  row('GET', '/with-relationships/:id', getWithRelationships, 'none', 'record', 'Read a record with its relates', true),
  row('POST', '', createRecord, 'record', 'created', 'Create a record', true),
  row('POST', '/create', createRecord, 'record', 'created', 'Create a record', true),
  row('POST', '/with-relationships/:id', getWithRelationships, 'none', 'record', 'Read a record with its relates', true),
  row('POST', '/search', searchRecords, 'search', 'page', 'Search', true),
  row('POST', '/dataSourceSearch', searchRecords, 'search', 'page', 'Search', true),
  row('POST', '/normal-search', searchRecords, 'search', 'page', 'Search', true),
  row('POST', '/basic-search', searchRecords, 'search', 'page', 'Search', true),
  row('POST', '/smart-search', searchRecords, 'search', 'page', 'Search by words, best first', true),
  row('POST', '/search-for-one', searchForOne, 'search', 'record', 'The first record that matches', true),
  row('POST', '/group', groupRecords, 'group', 'groups', 'Figures by field or time', true),
  row('POST', '/related/:id', listRelated, 'related', 'related', 'Records at the other end of a relation', true),
  row('PUT', '/update', updateByBody, 'changes', 'updated', 'Change a record; its id is in the body', true),
  row('PUT', '/:id', updateRecord, 'changes', 'updated', 'Change a record', true),
  row('PUT', '/update-certain-fields/:id', updateCertainFields, 'fields', 'updated', 'Change some fields of a record', true),
  row('PUT', '/update-certain-fields-array', updateManyRecords, 'ids-fields', 'bulk-update', 'Change the same fields of many records', true),
  row('POST', '/update-certain-fields-array', updateManyRecords, 'ids-fields', 'bulk-update', 'Change the same fields of many records', true),
  row('PUT', '/mark-deleted/:id', deleteRecord, 'none', 'bulk-delete', 'Mark a record deleted', true),
  row('DELETE', '/mark-deleted/:id', deleteRecord, 'none', 'bulk-delete', 'Mark a record deleted', true),
  row('DELETE', '/:id', deleteRecord, 'none', 'bulk-delete', 'Mark a record deleted', true),
  row('PUT', '/mark-as-deleted/by-array', deleteRecords, 'ids', 'bulk-delete', 'Mark records deleted', '/custom/mark-deleted/by-array'),
  row('PUT', '/restore/by-array', restoreRecords, 'ids', 'bulk-restore', 'Take the deletion mark away', true),
  row('PUT', '/delete-forever/by-array', deleteForever, 'ids', 'bulk-delete', 'Remove for good what is marked deleted', '/custom/delete-forever/by-array'),
  row('PUT', '/favorite/:id', setFavorite, 'favorite', 'favorite', 'Mark or unmark a favourite', true),
  row('POST', '/favorite/:id', setFavorite, 'favorite', 'favorite', 'Mark or unmark a favourite', true),
];

/** Calls that only `/api/generic-modules` has. */
export const GENERIC_CALLS: readonly CommonCall[] = [
  row('POST', '/by-id/:id', getRecord, 'none', 'record', 'Read a record', true),
  row('POST', '/smart-search-updated', searchRecords, 'search', 'page', 'Search by words, best first', true),
  row('POST', '/filtered-smart-search', searchRecords, 'search', 'page', 'Search by words within a filter', true),
  row('POST', '/smart-search-with-populate', searchWithPopulate, 'search', 'page', 'Search by words, relates populated', true),
  row('POST', '/report-search-aggregate-check', checkAggregate, 'search', 'count', 'How many records a report would read', true),
];

function row(method: HTTPMethods, path: string, run: ModuleOperation, body: BodyShape, answer: AnswerShape, summary: string, generic: boolean | string): CommonCall {
  return { method, path, run, body, answer, summary, generic };
}
