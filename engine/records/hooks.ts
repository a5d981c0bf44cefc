import type { AccessScope, Actor, Rights } from '../access/index.ts';
import type { ClockPort, GeocoderPort, IdsPort, LogPort } from '../ports/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { DraftOf, FieldOf, JsonObject, JsonValue, RecordDocument, RecordOf } from '#engine/model/values';
import type { RecordOperations } from './contract.ts';
import type { SystemDocuments } from './documents/system-documents.ts';

/** What a save does: 'delete' marks a record as deleted, 'restore' removes the mark, 'remove' deletes it permanently. */
export type SaveKind = 'create' | 'update' | 'delete' | 'restore' | 'remove';

/** The save that a hook runs for. With the name of a module its fields are typed, also in the contexts below: `SaveEvent<'tickets'>`. */
export interface SaveEvent<Module extends string = string> {
  /** What the save does. */
  readonly kind: SaveKind;
  /** The module of the record. */
  readonly module: CompiledModule;
  /** Id of the record, also of one that is being created. */
  readonly id: string;
  /** The stored record before the save; absent for a create. */
  readonly before: RecordOf<Module> | undefined;
  /** Names of the fields whose values differ from `before`. */
  changed(): ReadonlySet<FieldOf<Module>>;
  /**
   * True for a create or update, so that rules may require values. False for an undo, which restores earlier values,
   * and for a deleted record.
   */
  isEdit(): boolean;
  /** Who saves. */
  readonly actor: Actor;
  /** The batch of the save. */
  readonly batchId: string;
  /** The caller has seen the duplicates and saves the record anyway. */
  readonly allowDuplicates: boolean;
  /**
   * Whether the product loads trusted records, such as demo data. The records that follow from them are loaded too and
   * must not be created again.
   */
  readonly isBulkLoad: boolean;
  /** The source that is recorded in the audit log: 'direct record', 'merge', 'undo' … */
  readonly changeSource: string;
}

/**
 * The limited services of a hook; never the store or Fastify. After the deadline of the hook `records` and the methods that write reject
 * with `plugin_timeout`.
 */
export interface HookContext {
  /** The plugin, on behalf of the user who saves: rights are those of the user, and the audit log names both. */
  readonly actor: Actor;
  /** The current time. */
  readonly clock: ClockPort;
  /** New record ids. */
  readonly ids: IdsPort;
  /** The log; each line names the plugin. */
  readonly log: LogPort;
  /** A setting of the product: the value set by an admin, or the plugin's default. */
  setting(key: string): JsonValue | undefined;
  /** Operations on records, in saves of their own. */
  readonly records: RecordOperations;
  /** The hooks that led to this one, which is the last: 'tickets: inTransaction tickets balance'. */
  readonly chain: readonly string[];
}

/** Reads inside a unit of work. Each read is tracked, and the unit runs again if a read is stale at commit. */
export interface UnitReader {
  /**
   * A record as stored, regardless of the actor's rights: rules can read what users may not see. Undefined if it does not exist.
   * @throws `module_not_found`, errors of the store.
   */
  get<Module extends string>(module: Module, id: string): Promise<RecordOf<Module> | undefined>;
  /**
   * Matches of a trusted filter in the filter grammar, without deleted records, in the order of their ids; those that the unit writes
   * come last. At most `limit` records, 1,000 by default and without a maximum. The versions of the found records are tracked, not
   * their number: a search that must find nothing is `requireAbsence`.
   * @throws `module_not_found`, `filter_invalid`, `filter_too_costly`, errors of the store.
   */
  find<Module extends string>(
    module: Module,
    filter: JsonValue,
    options?: { readonly limit?: number },
  ): Promise<readonly RecordOf<Module>[]>;
}

