import type { Actor } from '../access/index.ts';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import type { AccessExplanation, BatchPage, RecordAction, RecordLink, UndoProgress } from '#engine/model/wire';
import type { BatchesInput, BulkResult, NewRecordIds, SaveManyResult } from './bulk/bulk-contract.ts';
import type { IdempotencyKey, SourceCollector } from './save/idempotency-records.ts';
import type {
  EmailUse,
  ExportInput,
  FavoriteRecord,
  FiguresExportInput,
  FindInput,
  QuickSearchInput,
  QuickSearchResult,
  FindResult,
  GetInput,
  GroupInput,
  GroupResult,
  OperationWarning,
  PopulatedLink,
  RecordExport,
  RelatedInput,
  VisibleRecord,
} from './read/read-contract.ts';
import type { AddAuditInput, AuditEntry, AuditInput } from './history/audit-contract.ts';
import type { SavedViewOperations } from './views/saved-view-operations.ts';

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
  /** The plugin hooks that led to this save, first one first; set by the plugin host. More than seven fail with `plugin_cycle`. */
  readonly chain?: readonly string[] | undefined;
  /** Traces the saves, and gets the ids of the traces; absent: only if tracing is on for the user. */
  readonly traces?: string[] | undefined;
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
  /** Runs the module's hooks even if no field changes. Default: an update without changes ends without running hooks. */
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

