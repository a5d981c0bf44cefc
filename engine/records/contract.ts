import type { AccessExplanation, Actor, RecordAction } from '../access/index.ts';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import type { RecordLink, UndoProgress } from '#engine/model/wire';
import type { SortDefinition } from '#engine/model/definitions';
import type { IdempotencyKey } from './save/idempotency-records.ts';
import type { AddAuditInput, AuditEntry, AuditInput } from './history/audit-contract.ts';
import type { SavedViewOperations } from './views/saved-view-operations.ts';

/** A warning that is returned with a successful result, such as teams removed from a search: `_warnings` in the API. */
export type OperationWarning = {
  /** For programs. */
  readonly code: string;
  /** For people: a sentence. */
  readonly text: string;
};

/** A record as the requester may see it. Fields that are not visible are absent. Populated relates are objects. */
export type VisibleRecord = {
  /** Id of the record. */
  readonly _id: string;
  readonly [field: string]: JsonValue;
};

/** Input for reading one record. */
export interface GetInput {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record; also that of a record that is marked as deleted. */
  readonly id: string;
  /** Names of relate fields to return as `{ _id, name, ... }`, or true for all of them. */
  readonly populate?: readonly string[] | true;
}

/** Input for reading a page. `filter` is the `searchTerms` value of the client: untrusted JSON in the filter grammar. */
export interface FindInput {
  /** Name of the module. */
  readonly module: string;
  /** In the filter grammar; default: all records that are not deleted. */
  readonly filter?: JsonValue | undefined;
  /** At most five keys, the first one decides; default: the `defaultSort` of the module. */
  readonly sort?: readonly SortDefinition[] | undefined;
  /** Records to skip; default 0. */
  readonly offset?: number;
  /**
   * Records to return; default: the `pageSize` of the module, which is 10 if nothing defines it. No maximum: the API
   * accepts up to 1,000, and a plugin reads more with `paginateRecords`.
   */
  readonly limit?: number;
  /** Names of the fields to return, in addition to `_id`; default: all that the actor may read. */
  readonly fields?: readonly string[] | undefined;
  /** Names of relate fields to return as `{ _id, name, ... }`, or true for all of them; default: none. */
  readonly populate?: readonly string[] | true | undefined;
  /** Counting may stop above this number: `total` is then not exact. Default: counts all. */
  readonly totalLimit?: number | undefined;
  /** Search terms that the module's searchable fields must contain. The results are ranked (smart-search). */
  readonly terms?: string | undefined;
}

/** A page of records. */
export interface FindResult {
  /** The records of the page, in the requested order. */
  readonly data: readonly VisibleRecord[];
  /** `data` as JSON, with parts cached from earlier requests. */
  readonly json?: () => string;
  /** Number of matching records on all pages, as far as the actor may see them. */
  readonly total: number;
  /** False: there are more than `total`, see `totalLimit` of the input. */
  readonly totalIsExact: boolean;
  /** What did not stop the request, such as teams removed from the filter; empty: nothing. */
  readonly warnings: readonly OperationWarning[];
}

/** Input for counts and sums per value of a field. */
export interface GroupInput {
  /** Name of the module. */
  readonly module: string;
  /** In the filter grammar; default: all records. */
  readonly filter?: JsonValue;
  /** One or two: a field, or a field with a time unit. `timeZone` (IANA) is the zone for instants; default: the setting `time_zone`. */
  readonly by: readonly {
    readonly field: string;
    readonly unit?: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
    readonly timeZone?: string;
  }[];
  /** What is computed for each group, by names of their own; all but `count` need a number field. */
  readonly measures: readonly { readonly name: string; readonly kind: 'count' | 'sum' | 'avg' | 'min' | 'max'; readonly field?: string }[];
  /** Groups to return; default and maximum 1,000. */
  readonly limit?: number;
  /** Search terms that the module's searchable fields must contain. */
  readonly terms?: string | undefined;
}

/** The groups, sorted by their keys in ascending order, those without a value first. Money is in dollars. */
export interface GroupResult {
  /**
   * `keys`: one per item of `by`, null for records without a value; a time bucket is the day or hour on which it starts.
   * `measures`: by name; null if no record has a value.
   */
  readonly groups: readonly {
    readonly keys: readonly (string | number | null)[];
    readonly measures: { readonly [name: string]: number | null };
  }[];
  /** What did not stop the request, such as teams removed from the filter; empty: nothing. */
  readonly warnings: readonly OperationWarning[];
}