/** The context of a hook that runs before a save is written. It may change the record or refuse the save. */
export interface PreSaveContext<Module extends string = string> extends HookContext {
  /** The save. */
  readonly event: SaveEvent<Module>;
  /** The record as it will be written; a hook may set fields. */
  readonly draft: DraftOf<Module>;
  /** Reads other records: the save runs again if one of them changes before the commit. */
  readonly unit: UnitReader;
  /** The rights of the user behind the save, regardless of those of the plugin that acts for them. The product itself has all rights. */
  readonly rights: Pick<Rights, 'unrestricted' | 'isStaff' | 'module' | 'field' | 'owns' | 'hasPermission'>;
  /** Finds the locations of ZIP codes. */
  readonly geocoder: Pick<GeocoderPort, 'findZip'>;
  /**
   * An earlier attempt of the save was not committed because one of its checks failed. A hook may call `requireAbsence`
   * without a search first and search only on a retry: most checks pass, which saves the search.
   */
  readonly isRetry: boolean;
  /**
   * Ends the save with an error: a code of the plugin's errors (or of the catalogue), a text and data.
   * @throws always: the error of the code; `plugin_failed` for an unknown code.
   */
  refuse(
    code: string,
    options?: {
      readonly message?: string;
      readonly data?: { readonly [name: string]: unknown };
      readonly details?: readonly { readonly field: string; readonly code: string; readonly message: string }[];
    },
  ): never;
  /** Adds a warning to the result of a successful save. */
  warn(code: string, text: string): void;
  /**
   * Requires that no other record matches the filter when the save is committed, also if another process saves one at the same time. The
   * filter is trusted, in the grammar of `records.find`, without `related`; the saved record and deleted ones never count. If there is one,
   * the hooks run again with `isRetry`: the hook then finds it with `unit.find` and refuses the save. Every save that can make a record
   * match must call it. A save whose hook never refuses ends with `record_conflict`.
   * @throws `module_not_found`; `filter_invalid`, also for a filter with `related`.
   */
  requireAbsence(module: string, filter: JsonValue, options?: AbsenceOptions): void;
  /**
   * The next of the active users who match a filter, in turn, to whom the record may be assigned: they would see it, and are in one of its
   * teams if it has any but Global. The filter is trusted, in the grammar of `records.find`, over at most 1,000 users. Saves of all
   * processes at the same time get the users one after the other; all attempts of a save get the same one, and a save that is refused
   * returns its turn. Undefined: there is no such user.
   * @throws `filter_invalid`, errors of the store.
   */
  userInTurn(filter: JsonValue): Promise<string | undefined>;
}

/** Options of `requireAbsence`. */
export interface AbsenceOptions {
  /** Ids of further records that may match; default: none. */
  readonly exceptIds?: readonly string[];
  /**
   * Saves that have one of these texts in common are committed one after the other; they belong to the module. Default: all saves that
   * require an absence in the module. Own texts let more saves run at the same time: two saves that could conflict must have
   * one in common, such as the number that must be unique, or the room that is booked.
   */
  readonly lockKeys?: readonly string[];
}

/** The context of a hook that runs in the commit of a save: what it changes is saved together with the record, or not at all. */
export interface InTransactionContext<Module extends string = string> extends HookContext {
  /** The save. */
  readonly event: SaveEvent<Module>;
  /** The record as it is written. */
  readonly record: RecordOf<Module>;
  /** Reads other records inside the commit. */
  readonly unit: UnitReader;
  /**
   * Creates another record in the same commit as this save, and returns its id. It is validated, audited and runs hooks like any
   * save, on behalf of the actor but regardless of their rights. It may have its own `_id`, from `ids`.
   * @throws `module_not_found`, `validation_failed`; `field_not_writable` for fields that only the product sets; `plugin_cycle` if
   * eight hooks led to it; what the hooks of its module refuse it with, and their failures. They end the save that the hook runs for.
   */
  create(module: string, fields: { readonly [field: string]: JsonValue }): Promise<string>;
  /**
   * Changes a record in the same commit, like `create`. Null clears a field, other fields stay as they are.
   * @throws `record_not_found`, `last_admin_needed`, those of `create`.
   */
  update(module: string, id: string, fields: { readonly [field: string]: JsonValue }): Promise<void>;
  /**
   * Marks a record as deleted in the same commit, like `create`.
   * @throws `record_not_found`, `last_admin_needed`, `global_team_needed`, those of `create`.
   */
  markDeleted(module: string, id: string): Promise<void>;
  /** Ends the save with an error, like `refuse` of a pre-save hook. */
  refuse: PreSaveContext['refuse'];
}

