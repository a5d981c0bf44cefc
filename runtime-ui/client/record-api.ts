import type { JsonObject, JsonValue } from '#engine/model/values';
import type { PopulatedRelate } from '#engine/model/wire';
import type { SortDefinition } from '#engine/model/definitions';
import { callApi, callApiWithResponse, type ApiResponse } from './call-api.ts';

/** A record as the API returns it. */
export interface RecordData {
  /** Id of the record. */
  readonly _id: string;
  /** 1 after the creation, one more after each save. */
  readonly _version: number;
  readonly [field: string]: JsonValue | undefined;
}

/** A warning that did not stop a request. */
export interface Warning {
  /** For programs. */
  readonly code: string;
  /** For people: a sentence. */
  readonly text: string;
}

/**
 * The response of a save: the record as the user may see it. If the save itself makes the record invisible to the user: only `_id` and
 * `_version`.
 */
export type SavedRecord = RecordData & {
  /** What did not stop the save; absent: nothing. */
  readonly _warnings?: readonly Warning[];
};

/** A record with its relates populated by name. */
export type PopulatedRecord = { readonly _id: string; readonly _version: number } & {
  readonly [field: string]: JsonValue | PopulatedRelate | readonly PopulatedRelate[] | undefined;
};

/** What a list shows: page, order and filter. */
export interface SearchInput {
  /** 0 is the first page, which is the default. */
  readonly pageNumber?: number;
  /** 1 to 1,000; default: the module's `pageSize`. */
  readonly pageSize?: number;
  /** Name of the field; default: the module's `defaultSort`. */
  readonly sortField?: string;
  /** Default 'asc'. */
  readonly sortOrder?: 'asc' | 'desc';
  /** Further sort keys, for records that are equal by `sortField`. */
  readonly thenBy?: readonly SortDefinition[];
  /** A filter in the filter grammar; default: all records. */
  readonly searchTerms?: JsonObject;
  /** Field names; absent: all fields that the user may see. */
  readonly fields?: readonly string[];
  /** Relates to return as `{ _id, name, … }`. */
  readonly populate?: readonly string[];
  /** Counts at most this many records; the response then contains `totalIsExact`. */
  readonly totalLimit?: number;
  readonly [more: string]: unknown;
}

/** A page of a list. */
export interface PageResponse<T = RecordData> {
  /** The records of the page. */
  readonly data: readonly T[];
  /** Number of matching records on all pages. */
  readonly total: number;
  /** False: there are more than `total`. Only sent with `totalLimit`. */
  readonly totalIsExact?: boolean;
  /** Number of the page; 0 is the first one. */
  readonly pageNumber: number;
  /** Maximum number of records per page. */
  readonly pageSize: number;
  /** What did not stop the request, such as teams removed from the filter. */
  readonly _warnings?: readonly Warning[];
}

/** The response of a bulk save. */
export interface BulkResponse {
  /** Whether at least one record was saved, or none was refused. */
  readonly success: boolean;
  /** Ids of the records that were marked deleted or removed; absent: it was another action. */
  readonly deleted?: readonly string[];
  /** Ids of the records that were changed; absent: it was another action. */
  readonly updated?: readonly string[];
  /** Ids of the records that were restored; absent: it was another action. */
  readonly restored?: readonly string[];
  /** The records that were not saved, each with the reason. */
  readonly refused: readonly { readonly _id: string; readonly code: string; readonly error: string }[];
}

/** Options of a save. */
interface SaveOptions {
  /** A repeated save with the same key is executed once. */
  readonly idempotencyKey?: string;
  /** Adds the save to an earlier batch of the same user; default: a new batch. */
  readonly batchId?: string;
  /** `allow` saves even if there are duplicates. */
  readonly duplicates?: 'allow';
}

/** A write with the key of an earlier write that was executed is not executed again. */
type KeyOption = Pick<SaveOptions, 'idempotencyKey'>;

function saveOptions(body: unknown, options: SaveOptions) {
  const { duplicates, ...rest } = options;
  return { body, ...rest, query: { duplicates } };
}

/**
 * Returns a page of records; `path` is the module's, such as `/api/books`. `signal` cancels the request.
 * @throws ApiError `filter_invalid`, `sort_invalid`, `filter_too_costly`, `unknown_field`, `module_access_denied`, those of
 * `callApi`.
 */
export function searchRecords<T = RecordData>(path: string, input: SearchInput = {}, signal?: AbortSignal): Promise<PageResponse<T>> {
  return callApi<PageResponse<T>>('POST', `${path}/search`, { body: input, ...(signal ? { signal } : {}) });
}