/** Options of every write. */
export interface WriteOptions {
  /** Adds the write to an earlier batch of the same user; absent: a new batch is created. */
  readonly batchId?: string | undefined;
  /** Key of the request and a digest of its body: a repeated key returns the first result again; with another body it is rejected. */
  readonly idempotency?: IdempotencyKey | undefined;
  /** The caller has seen the duplicates and saves the record anyway (`?duplicates=allow`). */
  readonly allowDuplicates?: boolean | undefined;
  /** The source that is recorded in the audit log; default 'direct record'. */
  readonly changeSource?: string | undefined;
  /**
   * Skips post-save effects and stored notifications, and does not change `updatedAt` and `modified_by`. Used for bulk
   * seeding and for values that the product fills in later.
   */
  readonly quiet?: boolean | undefined;
  /** The plugin hooks that led to this save, first one first; set by the plugin host. Errors: `plugin_cycle` if there are too many. */
  readonly chain?: readonly string[] | undefined;
}

/** Input for creating a record. */
export interface CreateInput extends WriteOptions {
  /** Name of the module. */
  readonly module: string;
  /** Values by field name, in the form of the API; fields that are not included get their default. */
  readonly fields: JsonObject;
}

/** Input for changing one record. */
export interface UpdateInput extends WriteOptions {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record. */
  readonly id: string;
  /** New values by field name, in the form of the API; null clears a field, other fields stay as they are. */
  readonly fields: JsonObject;
  /** Rejected with `version_conflict` and the current record if the record has another version. */
  readonly version?: number | undefined;
  /**
   * Runs the module's hooks even if no field changes, for a request that needs one of them to run. Default: an update
   * without changes ends without running hooks.
   */
  readonly runHooksIfUnchanged?: boolean | undefined;
}

/** Input for marking records as deleted, and for restoring them. */
export interface DeleteInput extends WriteOptions {
  /** Name of the module. */
  readonly module: string;
  /** Ids of the records, at most 2,000 (`too_many_ids`). */
  readonly ids: readonly string[];
}

/** Input for deleting records permanently. */
export interface RemoveInput extends DeleteInput {
  /** Also clears the references of other records to the removed ones; otherwise the removal fails with `dependents_exist`. */
  readonly unlinkDependents?: boolean | undefined;
}

/** The result of a save. */
export interface WriteResult {
  /** The record as the actor may see it; `{ _id, _version }` if it is no longer visible to them after the save. */
  readonly record: VisibleRecord;
  /** The batch of the save, for `undoBatch`. */
  readonly batchId: string;
  /** What did not stop the save, such as the warnings of plugins; empty: nothing. */
  readonly warnings: readonly OperationWarning[];
  /** True if an idempotency key returned the result of an earlier save. */
  readonly replayed?: boolean;
}