/** The merge that a hook runs for. */
export interface MergeEvent {
  /** The module of the records. */
  readonly module: CompiledModule;
  /** Id of the record that stays. */
  readonly primaryId: string;
  /** Ids of the duplicates, 20 at most. Empty if only the values of an unsaved record are merged into the primary. */
  readonly duplicateIds: readonly string[];
  /** Who merges. */
  readonly actor: Actor;
  /** The batch of the merge. */
  readonly batchId: string;
}

/** The context of a hook that runs in the commit that completes a merge. */
export interface MergeHookContext extends HookContext {
  /** The merge. */
  readonly event: MergeEvent;
  /**
   * Creates a record in the commit that completes the merge, and returns its id. It is validated, audited and runs hooks like any
   * save, on behalf of the actor, regardless of their right to create it.
   * @throws those of `create` of an in-transaction hook.
   */
  create(module: string, fields: { readonly [field: string]: JsonValue }): Promise<string>;
  /** Ends the merge with an error, like `refuse` of a pre-save hook. */
  refuse: PreSaveContext['refuse'];
}

/**
 * The context of a hook that runs after a save was committed: at least once, again after a failure, and also if the process
 * stopped in between.
 */
export interface PostSaveContext<Module extends string = string> extends HookContext {
  /** The save, with the names of the changed fields. */
  readonly event: Omit<SaveEvent<Module>, 'changed' | 'isEdit' | 'changeSource'> &
    SaveMetadata & { readonly changedFields: readonly FieldOf<Module>[] };
  /** The record after the save; undefined: it was deleted permanently. */
  readonly record: RecordOf<Module> | undefined;
  /**
   * Whether this save set the field's current value. Effects run after their save, so others may have saved since.
   * @throws `module_not_found`, errors of the store.
   */
  readonly isLatest: (field: string) => Promise<boolean>;
  /**
   * Creates a record that follows from the save, as the product, regardless of the actor's rights on its module. It
   * belongs to the batch of the save and is undone with it. However often the hook runs, each purpose creates it once;
   * none is created while another record matches `unless`. Returns its id, or undefined if none was created.
   * @throws `filter_invalid`, `filter_too_costly`, those of `records.create`.
   */
  readonly createOnce: (input: CreateOnceInput) => Promise<string | undefined>;
  /** The base URL of the product for links in e-mails, without a trailing slash. */
  readonly publicUrl: string;
  /**
   * Sends an invite to an active user who has neither a password nor an invite, like the invite of a newly created user.
   * It is sent at least once; when the hook runs again, it sends the same invite. Does nothing for other users.
   * @throws `mail_failed`, errors of the store.
   */
  readonly invite: (userId: string) => Promise<void>;
}

/** Data of a save that its history stores. */
export interface SaveMetadata {
  /** The same for all attempts of an effect; increases with time. */
  readonly changeId: string;
  /** ISO time of the save. */
  readonly at: string;
  /** Version of the record after the save; for a removal, its last version. */
  readonly version: number;
  /** The record that this one was merged into, if a merge marked it deleted. */
  readonly mergedInto: string | undefined;
  /** The runs of workflows that the save starts; undefined: none, and no run waits for it. */
  readonly workflows: readonly StartedWorkflow[] | undefined;
}

/** A run of a workflow that a save starts, as stored in the entry of the save. */
export type StartedWorkflow = {
  /** Id of the run, the same however often the entry is processed. */
  readonly run: string;
  /** Stable id of the workflow. */
  readonly workflow: string;
  /** Its conditions with the values that they saw. */
  readonly conditions: readonly JsonObject[];
  /** Earlier values of changed fields that its steps read; absent: none. */
  readonly old?: JsonObject;
  /** The cycle that the run would close: it is stopped. Absent: there is none. */
  readonly cycle?: string;
};

