import type { AccessExplanation, Actor, RecordAction } from '../access/index.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import type { SavedViewOperations } from './saved-views.ts';
import type { JsonObject, JsonValue, RecordDocument, RecordLink, SortDefinition, UndoProgress } from '#engine/model';

/** A note that goes with a successful answer, such as teams removed from a search: `_warnings` in the API. */
export type OperationWarning = { readonly code: string; readonly text: string };

/** A record as the asker may see it: fields out of their sight are absent. Populated relates are objects. */
export type VisibleRecord = { readonly _id: string; readonly [field: string]: JsonValue };

/** Reading one record. */
export interface GetInput {
  readonly module: string;
  readonly id: string;
  /** Names of relating fields to answer as `{ _id, name, ... }`, or true for all of them. */
  readonly populate?: readonly string[] | true;
}

/** Reading a page. `filter` is what the caller sent as searchTerms: untrusted JSON in the filter grammar. */
export interface FindInput {
  readonly module: string;
  readonly filter?: JsonValue | undefined;
  readonly sort?: readonly SortDefinition[] | undefined;
  readonly offset?: number;
  readonly limit?: number;
  readonly fields?: readonly string[] | undefined;
  readonly populate?: readonly string[] | true | undefined;
  readonly totalLimit?: number | undefined;
  /** Words that the module's searchable fields must hold, ranked: smart-search. */
  readonly terms?: string | undefined;
}

export interface FindResult {
  readonly data: readonly VisibleRecord[];
  /** `data` as JSON, where parts of it are kept from earlier questions. */
  readonly json?: () => string;
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly warnings: readonly OperationWarning[];
}