/** Input for creating and changing records by a key. */
export interface SaveManyInput extends WriteOptions, NewRecordIds {
  /** Name of the module. */
  readonly module: string;
  /** 'create': all rows are new records; 'update': all exist; 'upsert': those that exist are changed, the others created. */
  readonly mode: 'create' | 'update' | 'upsert';
  /** Names of the fields that say which record a row is about: `_id`, or fields of which one is unique; default `_id`. */
  readonly key?: readonly string[] | undefined;
  /** Values by field name, in the form of the API; at most 2,000 records. */
  readonly records: readonly JsonObject[];
  /** Runs all rules and saves nothing. Hooks run too, and must not have effects of their own. */
  readonly dryRun?: boolean | undefined;
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

/** Input for merging duplicates into a primary record. */
export interface MergeInput extends WriteOptions {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record that stays. */
  readonly primaryId: string;
  /** Ids of records of the module that are not deleted, without the primary; at most 20. May be empty: then only `fields` are saved. */
  readonly duplicateIds: readonly string[];
  /** Values chosen for the primary, by field name, applied before it is filled from the duplicates; default: none. */
  readonly fields?: JsonObject | undefined;
}

/** The result of a merge. */
export interface MergeResult {
  /** The primary after the merge, as the actor may see it. */
  readonly record: VisibleRecord;
  /** The batch of the merge, for `undoBatch`. */
  readonly batchId: string;
  /** References moved to the primary, counted per module and field: those that the actor may see. */
  readonly moved: readonly { readonly module: string; readonly field: string; readonly count: number }[];
}

/**
 * The only way to read or change records, for all callers. Each function authorises the actor first. Besides the errors
 * that it names, each function rejects with those of the store (`store_unavailable`, `store_moved`; for a write also
 * `store_full`, `store_read_only`, `save_unconfirmed`), and in a handler of a plugin with `plugin_timeout` after its deadline.
 */
export interface RecordOperations {
  /**
   * Reads one record. With `populate`, relates are objects.
   * @throws `module_not_found`, `module_access_denied`; `record_not_found`, also for a record that the actor may not see; with
   * `populate` `unknown_field` for a name that is not a relation of the actor.
   */
  get(actor: Actor, input: GetInput): Promise<VisibleRecord>;
  /**
   * Reads a page of records.
   * @throws `module_not_found`, `module_access_denied`, `filter_invalid` (also for search terms of more than 200 characters),
   * `sort_invalid`, `filter_too_costly`; `unknown_field` for a field or relation that does not exist or that the actor may not see, in
   * the filter, `sort`, `fields` and `populate`.
   */
  find(actor: Actor, input: FindInput): Promise<FindResult>;
  /**
   * Ids of the records that `find` returns, 100,000 by default and at most; `total` is the number of all of them.
   * @throws `module_not_found`, `module_access_denied`, `filter_invalid`, `sort_invalid`, `filter_too_costly`, `unknown_field`.
   */
  findIds(
    actor: Actor,
    input: FindInput,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number; readonly warnings: readonly OperationWarning[] }>;
  /**
   * Streams all matching records in order, without a limit. Requires `export` rights unless the actor is `system`.
   * @throws with the first record: the errors of `find`, and `action_not_allowed` without the right to export.
   */
  stream(actor: Actor, input: Omit<FindInput, 'offset' | 'limit' | 'totalLimit'>): AsyncIterable<VisibleRecord>;
  /**
   * Streams the entries with an e-mail address of all records that the actor may see, in all modules, as they are read: of one that is
   * in 100,000 records, all.
   * @throws with the first entry: `filter_invalid` for a text that is no address, `filter_too_costly`.
   */
  streamEmailUses(actor: Actor, address: string): AsyncIterable<EmailUse>;
  /**
   * Begins an export of all matching records, in order and without a limit, and writes one entry about it to the audit log, under
   * 'exports'. Sensitive fields that the actor sees masked are left out. Requires the right to export.
   * @throws `module_not_found`, `module_access_denied`, `filter_invalid`, `sort_invalid`, `unknown_field`, `too_many_ids`;
   * `action_not_allowed` without the right to export, or for a named field that the actor sees masked; `export_too_large`.
   */
  openExport(actor: Actor, input: ExportInput): Promise<RecordExport>;
  /**
   * Checks that figures of records may be exported, and writes one entry about it to the audit log, under 'exports'. Called before their
   * file is sent. Requires the right to export.
   * @throws `module_not_found`, `module_access_denied`, `filter_invalid`, `unknown_field`; `action_not_allowed` without the right to export.
   */
  auditFiguresExport(actor: Actor, input: FiguresExportInput): Promise<void>;
  /**
   * Counts and sums records by one or two fields.
   * @throws `module_not_found`, `module_access_denied`, `filter_invalid`, `filter_too_costly`, `unknown_field`;
   * `group_invalid` for a field, unit, time zone or measure that cannot be used.
   */
  group(actor: Actor, input: GroupInput): Promise<GroupResult>;
  /**
   * Reads a page of the records related to a record; `module` is the name of their module.
   * @throws `record_not_found`; `unknown_field` if the module has no such relation, and for unknown names in `fields` and
   * `populate`; `module_not_found`, `module_access_denied` (of either module), `filter_invalid`, `sort_invalid`,
   * `filter_too_costly`.
   */
  related(actor: Actor, input: RelatedInput): Promise<FindResult & { readonly module: string }>;
  /**
   * The records as relates show them, by `module:id`: `{ _id, module, name, open }`, or `hidden: true` instead of a name that the actor may
   * not read. Those that do not exist, and all of modules without access, are absent.
   * @throws errors of the store.
   */
  names(actor: Actor, links: readonly { readonly module: string; readonly id: string }[]): Promise<ReadonlyMap<string, PopulatedLink>>;
  /**
   * The highest value of a field in any record, including deleted ones and those that the actor may not see, plus one; at least
   * its `minimum`, 1 if it has none. Reserves nothing.
   * @throws `module_not_found`, `module_access_denied`, `unknown_field`; `parameter_invalid` if there is no such number field.
   */
  nextNumber(actor: Actor, input: { readonly module: string; readonly field: string }): Promise<number>;
  /**
   * Creates a record.
   * @throws `module_not_found`, and the errors of a save: `module_access_denied`, `action_not_allowed`; `field_not_writable` and
   * `validation_failed`, each with all problems; the code of an unmet transition requirement; `not_unique`, and `value_not_usable` if the actor may not see the record that has the value; `record_conflict` if
   * another record rules this one out; `idempotency_conflict`; `overloaded` after too many conflicts with other saves; what
   * plugins refuse the save with, and their failures `plugin_failed`, `plugin_timeout`, `plugin_unavailable`, `plugin_cycle`.
   */
  create(actor: Actor, input: CreateInput): Promise<WriteResult>;
  /**
   * Changes a record.
   * @throws `record_not_found`, also for a record that the actor may not see; `version_conflict` with the current record;
   * `last_admin_needed`; those of `create`.
   */
  update(actor: Actor, input: UpdateInput): Promise<WriteResult>;
  /**
   * Saves the same fields on many records, each with a save of its own, all in one batch. At most 2,000 ids. Records whose save
   * fails are in `refused`.
   * @throws `too_many_ids`, `module_not_found`, `module_access_denied`; `action_not_allowed` without the right to mass update;
   * `field_not_writable` for fields that the actor may not write in every record; `idempotency_conflict`, `plugin_cycle`,
   * `overloaded`.
   */
  updateMany(
    actor: Actor,
    input: WriteOptions & { readonly module: string; readonly ids: readonly string[]; readonly fields: JsonObject },
  ): Promise<BulkResult>;
  /**
   * Creates many records in few commits, for imports and seeds. Each is validated and runs hooks like a single create; those whose
   * save fails are in `refused`. No maximum: all of them are in memory.
   * @throws `module_not_found`, `idempotency_conflict`, `plugin_cycle`, `overloaded`.
   */
  createMany(actor: Actor, input: WriteOptions & { readonly module: string; readonly records: readonly JsonObject[] }): Promise<BulkResult>;
  /**
   * Creates and changes records by a key, each with a save of its own, all in one batch. Only records that the actor may see are matched:
   * a new record with the key of another one is refused by the check of its unique field. Rows whose save fails are in `refused`, as the
   * second one about the same record (`row_repeated`).
   * @throws `too_many_ids` for more than 2,000 records, `module_not_found`, `module_access_denied`; `unknown_field` and
   * `parameter_invalid` for a key that cannot be used; `idempotency_conflict`, `result_not_repeatable`, `plugin_cycle`, `overloaded`.
   */
  saveMany(actor: Actor, input: SaveManyInput): Promise<SaveManyResult>;
  /**
   * Marks records deleted, at most 2,000. Records whose save fails are in `refused`; those that are marked already stay as they are.
   * @throws `too_many_ids`, `module_not_found`, `idempotency_conflict`, `plugin_cycle`, `overloaded`.
   */
  markDeleted(actor: Actor, input: DeleteInput): Promise<BulkResult>;
  /**
   * Removes the deletion mark of at most 2,000 records. Records whose save fails are in `refused`.
   * @throws those of `markDeleted`.
   */
  restore(actor: Actor, input: DeleteInput): Promise<BulkResult>;
  /**
   * Permanently removes records that are marked deleted, at most 2,000. Records whose removal fails are in `refused`, such as those
   * that are not marked (`not_deleted`).
   * @throws `dependents_exist` with the counts of those that the actor may see, unless `unlinkDependents` is set: then nothing is removed;
   * those of `markDeleted`. With `unlinkDependents`, a record is refused with `dependents_not_changeable` if the actor may not change all
   * records that refer to it.
   */
  deleteForever(actor: Actor, input: RemoveInput): Promise<BulkResult>;
  /**
   * Counts the records that refer to this one and are not deleted, per module and relation, as far as the actor may see them. Shown before
   * a deletion.
   * @throws `module_not_found`, `module_access_denied`, `record_not_found`.
   */
  dependents(
    actor: Actor,
    input: { readonly module: string; readonly id: string },
  ): Promise<readonly { readonly module: string; readonly relation: string; readonly count: number }[]>;
  /**
   * Merges duplicates into a primary, in one batch that can be undone. Saves the chosen values, fills missing values
   * from each duplicate in turn, joins e-mail lists, moves every reference of any record (with the product's rights,
   * recorded in the audit log) and marks the duplicates deleted. The actor must be allowed to edit the primary and
   * delete the duplicates.
   * @throws `too_many_ids` for more than 20 duplicates; `body_invalid` if the primary is among them; `record_not_found` if one of
   * the records does not exist or is deleted; `admin_only` for users and teams; those of `update`.
   */
  merge(actor: Actor, input: MergeInput): Promise<MergeResult>;
  /**
   * Marks or unmarks a record as one of the actor's favorites.
   * @throws `module_not_found`, `record_not_found`; `action_not_allowed` for an actor who is not a user.
   */
  setFavorite(
    actor: Actor,
    input: { readonly module: string; readonly id: string; readonly favorite: boolean },
  ): Promise<{ readonly favorite: boolean }>;
  /** Stores the order of the actor's favorites, at most 500. @throws `too_many_ids`; `action_not_allowed` for an actor who is not a user. */
  orderFavorites(actor: Actor, records: readonly { readonly module: string; readonly id: string }[]): Promise<void>;
  /**
   * The actor's favorites of a module or of all modules, at most 500, in their order, new ones first. Those no longer visible are omitted.
   * @throws `action_not_allowed` for an actor who is not a user.
   */
  favorites(actor: Actor, input: { readonly module?: string }): Promise<readonly FavoriteRecord[]>;
  /**
   * Adds the record to the actor's recently opened records, after it was shown. Does nothing for an actor who is not a user.
   * @throws `module_not_found`, `record_not_found`.
   */
  addRecent(actor: Actor, input: { readonly module: string; readonly id: string }): Promise<void>;
  /**
   * The records that the actor opened last, newest first, at most 50. Records that are no longer visible are omitted. Empty for an
   * actor who is not a user.
   * @throws the errors of the store alone.
   */
  recents(actor: Actor): Promise<readonly RecordLink[]>;
  /**
   * Searches all modules that the actor has access to, in their searchable fields, with one query of the store: people first, then
   * records that the actor opened recently, then the others, each with the best matches of the name first. A module
   * that takes too long is left out, and named in the warnings.
   * @throws `filter_invalid` for a text of more than 200 characters, `filter_too_costly` if all modules take too long.
   */
  quickSearch(actor: Actor, input: QuickSearchInput): Promise<QuickSearchResult>;
  /** Saved views of a list, private or shared. */
  readonly views: SavedViewOperations;
  /**
   * The bulk operations of the days in which they can be undone, newest first: the actor's own, for System Admins those of everyone.
   * @throws `parameter_invalid` for a `before` that is not the `next` of a page, `admin_only` for those of another user.
   */
  batches(actor: Actor, input: BatchesInput): Promise<BatchPage>;
  /**
   * Restores the values before a batch of the actor, in a new batch. Records that cannot be restored are in `left`.
   * @throws `batch_not_found`, also for a batch of another user; `undo_period_expired` after the days of the setting `undo_days`;
   * `undo_in_progress`; `batch_undone` if nothing is left to undo.
   */
  undoBatch(actor: Actor, input: Pick<WriteOptions, 'traces'> & { readonly batchId: string }): Promise<UndoResult>;
  /**
   * The progress of the latest undo of a batch.
   * @throws `batch_not_found`, also for a batch of another user unless the actor is a System Admin.
   */
  undoProgress(actor: Actor, input: { readonly batchId: string }): Promise<UndoProgress>;
  /**
   * Adds entries about changes that were made outside the product; only for System Admins. Returns them as stored.
   * @throws `too_many_ids` for more than 2,000 entries, `admin_only`, `module_not_found`, `idempotency_conflict`, `overloaded`.
   */
  addAudit(actor: Actor, input: AddAuditInput): Promise<readonly AuditEntry[]>;
  /**
   * Returns the stored result of an idempotency key, or calls `run` and stores its result for 24 hours. The saves of `run` must
   * have keys of their own. Without a key it calls `run`. A result is only repeated with the rights that it was made with: `run` collects
   * the records that it read for the actor, and each of them must still be visible.
   * @throws `idempotency_conflict` if the key was used with another body; `result_not_repeatable` if the actor may no longer see all that
   * the result was made from; `overloaded`; those of `run`.
   */
  runIdempotent<Result extends JsonValue>(
    actor: Actor,
    key: IdempotencyKey | undefined,
    run: (collect: SourceCollector) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Reads a page of the audit log: entries of fields that the actor may read.
   * @throws `admin_only` without a module, or for a resource that is not a module; `module_not_found`, `module_access_denied`,
   * `record_not_found`, `filter_invalid`, `sort_invalid`, `unknown_field`, `filter_too_costly`.
   */
  audit(actor: Actor, input: AuditInput): Promise<{ readonly data: readonly AuditEntry[]; readonly total: number }>;
  /**
   * All matching entries of the audit log as they are read, for an export: newest first unless the input sorts by date. `offset` and
   * `limit` have no effect.
   * @throws as `audit`, before the first entry; errors of the store while it is read.
   */
  streamAudit(actor: Actor, input: AuditInput): Promise<AsyncIterable<AuditEntry>>;
  /**
   * Whether an action is allowed, with the reasons: for the actor, or for another user (`userId`, System Admins only). A record
   * that does not exist, or that the actor may not see, is explained as not found. To a System Admin who acts as another user it explains
   * what that user may do.
   * @throws `module_not_found`, `admin_only`.
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
  /**
   * Whether the actor, or another user (`userId`, System Admins only), has a permission of a plugin, with the reasons.
   * @throws `admin_only`.
   */
  explainPermission(actor: Actor, input: { readonly permission: string; readonly userId?: string | undefined }): Promise<AccessExplanation>;
}

export type { RecordDocument };