/** A record that a bulk write did not save, and why: an error as in the API. */
export interface RefusedRecord {
  /** Id of the record; for one that was to be created, its position in the input. */
  readonly _id: string;
  /** The error code. */
  readonly code: string;
  /** The text of the error, for people. */
  readonly error: string;
  /** Problems with single fields; absent: none. */
  readonly details?: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

/** The result of a bulk write: each record is saved on its own, so some may be refused. */
export interface BulkResult {
  /** Ids of the saved records, in the order of the input. */
  readonly done: readonly string[];
  /** The records that were not saved. */
  readonly refused: readonly RefusedRecord[];
  /** The batch of all saves, for `undoBatch`. */
  readonly batchId: string;
}

/** The result of undoing a batch. */
export interface UndoResult {
  /** The batch that was undone. */
  readonly batchId: string;
  /** The batch of the inverse saves. */
  readonly undoBatchId: string;
  /** Records that have their earlier values again. */
  readonly undone: readonly { readonly module: string; readonly _id: string }[];
  /** Records that were not undone: changed since, removed permanently, or rejected by a rule. */
  readonly left: readonly { readonly module: string; readonly _id: string; readonly code: string; readonly error: string }[];
}

export interface MergeInput extends WriteOptions {
  readonly module: string;
  readonly primaryId: string;
  /** Records of the module that are not deleted, without the primary; at most 20. May be empty: then only `fields` are saved. */
  readonly duplicateIds: readonly string[];
  /** Values chosen for the primary, applied before it is filled from the duplicates. */
  readonly fields?: JsonObject | undefined;
}

export interface MergeResult {
  /** The primary after the merge, as the actor may see it. */
  readonly record: VisibleRecord;
  readonly batchId: string;
  /** References moved to the primary, counted per module and field. */
  readonly moved: readonly { readonly module: string; readonly field: string; readonly count: number }[];
}

/** Input for reading the records related to a record. */
export interface RelatedInput {
  /** Name of the module of the record. */
  readonly module: string;
  /** Id of the record. */
  readonly id: string;
  /** A forward or reverse relation of the module. */
  readonly relation: string;
  /** In the filter grammar, over the related records; default: all of them. */
  readonly filter?: JsonValue | undefined;
  /** Default: the `defaultSort` of the related module. */
  readonly sort?: readonly SortDefinition[] | undefined;
  /** Records to skip; default 0. */
  readonly offset?: number;
  /** Records to return; default: the `pageSize` of the related module. No maximum: the API accepts up to 1,000. */
  readonly limit?: number;
  /** Names of the fields to return, in addition to `_id`; default: all that the actor may read. */
  readonly fields?: readonly string[] | undefined;
  /** Names of relate fields to return as `{ _id, name, ... }`, or true for all of them; default: none. */
  readonly populate?: readonly string[] | true | undefined;
  /** Counting may stop above this number: `total` is then not exact. Default: counts all. */
  readonly totalLimit?: number | undefined;
}

/**
 * The only way to read or change records, for all callers. Each function authorises the actor first. Errors are from
 * the catalogue: module_access_denied, action_not_allowed, field_not_visible, field_not_writable, record_not_found,
 * validation_failed, version_conflict, filter_invalid, filter_too_costly, plugin errors and store errors.
 */
export interface RecordOperations {
  /**
   * Reads one record.
   * @throws `record_not_found`, also for a record that the actor may not see.
   */
  get(actor: Actor, input: GetInput): Promise<VisibleRecord>;
  /**
   * Reads a page of records.
   * @throws `filter_invalid`, `filter_too_costly`, `field_not_visible`.
   */
  find(actor: Actor, input: FindInput): Promise<FindResult>;
  /** Ids of the records that `find` returns, at most 100,000. */
  findIds(
    actor: Actor,
    input: FindInput,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number; readonly warnings: readonly OperationWarning[] }>;
  /** Streams all matching records in order. Requires `export` rights unless the actor is `system`. */
  stream(actor: Actor, input: Omit<FindInput, 'offset' | 'limit' | 'totalLimit'>): AsyncIterable<VisibleRecord>;
  /**
   * Counts and sums records by one or two fields.
   * @throws `filter_invalid`, `filter_too_costly`, `field_not_visible`, `validation_failed` for a measure or field that
   * cannot be used.
   */
  group(actor: Actor, input: GroupInput): Promise<GroupResult>;
  /**
   * Reads a page of the records related to a record; `module` is the name of their module.
   * @throws `record_not_found`, `validation_failed` if the module has no such relation.
   */
  related(actor: Actor, input: RelatedInput): Promise<FindResult & { readonly module: string }>;
  /** The highest value of a field in any record, including deleted ones, plus one. Reserves nothing. */
  nextNumber(actor: Actor, input: { readonly module: string; readonly field: string }): Promise<number>;
  /**
   * Creates a record.
   * @throws `validation_failed` with all problems, `field_not_writable`, errors of plugins.
   */
  create(actor: Actor, input: CreateInput): Promise<WriteResult>;
  /**
   * Changes a record.
   * @throws `record_not_found`, `validation_failed` with all problems, `field_not_writable`, `version_conflict`, errors of
   * plugins.
   */
  update(actor: Actor, input: UpdateInput): Promise<WriteResult>;
  /** Saves the same fields on many records, each with a save of its own, all in one batch. At most 2,000 ids. */
  updateMany(
    actor: Actor,
    input: WriteOptions & { readonly module: string; readonly ids: readonly string[]; readonly fields: JsonObject },
  ): Promise<BulkResult>;
  /** Creates many records in few commits, for imports and seeds. Each is validated and runs hooks like a single create. */
  createMany(actor: Actor, input: WriteOptions & { readonly module: string; readonly records: readonly JsonObject[] }): Promise<BulkResult>;
  /** Marks records deleted. */
  markDeleted(actor: Actor, input: DeleteInput): Promise<BulkResult>;
  /** Removes the deletion mark. */
  restore(actor: Actor, input: DeleteInput): Promise<BulkResult>;
  /** Permanently removes records that are marked deleted. */
  deleteForever(actor: Actor, input: RemoveInput): Promise<BulkResult>;
  /** Counts the records that refer to this one, per module and relation. Shown before a deletion. */
  dependents(
    actor: Actor,
    input: { readonly module: string; readonly id: string },
  ): Promise<readonly { readonly module: string; readonly relation: string; readonly count: number }[]>;
  /**
   * Merges duplicates into a primary, in one batch that can be undone. Saves the chosen values, fills missing values
   * from each duplicate in turn, joins e-mail lists, moves every reference of any record (with the product's rights,
   * recorded in the audit log) and marks the duplicates deleted. The actor must be allowed to edit the primary and
   * delete the duplicates.
   */
  merge(actor: Actor, input: MergeInput): Promise<MergeResult>;
  /**
   * Marks or unmarks a record as one of the actor's favorites.
   * @throws `record_not_found`.
   */
  setFavorite(
    actor: Actor,
    input: { readonly module: string; readonly id: string; readonly favorite: boolean },
  ): Promise<{ readonly favorite: boolean }>;
  /** The actor's favorites of a module or of all modules, at most 500. Records that are no longer visible are omitted. */
  favorites(
    actor: Actor,
    input: { readonly module?: string },
  ): Promise<readonly { readonly module: string; readonly record: VisibleRecord }[]>;
  /** Adds the record to the actor's recently opened records, after it was shown. */
  addRecent(actor: Actor, input: { readonly module: string; readonly id: string }): Promise<void>;
  /** The records that the actor opened last, newest first, at most 50. Records that are no longer visible are omitted. */
  recents(actor: Actor): Promise<readonly RecordLink[]>;
  /** Saved views of a list, private or shared. */
  readonly views: SavedViewOperations;
  /**
   * Restores the values before a batch of the actor, in a new batch.
   * @throws `batch_not_found`, also for a batch of another user.
   */
  undoBatch(actor: Actor, input: { readonly batchId: string }): Promise<UndoResult>;
  /** Errors: `batch_not_found`, also for a batch of another user. */
  undoProgress(actor: Actor, input: { readonly batchId: string }): Promise<UndoProgress>;
  /** Adds entries about changes that were made outside the product; only for System Admins. Returns them as stored. */
  addAudit(actor: Actor, input: AddAuditInput): Promise<readonly AuditEntry[]>;
  /**
   * Returns the stored result of an idempotency key, or calls `run` and stores its result. The saves of `run` must have
   * keys of their own. Errors: `idempotency_conflict`, those of `run`.
   */
  runIdempotent<Result extends JsonValue>(actor: Actor, key: IdempotencyKey | undefined, run: () => Promise<Result>): Promise<Result>;
  /**
   * Reads a page of the audit log: entries of fields that the actor may read.
   * @throws `record_not_found`, `filter_invalid`.
   */
  audit(actor: Actor, input: AuditInput): Promise<{ readonly data: readonly AuditEntry[]; readonly total: number }>;
  /**
   * Whether an action is allowed, with the reasons: for the actor, or for another user (`userId`, System Admins only).
   * @throws `record_not_found`, `admin_only`.
   */
  explain(
    actor: Actor,
    input: {
      readonly module: string;
      readonly id?: string | undefined;
      readonly field?: string | undefined;
      readonly action: RecordAction;
      readonly userId?: string | undefined;
    },
  ): Promise<AccessExplanation>;
}

export type { RecordDocument };

/** A response body with the warnings as `_warnings`; the body itself if there are none. */
export function withWarnings<T extends object>(
  body: T,
  warnings: readonly OperationWarning[],
): T & { readonly _warnings?: readonly OperationWarning[] } {
  return warnings.length === 0 ? body : { ...body, _warnings: warnings };
}
