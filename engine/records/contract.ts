import type { AccessExplanation, Actor, RecordAction } from '../access/index.ts';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import type { RecordLink, UndoProgress } from '#engine/model/wire';
import type { SortDefinition } from '#engine/model/definitions';
import type { IdempotencyKey } from './save/idempotency-records.ts';
import type { SavedViewOperations } from './views/saved-view-operations.ts';

/** A warning that is returned with a successful result, such as teams removed from a search: `_warnings` in the API. */
export type OperationWarning = { readonly code: string; readonly text: string };

/** A record as the requester may see it. Fields that are not visible are absent. Populated relates are objects. */
export type VisibleRecord = { readonly _id: string; readonly [field: string]: JsonValue };

/** Input for reading one record. */
export interface GetInput {
  readonly module: string;
  readonly id: string;
  /** Names of relate fields to return as `{ _id, name, ... }`, or true for all of them. */
  readonly populate?: readonly string[] | true;
}

/** Input for reading a page. `filter` is the `searchTerms` value of the client: untrusted JSON in the filter grammar. */
export interface FindInput {
  readonly module: string;
  readonly filter?: JsonValue | undefined;
  readonly sort?: readonly SortDefinition[] | undefined;
  readonly offset?: number;
  readonly limit?: number;
  readonly fields?: readonly string[] | undefined;
  readonly populate?: readonly string[] | true | undefined;
  readonly totalLimit?: number | undefined;
  /** Search terms that the module's searchable fields must contain. The results are ranked (smart-search). */
  readonly terms?: string | undefined;
}

export interface FindResult {
  readonly data: readonly VisibleRecord[];
  /** `data` as JSON, with parts cached from earlier requests. */
  readonly json?: () => string;
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly warnings: readonly OperationWarning[];
}

export interface GroupInput {
  readonly module: string;
  readonly filter?: JsonValue;
  /** One or two: a field, or a field with a time unit. `timeZone` (IANA) is the zone for instants; default: the setting `time_zone`. */
  readonly by: readonly {
    readonly field: string;
    readonly unit?: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
    readonly timeZone?: string;
  }[];
  readonly measures: readonly { readonly name: string; readonly kind: 'count' | 'sum' | 'avg' | 'min' | 'max'; readonly field?: string }[];
  readonly limit?: number;
  /** Search terms that the module's searchable fields must contain. */
  readonly terms?: string | undefined;
}