/** Input for a record that follows from a save. */
export interface CreateOnceInput {
  /** Name of the module. */
  readonly module: string;
  /** A short name of its purpose: each save creates one record per purpose. */
  readonly purpose: string;
  /** Values by field name, in the form of the API; fields that are not included get their default. */
  readonly fields: { readonly [field: string]: JsonValue };
  /** A filter in the filter grammar over the module: if a record matches, no new one is created. Default: none. */
  readonly unless?: JsonValue;
}

/** The hooks of each module, in the order of plugins. Created by the plugin host, used by the save pipeline. */
export interface HookRegistry {
  preSave(module: string): readonly NamedHook<PreSaveContext>[];
  inTransaction(module: string): readonly NamedHook<InTransactionContext>[];
  onMerge(module: string): readonly NamedHook<MergeHookContext>[];
  postSave(module: string): readonly NamedHook<PostSaveContext>[];
  /** Throws `plugin_unavailable` if a plugin with hooks on the module is off because its start failed. */
  assertAvailable(module: string): void;
  /** What takes part in the commit of every save; absent: nothing. */
  readonly participant?: SaveParticipant;
}

/** Takes part in every save of the modules that it names, in its commit: it finds the workflows that the save starts, and plans dates. */
export interface SaveParticipant {
  /** Whether it has anything to do in saves of a module; called for each save, so it must be a search by name. */
  concerns(scope: AccessScope, module: string): boolean;
  /**
   * The runs that the save starts; undefined: none, and no run waits for it. An empty list: runs of the record may wait for the save. May
   * change documents of its own in the same commit. Without anything to read it returns no promise.
   */
  prepare(save: PreparedSave): Promise<readonly StartedWorkflow[] | undefined> | readonly StartedWorkflow[] | undefined;
}

/** A save that will be committed, for what takes part in its commit. */
export interface PreparedSave extends Omit<SaveFacts, 'startsWorkflows'> {
  /** Id of the record. */
  readonly id: string;
  readonly scope: AccessScope;
  /** The time of the save in epoch milliseconds. */
  readonly now: number;
  /** A save that starts nothing: of trusted records, of values that the product fills in later, or an undo. */
  readonly isQuiet: boolean;
  /** The hooks and workflows that led to the save, first one first. */
  readonly chain: readonly string[];
  /** Reads inside the unit of the save. */
  readonly unit: UnitReader;
  /** Documents of the product that are changed with the save. */
  readonly documents: Pick<SystemDocuments, 'load' | 'put'>;
}

/** A save as it will be committed. */
export interface SaveFacts {
  readonly kind: SaveKind;
  readonly module: CompiledModule;
  /** The record before the save; absent for a create. */
  readonly before: RecordDocument | undefined;
  /** The record after the save; for a removal, before it. */
  readonly after: RecordDocument;
  /** Names of the changed fields; undefined for a create. */
  readonly changed: ReadonlySet<string> | undefined;
  readonly actor: Actor;
  readonly changeSource: string;
  readonly allowDuplicates: boolean;
  /** Workflows start runs with it, or runs wait for it. */
  readonly startsWorkflows: boolean;
}

export interface NamedHook<Context> {
  readonly plugin: string;
  readonly name: string;
  /**
   * For a post-save hook: whether it runs for a save; absent: for every save of its module. A save without hooks leaves no effects to run,
   * which costs a commit each.
   */
  appliesTo?(save: SaveFacts): boolean;
  /** Runs with the handler's deadline; a thrown error that is not a refusal becomes `plugin_failed`. */
  run(context: Context): Promise<void>;
}

/** A hook registry without hooks. */
export const NO_HOOKS: HookRegistry = {
  preSave: () => [],
  inTransaction: () => [],
  onMerge: () => [],
  postSave: () => [],
  assertAvailable: () => undefined,
};