export interface GroupInput {
  readonly module: string;
  readonly filter?: JsonValue;
  /** One or two: a field, or a field with a time unit. `timeZone` (IANA) is where instants are read; absent: the setting `time_zone`. */
  readonly by: readonly { readonly field: string; readonly unit?: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'; readonly timeZone?: string }[];
  readonly measures: readonly { readonly name: string; readonly kind: 'count' | 'sum' | 'avg' | 'min' | 'max'; readonly field?: string }[];
  readonly limit?: number;
  /** Words that the module's searchable fields must hold. */
  readonly terms?: string | undefined;
}

export interface GroupResult {
  readonly groups: readonly { readonly keys: readonly (string | number | null)[]; readonly measures: { readonly [name: string]: number | null } }[];
  readonly warnings: readonly OperationWarning[];
}

/** What every write may carry. */
export interface WriteOptions {
  /** Joins an earlier batch of the same user; absent: a new one is made. */
  readonly batchId?: string | undefined;
  /** Key of the request and a digest of its body: the same key answers the first answer again, another body is refused. */
  readonly idempotency?: IdempotencyKey | undefined;
  /** The caller knows of the duplicates and keeps the record all the same (`?duplicates=allow`). */
  readonly allowDuplicates?: boolean | undefined;
  /** What the audit names as the source; default 'direct record'. */
  readonly changeSource?: string | undefined;
  /** Skip post-save effects and kept notifications, and leave when and by whom a record was changed: bulk seeding, and what the product fills in later. */
  readonly quiet?: boolean | undefined;
  /** The hooks of plugins that led to this save, the first one first: the plugin host says it. Errors: `plugin_cycle` when they are too many. */
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
  /** Refused with `version_conflict` and the current record if it is no longer this. */
  readonly version?: number | undefined;
  /** Asks the rules of the module though no field is to change, for a call that wants one of them to act. Default: what changes nothing ends there. */
  readonly runHooksIfUnchanged?: boolean | undefined;
}

export interface DeleteInput extends WriteOptions {
  readonly module: string;
  readonly ids: readonly string[];
}

export interface RemoveInput extends DeleteInput {
  /** Also clear the references of other records to the removed ones; else `dependents_exist`. */
  readonly unlinkDependents?: boolean | undefined;
}

export interface WriteResult {
  /** The record as the actor may see it; `{ _id, _version }` if the save put it out of their sight. */
  readonly record: VisibleRecord;
  readonly batchId: string;
  readonly warnings: readonly OperationWarning[];
  /** True when an idempotency key answered an earlier save again. */
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
  /** The batch that the inverse saves make. */
  readonly undoBatchId: string;
  readonly undone: readonly { readonly module: string; readonly _id: string }[];
  /** Changed since, removed for good, or refused by a rule: left as they are. */
  readonly left: readonly { readonly module: string; readonly _id: string; readonly code: string; readonly error: string }[];
}

export interface MergeInput extends WriteOptions {
  readonly module: string;
  readonly primaryId: string;
  /** Live records of the module, none of them the primary; at most 20. May be empty: then only `fields` are saved. */
  readonly duplicateIds: readonly string[];
  /** Values chosen for the primary, before it is filled up from the duplicates. */
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
  /** Absent, or the name of what is audited beside modules ('apiTokens', 'webhooks'): System Admin alone. */
  readonly module?: string | undefined;
  readonly recordId?: string | undefined;
  readonly filter?: JsonValue | undefined;
  readonly sort?: readonly SortDefinition[] | undefined;
  readonly offset?: number;
  readonly limit?: number;
}

/** One audit entry: one for a create, one per field for an update. */
export interface AuditEntry {
  readonly _id: string;
  readonly changed_by: string | null;
  /** Name of the plugin, workflow or job that acted for them. */
  readonly changed_through: string | null;
  /** The user behind an impersonation. */
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

/** What a System Admin says of a change that was not made here. */
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
 * The only way a record is read or changed, whoever asks. Each call authorises the actor first. Errors are of the
 * catalogue: module_access_denied, action_not_allowed, field_not_visible, field_not_writable, record_not_found,
 * validation_failed, version_conflict, filter_invalid, filter_too_costly, plugin errors and store errors.
 */
export interface RecordOperations {
  get(actor: Actor, input: GetInput): Promise<VisibleRecord>;
  find(actor: Actor, input: FindInput): Promise<FindResult>;
  /** Ids of what `find` would answer, at most 100,000. */
  findIds(actor: Actor, input: FindInput): Promise<{ readonly ids: readonly string[]; readonly total: number; readonly warnings: readonly OperationWarning[] }>;
  /** All matching records in order, streaming; `export` rights are needed unless the actor is `system`. */
  stream(actor: Actor, input: Omit<FindInput, 'offset' | 'limit' | 'totalLimit'>): AsyncIterable<VisibleRecord>;
  group(actor: Actor, input: GroupInput): Promise<GroupResult>;
  related(actor: Actor, input: RelatedInput): Promise<FindResult & { readonly module: string }>;
  /** One more than the highest number in a field of any record, deleted ones too; reserves nothing. */
  nextNumber(actor: Actor, input: { readonly module: string; readonly field: string }): Promise<number>;
  create(actor: Actor, input: CreateInput): Promise<WriteResult>;
  update(actor: Actor, input: UpdateInput): Promise<WriteResult>;
  /** The same fields on many records; each is a save of its own, all in one batch. At most 2,000 ids. */
  updateMany(actor: Actor, input: WriteOptions & { readonly module: string; readonly ids: readonly string[]; readonly fields: JsonObject }): Promise<BulkResult>;
  /** Many new records in few commits, for imports and seeds; each is validated and hooked like a single one. */
  createMany(actor: Actor, input: WriteOptions & { readonly module: string; readonly records: readonly JsonObject[] }): Promise<BulkResult>;
  /** Marks records deleted. */
  markDeleted(actor: Actor, input: DeleteInput): Promise<BulkResult>;
  /** Takes the mark away again. */
  restore(actor: Actor, input: DeleteInput): Promise<BulkResult>;
  /** Removes for good what is already marked deleted. */
  deleteForever(actor: Actor, input: RemoveInput): Promise<BulkResult>;
  /** Records that refer to this one, counted per module, shown before a deletion. */
  dependents(actor: Actor, input: { readonly module: string; readonly id: string }): Promise<readonly { readonly module: string; readonly relation: string; readonly count: number }[]>;
  /**
   * Makes duplicates part of a primary, in one batch that can be undone: chosen values, then what the primary lacks from
   * each duplicate in turn, e-mail lists joined, every reference of any record moved (with the product's rights, named in
   * the audit), the duplicates marked deleted. The actor must be allowed to edit the primary and delete the duplicates.
   */
  merge(actor: Actor, input: MergeInput): Promise<MergeResult>;
  setFavorite(actor: Actor, input: { readonly module: string; readonly id: string; readonly favorite: boolean }): Promise<{ readonly favorite: boolean }>;
  favorites(actor: Actor, input: { readonly module?: string }): Promise<readonly { readonly module: string; readonly record: VisibleRecord }[]>;
  /** Remembers that the actor opened the record, once it was shown. */
  addRecent(actor: Actor, input: { readonly module: string; readonly id: string }): Promise<void>;
  /** What the actor opened last, newest first, at most 50; what they may no longer see is left out. */
  recents(actor: Actor): Promise<readonly RecordLink[]>;
  /** Lists with a name, of people's own or shared. */
  readonly views: SavedViewOperations;
  undoBatch(actor: Actor, input: { readonly batchId: string }): Promise<UndoResult>;
  /** Errors: `batch_not_found`, also for a batch of somebody else. */
  undoProgress(actor: Actor, input: { readonly batchId: string }): Promise<UndoProgress>;
  /** Adds entries about changes that something outside made; System Admin alone. Answers them as written. */
  addAudit(actor: Actor, input: AddAuditInput): Promise<readonly AuditEntry[]>;
  /**
   * Answers what an idempotency key was answered before, or runs and keeps the answer. What runs must save under keys of
   * its own. Errors: `idempotency_conflict`, those of `run`.
   */
  runIdempotent<Answer extends JsonValue>(actor: Actor, key: IdempotencyKey | undefined, run: () => Promise<Answer>): Promise<Answer>;
  audit(actor: Actor, input: AuditInput): Promise<{ readonly data: readonly AuditEntry[]; readonly total: number }>;
  explain(actor: Actor, input: { readonly module: string; readonly id?: string | undefined; readonly field?: string | undefined; readonly action: RecordAction; readonly userId?: string | undefined }): Promise<AccessExplanation>;
}

export type { RecordDocument };