/**
 * Returns a record; `path` is the module's, such as `/api/books`.
 * @throws ApiError `record_not_found`, also for a record that the user may not see; `module_access_denied`, those of `callApi`.
 */
export function getRecord(path: string, id: string, signal?: AbortSignal): Promise<RecordData> {
  return callApi<RecordData>('GET', `${path}/${encodeURIComponent(id)}`, signal ? { signal } : {});
}

/** A record with its relates by name. */
export function getRecordWithRelationships(path: string, id: string, signal?: AbortSignal): Promise<PopulatedRecord> {
  return callApi<PopulatedRecord>('POST', `${path}/with-relationships/${encodeURIComponent(id)}`, {
    body: { populate: true },
    ...(signal ? { signal } : {}),
  });
}

/**
 * Creates a record; `path` is the module's, such as `/api/books`. `data` of the response is the record, `batchId` is for
 * undo.
 * @throws ApiError `validation_failed` with the problems by field, `field_not_writable`, `action_not_allowed`, the error of a plugin,
 * such as duplicates found; those of `callApi`.
 */
export function createRecord(
  path: string,
  fields: Readonly<Record<string, unknown>>,
  options: SaveOptions = {},
): Promise<ApiResponse<SavedRecord>> {
  return callApiWithResponse<SavedRecord>('POST', path, saveOptions(fields, options));
}

/**
 * Changes the given fields; `path` is the module's, such as `/api/books`.
 * @throws ApiError `record_not_found`; `version_conflict` with the current record if `_version` is among the fields and the record
 * was changed in the meantime; those of `createRecord`.
 */
export function updateRecord(
  path: string,
  id: string,
  fields: Readonly<Record<string, unknown>>,
  options: SaveOptions = {},
): Promise<ApiResponse<SavedRecord>> {
  return callApiWithResponse<SavedRecord>('PUT', `${path}/${encodeURIComponent(id)}`, saveOptions(fields, options));
}

/** Merges duplicates into a primary record in one batch: `fields` are the values chosen for it. */
export function mergeRecords(
  module: string,
  merge: { readonly primaryId: string; readonly duplicateIds: readonly string[]; readonly fields: Readonly<Record<string, unknown>> },
  options: KeyOption = {},
): Promise<ApiResponse<unknown>> {
  return callApiWithResponse<unknown>('POST', '/api/merge/records', { body: { _moduleName: module, ...merge }, ...options });
}

/**
 * Marks a record as deleted; `path` is the module's, such as `/api/books`. `batchId` of the response is for undo.
 * @throws ApiError `record_not_found`, `action_not_allowed`, the error of a plugin, those of `callApi`.
 */
export function markDeleted(path: string, id: string, options: KeyOption = {}): Promise<ApiResponse<BulkResponse>> {
  return callApiWithResponse<BulkResponse>('PUT', `${path}/mark-deleted/${encodeURIComponent(id)}`, { body: {}, ...options });
}

/** Marks many records as deleted in one batch; at most 2,000 ids. */
export function markDeletedMany(
  path: string,
  ids: readonly string[],
  options: Pick<SaveOptions, 'idempotencyKey' | 'batchId'> = {},
): Promise<ApiResponse<BulkResponse>> {
  return callApiWithResponse<BulkResponse>('PUT', `${path}/mark-as-deleted/by-array`, { body: { ids }, ...options });
}

/** Restores many deleted records in one batch; at most 2,000 ids. */
export function restoreMany(
  path: string,
  ids: readonly string[],
  options: Pick<SaveOptions, 'idempotencyKey' | 'batchId'> = {},
): Promise<ApiResponse<BulkResponse>> {
  return callApiWithResponse<BulkResponse>('PUT', `${path}/restore/by-array`, { body: { ids }, ...options });
}

/** Removes deleted records for good, at most 2,000; `unlinks` also clears the fields of others that refer to them. */
export function removeMany(
  path: string,
  ids: readonly string[],
  { unlinks, ...options }: Pick<SaveOptions, 'idempotencyKey' | 'batchId'> & { readonly unlinks: boolean },
): Promise<ApiResponse<BulkResponse>> {
  const query = unlinks ? { dependents: 'unlink' } : {};
  return callApiWithResponse<BulkResponse>('PUT', `${path}/delete-forever/by-array`, { body: { ids }, query, ...options });
}

/** Sets the same fields on many records in one batch; at most 2,000 ids. */
export function updateCertainFields(
  path: string,
  ids: readonly string[],
  fields: Readonly<Record<string, unknown>>,
  options: SaveOptions = {},
): Promise<ApiResponse<BulkResponse>> {
  return callApiWithResponse<BulkResponse>('PUT', `${path}/update-certain-fields-array`, saveOptions({ ids, fields }, options));
}