export interface GroupResult {
  readonly groups: readonly {
    readonly keys: readonly (string | number | null)[];
    readonly measures: { readonly [name: string]: number | null };
  }[];
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

export interface CreateInput extends WriteOptions {
  readonly module: string;
  readonly fields: JsonObject;
}

export interface UpdateInput extends WriteOptions {
  readonly module: string;
  readonly id: string;
  readonly fields: JsonObject;
  /** Rejected with `version_conflict` and the current record if the record has another version. */
  readonly version?: number | undefined;
  /**
   * Runs the module's hooks even if no field changes, for a request that needs one of them to run. Default: an update
   * without changes ends without running hooks.
   */
  readonly runHooksIfUnchanged?: boolean | undefined;
}

export interface DeleteInput extends WriteOptions {
  readonly module: string;
  readonly ids: readonly string[];
}

export interface RemoveInput extends DeleteInput {
  /** Also clears the references of other records to the removed ones; otherwise the removal fails with `dependents_exist`. */
  readonly unlinkDependents?: boolean | undefined;
}

export interface WriteResult {
  /** The record as the actor may see it; `{ _id, _version }` if it is no longer visible to them after the save. */
  readonly record: VisibleRecord;
  readonly batchId: string;
  readonly warnings: readonly OperationWarning[];
  /** True if an idempotency key returned the result of an earlier save. */
  readonly replayed?: boolean;
}

export interface RefusedRecord {
  readonly _id: string;
  readonly code: string;
  readonly error: string;
  readonly details?: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

export interface BulkResult {
  readonly done: readonly string[];
  readonly refused: readonly RefusedRecord[];
  readonly batchId: string;
}

export interface UndoResult {
  readonly batchId: string;
  /** The batch of the inverse saves. */
  readonly undoBatchId: string;
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

export interface AuditInput {
  /** Absent, or the name of an audited resource that is not a module ('apiTokens', 'webhooks'): only for System Admins. */
  readonly module?: string | undefined;
  readonly recordId?: string | undefined;
  readonly filter?: JsonValue | undefined;
  readonly sort?: readonly SortDefinition[] | undefined;
  readonly offset?: number;
  readonly limit?: number;
}

/** One audit entry. A create has one entry, an update has one per field. */
export interface AuditEntry {
  readonly _id: string;
  readonly changed_by: string | null;
  /** Name of the plugin, workflow or job that acted for the user. */
  readonly changed_through: string | null;
  /** The user who impersonated `changed_by`. */
  readonly impersonated_by: string | null;
  readonly module: string;
  readonly fullModule: string;
  readonly changeSource: string;
  readonly field: string | null;
  readonly fullField: string | null;
  readonly record_id: string;
  readonly record_name: string;
  readonly previous_value: JsonValue;
  readonly new_value: JsonValue;
  readonly date_created: string;
  readonly batch_id: string;
}

/** Input for an audit entry of a System Admin about a change that was made outside the product. */
export interface AuditEntryInput {
  readonly module: string;
  readonly recordId: string;
  readonly field: string | null;
  readonly previous_value: JsonValue;
  readonly new_value: JsonValue;
  /** Default 'direct record'. */
  readonly changeSource?: string | undefined;
}

/** At most 2,000 entries. */
export interface AddAuditInput extends Pick<WriteOptions, 'idempotency'> {
  readonly entries: readonly AuditEntryInput[];
}

export interface RelatedInput {
  readonly module: string;
  readonly id: string;
  /** A forward or reverse relation of the module. */
  readonly relation: string;
  readonly filter?: JsonValue | undefined;
  readonly sort?: readonly SortDefinition[] | undefined;
  readonly offset?: number;
  readonly limit?: number;
  readonly fields?: readonly string[] | undefined;
  readonly populate?: readonly string[] | true | undefined;
  readonly totalLimit?: number | undefined;
}

/**
 * The only way to read or change records, for all callers. Each function authorises the actor first. Errors are from
 * the catalogue: module_access_denied, action_not_allowed, field_not_visible, field_not_writable, record_not_found,
 * validation_failed, version_conflict, filter_invalid, filter_too_costly, plugin errors and store errors.
 */
export interface RecordOperations {
  get(actor: Actor, input: GetInput): Promise<VisibleRecord>;
  find(actor: Actor, input: FindInput): Promise<FindResult>;
  /** Ids of the records that `find` returns, at most 100,000. */
  findIds(
    actor: Actor,
    input: FindInput,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number; readonly warnings: readonly OperationWarning[] }>;
  /** Streams all matching records in order. Requires `export` rights unless the actor is `system`. */
  stream(actor: Actor, input: Omit<FindInput, 'offset' | 'limit' | 'totalLimit'>): AsyncIterable<VisibleRecord>;
  group(actor: Actor, input: GroupInput): Promise<GroupResult>;
  related(actor: Actor, input: RelatedInput): Promise<FindResult & { readonly module: string }>;
  /** The highest value of a field in any record, including deleted ones, plus one. Reserves nothing. */
  nextNumber(actor: Actor, input: { readonly module: string; readonly field: string }): Promise<number>;
  create(actor: Actor, input: CreateInput): Promise<WriteResult>;
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
  setFavorite(
    actor: Actor,
    input: { readonly module: string; readonly id: string; readonly favorite: boolean },
  ): Promise<{ readonly favorite: boolean }>;
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
  undoBatch(actor: Actor, input: { readonly batchId: string }): Promise<UndoResult>;
  /** Errors: `batch_not_found`, also for a batch of another user. */
  undoProgress(actor: Actor, input: { readonly batchId: string }): Promise<UndoProgress>;
  /** Adds entries about changes that were made outside the product; only for System Admins. Returns them as stored. */
  addAudit(actor: Actor, input: AddAuditInput): Promise<readonly AuditEntry[]>;
  /**
   * Returns the stored result of an idempotency key, or calls `run` and stores its result. The saves of `run` must have
   * keys of their own. Errors: `idempotency_conflict`, those of `run`.
   */
  runIdempotent<Answer extends JsonValue>(actor: Actor, key: IdempotencyKey | undefined, run: () => Promise<Answer>): Promise<Answer>;
  audit(actor: Actor, input: AuditInput): Promise<{ readonly data: readonly AuditEntry[]; readonly total: number }>;
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
