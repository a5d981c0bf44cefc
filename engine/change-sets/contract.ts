import type { CompiledModule } from '#engine/model/compiled';
import type { DefinitionKind } from '#engine/model/definitions';
import type { Access } from '../access/index.ts';
import type { CostlyLayout } from '../indexes/index.ts';
import type { CipherPort, ClockPort, IdsPort, StorePort, StoreWrite } from '../ports/index.ts';
import type { IdempotencyKey, RecordOperations } from '../records/index.ts';
import type { DefinitionSnapshot, PublishInput, PublishReview, Registry } from '../registry/index.ts';
import type {
  AliasEntry,
  AccessOverview,
  AffectedRecordsPage,
  AffectedUsersPage,
  ChangeSetPlan,
  ChangeSetSimulation,
  ChangeSetState,
  ChangeSetSummary,
  ChangeSetView,
  ConversionView,
  PlannedEffects,
  QuarantineEntry,
  RevertPlan,
} from '#engine/model/wire';
import type { AliasUses } from './aliases/alias-uses.ts';
import type { DraftEdits } from './edit-changes.ts';
import type { ConflictChoices } from './merge-changes.ts';
import type { FieldChoice, ValuesChoice, ValuesChoices } from './removals/values-choices.ts';

/** What this package needs. */
export interface ChangeSetServices {
  readonly store: StorePort;
  readonly registry: Pick<Registry, 'beginConversion' | 'changeSets' | 'current' | 'definitions' | 'endConversion' | 'preview' | 'publish'>;
  readonly records: Pick<RecordOperations, 'find' | 'stream'>;
  readonly cipher: CipherPort;
  readonly access: Access;
  readonly aliasUses: Pick<AliasUses, 'read' | 'removal'>;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  /** What a plan lists besides definitions, saved views and records. */
  readonly referenceFinders: readonly ReferenceFinder[];
  /** The layouts that would read too many records. Errors: of the store. */
  readonly findCostlyLayouts: (review: PublishReview) => Promise<readonly CostlyLayout[]>;
}

/** The modules that change, with the names of their fields that do. */
export type ChangedFields = ReadonlyMap<CompiledModule, ReadonlySet<string>>;

/** Something stored that is no definition and no record, and names a field of a module, or the module: a webhook. */
export interface StoredReference {
  /** '<kind>/<name>', such as 'webhook/Ledger'. */
  readonly from: string;
  /** The part that names it, such as '/filter'. */
  readonly path: string;
  readonly module: CompiledModule;
  /** Name of the field; null: the module itself. */
  readonly field: string | null;
}

/** Finds what names these fields, or the modules themselves. Errors: of the store. */
export type ReferenceFinder = (snapshot: DefinitionSnapshot, changed: ChangedFields) => Promise<readonly StoredReference[]>;

/** The System Admin of a request, and its idempotency key. */
export interface Requester {
  readonly userId: string;
  readonly key?: IdempotencyKey | undefined;
}

/** A publication for `Registry.publish`, with the writes that belong into its commit. */
export interface Publication extends Pick<PublishInput, 'id' | 'name' | 'reverts'> {
  readonly changes: NonNullable<PublishInput['changes']>;
  readonly extraWrites: (snapshot: DefinitionSnapshot) => Promise<readonly StoreWrite[]>;
}

/** A publication that reverts a change-set. */
export interface Reversion extends Publication {
  readonly id: string;
  /** What it cannot restore, once it is published: sentences. */
  readonly listLosses: (snapshot: DefinitionSnapshot) => readonly string[];
}

/**
 * Change-sets: drafts, which their author and, if they are shared, all System Admins edit; and the history of published ones. The
 * callers check that the requester is a System Admin. Functions reject with `change_set_not_found` for an id that is none, and for
 * the draft of somebody else.
 */
export interface ChangeSets {
  /**
   * The drafts that the user may edit and the published change-sets, the latest first.
   * @throws errors of the store.
   */
  list(
    user: string,
    page: { readonly state?: ChangeSetState | undefined; readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: readonly ChangeSetSummary[]; readonly total: number }>;
  /**
   * One change-set with its changes; a draft with its problems and conflicts.
   * @throws `change_set_not_found`.
   */
  get(user: string, id: string): Promise<ChangeSetView>;
  /**
   * Creates a draft.
   * @throws `change_sets_too_many`, `idempotency_conflict`.
   */
  create(by: Requester, input: { readonly name: string; readonly shared: boolean }): Promise<ChangeSetView>;
  /**
   * Renames or shares a draft, or makes it private.
   * @throws `change_set_not_found`, `change_set_not_draft`, `version_conflict`, `idempotency_conflict`.
   */
  update(by: Requester, id: string, input: DraftChanges): Promise<ChangeSetView>;
  /**
   * Adds changes to a draft, or takes them out. Invalid definitions are stored too; the view has their problems.
   * @throws `change_set_not_found`, `change_set_not_draft`, `version_conflict`, `definition_not_found`, `body_invalid`,
   * `change_set_too_large`, `idempotency_conflict`.
   */
  edit(by: Requester, id: string, input: DraftEdits & { readonly version?: number | undefined }): Promise<ChangeSetView>;
  /**
   * Removes a draft.
   * @throws `change_set_not_found`, `change_set_not_draft`, `idempotency_conflict`.
   */
  discard(by: Requester, id: string): Promise<void>;
  /**
   * What publishing a draft would do now. In a conflict its own values are planned.
   * @throws `change_set_not_found`, `change_set_not_draft`, errors of the store.
   */
  plan(user: string, id: string): Promise<ChangeSetPlan>;
  /**
   * What a user would see if a draft were published: what they gain or lose, and what they may do with a record.
   * @throws `change_set_not_found`, `change_set_not_draft`, `definition_invalid` for a draft that cannot be published,
   * `module_not_found`, `record_not_found` also for the user, `body_invalid` for a record without a module.
   */
  simulate(user: string, id: string, input: SimulationInput): Promise<ChangeSetSimulation>;
  /**
   * What a user may do now with the records of a module, or with one of them, and why.
   * @throws `module_not_found`, `record_not_found` also for the user.
   */
  overview(input: SimulationInput & { readonly module: string }): Promise<AccessOverview>;
  /**
   * The active users of a role, by name, with what they have of a right that a draft changes, all of their roles combined.
   * @throws as `simulate`.
   */
  affectedUsers(user: string, id: string, input: RightInput & { readonly role: string } & PageInput): Promise<AffectedUsersPage>;
  /**
   * The records on which a person gains or loses a right by a draft.
   * @throws as `simulate`.
   */
  affectedRecords(
    user: string,
    id: string,
    input: RightInput & { readonly person: string; readonly change: 'gains' | 'loses' } & PageInput,
  ): Promise<AffectedRecordsPage>;
  /**
   * More of the effects of a draft: those on records that its plan, or an earlier call, did not count. `offset`: the `counted` of that one.
   * @throws as `simulate`.
   */
  effects(user: string, id: string, offset: number): Promise<PlannedEffects>;
  /**
   * A draft in short, to notice that it was changed.
   * @throws `change_set_not_found`, `change_set_not_draft`.
   */
  draft(user: string, id: string): Promise<DraftState>;
  /**
   * The definitions as they are, and as publishing a draft would make them. In a conflict its own values are used.
   * @throws `change_set_not_found`, `change_set_not_draft`, `definition_invalid` with all problems for a draft that cannot be published.
   */
  compile(user: string, id: string): Promise<CompiledDraft>;
  /**
   * The latest draft of the user, or shared with them, that changes a definition and does not remove it; undefined: there is none.
   * @throws errors of the store.
   */
  draftOf(user: string, kind: DefinitionKind, id: string): Promise<DraftState | undefined>;
  /**
   * What applying a folder would do that `exportDefinitions` wrote and that was edited since.
   * @throws `export_invalid`, errors of the store.
   */
  planFolder(folder: string): Promise<FolderPlan>;
  /**
   * Makes the definitions those of such a folder, in one change-set without an author. `values` says what happens to the values of
   * what it removes, and to those that cannot be converted. Values of fields with another type are converted first; until then nothing changes.
   * @throws `export_invalid`, `definitions_moved` if they changed since the export, `values_in_use`, `values_not_convertible`,
   * `conversion_ended` if an admin stopped the conversion or must decide about values, `definition_invalid`, `definition_in_use`, `module_locked`.
   */
  applyFolder(folder: string, values: ValuesChoice | undefined, progress?: ConversionProgress): Promise<AppliedFolder>;
  /**
   * Makes the publication of a draft. While it is published it throws `change_set_conflict`, `change_set_empty`, and
   * `version_conflict` for a draft that somebody edited meanwhile.
   * @throws `change_set_not_found`, `change_set_not_draft`, `version_conflict`.
   */
  publication(user: string, id: string, input: PublicationInput): Promise<Publication>;
  /**
   * Begins the conversion of values that publishing a draft needs, because fields get another type; the job of `runConversions`
   * publishes it when they are converted, and until then it cannot be edited. Undefined: it needs none and is published by
   * `publication`.
   * @throws those of `publication`; `change_set_converting`, `values_not_convertible` for values without a decision, `values_in_use`,
   * `idempotency_conflict`, those of publishing.
   */
  startPublishing(
    by: Requester,
    id: string,
    input: PublicationInput & { readonly values: ValuesChoices },
  ): Promise<StartedConversion | undefined>;
  /**
   * The same for the revert of a published change-set.
   * @throws those of `reversion`; `change_set_converting`, `values_not_convertible`, `values_in_use`, `idempotency_conflict`.
   */
  startReverting(by: Requester, id: string, values: ValuesChoices): Promise<StartedConversion | undefined>;
  /**
   * The same for changes that are written without a draft: they become one, which all System Admins see. `advice` is added to the text
   * about values that cannot be converted.
   * @throws `values_not_convertible` for values without a decision, `values_in_use`, `idempotency_conflict`, those of publishing.
   */
  startDirect(by: Requester, changes: DirectChanges): Promise<StartedConversion | undefined>;
  /**
   * Stops the conversion of a change-set: nothing changes for readers, and it can be resumed or cancelled.
   * @throws `change_set_not_found`, `conversion_not_running`, `idempotency_conflict`.
   */
  stopConversion(by: Requester, id: string): Promise<ConversionView>;
  /**
   * Resumes a conversion that was stopped or that waits for a decision; `values` adds decisions about values that cannot be converted.
   * @throws `change_set_not_found`, `conversion_running`, `conversion_not_running`, `values_not_convertible`, `idempotency_conflict`.
   */
  resumeConversion(by: Requester, id: string, values: ReadonlyMap<string, FieldChoice>): Promise<ConversionView>;
  /**
   * Ends a conversion and publishes nothing: every value is as it was, and the draft can be edited again.
   * @throws `change_set_not_found`, `conversion_not_running`.
   */
  cancelConversion(by: Requester, id: string): Promise<void>;
  /**
   * Makes the job replace again the values whose records a rule refused.
   * @throws `change_set_not_found`, `values_not_refused`, `idempotency_conflict`.
   */
  retryReplacement(by: Requester, id: string): Promise<void>;
  /**
   * Ends it: the records that a rule refused keep the removed values.
   * @throws `change_set_not_found`, `values_not_refused`, `idempotency_conflict`.
   */
  dismissReplacement(by: Requester, id: string): Promise<void>;
  /**
   * Works on the conversions that run, and publishes those that are complete; what an earlier run did is not done again.
   * @throws errors of the store, and the reason of the signal.
   */
  runConversions(progress: ConversionProgress): Promise<ConversionRun>;
  /**
   * What reverting a published change-set would do now. In a conflict with later ones its own values are planned.
   * @throws `change_set_not_found`, `change_set_not_published`, `change_set_reverted`, errors of the store.
   */
  planRevert(user: string, id: string): Promise<RevertPlan>;
  /**
   * Makes the publication that reverts a published change-set. While it is published it throws `change_set_built_on`,
   * `change_set_reverted`, `change_set_empty`.
   * @throws `change_set_not_found`, `change_set_not_published`.
   */
  reversion(user: string, id: string): Promise<Reversion>;
  /**
   * The removed fields and modules whose values stay, for 30 days, and the removed options that records still have (the latest 200).
   * @throws errors of the store.
   */
  quarantine(): Promise<readonly QuarantineEntry[]>;
  /**
   * Creates a draft that adds such an option again; undefined: the id is not that of an option.
   * @throws `change_sets_too_many`, `idempotency_conflict`.
   */
  restoreOption(by: Requester, id: string): Promise<ChangeSetView | undefined>;
  /** Makes the publication that adds a removed field or module again, with its values; it throws `definition_not_found`. */
  restoration(id: string): Publication;
  /**
   * Makes the publication that removes its values for good. Those of an option are removed from the records by the job that replaces
   * removed values, or become another option, as the choice says.
   * @throws `definition_not_found`, `parameter_invalid` for a choice that it cannot have.
   */
  clearing(id: string, choice?: ValuesChoice): Promise<Omit<PublishInput, 'author'>>;
  /**
   * The earlier names of modules, fields and relations that the API accepts, the latest first, with their uses.
   * @throws errors of the store.
   */
  aliases(page: {
    readonly offset: number;
    readonly limit: number;
  }): Promise<{ readonly data: readonly AliasEntry[]; readonly total: number }>;
  /**
   * Makes the publication that removes an alias.
   * @throws `definition_not_found`.
   */
  aliasRemoval(id: string): Omit<PublishInput, 'author'>;
  /**
   * Removes the values of everything that was removed 30 days ago. Returns the number of fields and modules.
   * @throws errors of the store.
   */
  clearQuarantine(): Promise<number>;
}

/** A draft without its changes. */
export interface DraftState {
  readonly _id: string;
  readonly name: string;
  /** Changes with each edit. */
  readonly version: number;
}

/** A compiled draft, and the published definitions that it was compiled from. */
export interface CompiledDraft {
  readonly draft: DraftState;
  readonly published: DefinitionSnapshot;
  readonly definitions: DefinitionSnapshot;
}

/** Properties of a draft to change, and the version that they are based on; undefined: unchanged. */
export interface DraftChanges {
  readonly version?: number | undefined;
  readonly name?: string | undefined;
  readonly shared?: boolean | undefined;
}

/** Changes that are written without a draft. */
export interface DirectChanges {
  readonly changes: PublishInput['changes'];
  /** Name of the change-set; undefined: that of what changes. */
  readonly name?: string | undefined;
  readonly values: ValuesChoices;
  /** What the author of the changes can do about values that cannot be converted: a sentence. */
  readonly advice: string;
}

/** The response of a publication that waits for the conversion of values. */
export interface StartedConversion {
  readonly success: true;
  /** Id of the change-set. */
  readonly _id: string;
  /** The version that applies until then. */
  readonly definitionVersion: number;
  readonly conversion: 'running';
}

/** How far the job is, and a signal that interrupts it between two rounds. */
export interface ConversionProgress {
  readonly signal: AbortSignal;
  readonly report: (progress: { readonly module: string; readonly records: number }) => Promise<void>;
}

/** What a run of the job did. */
export interface ConversionRun {
  /** Records that got a new key. */
  readonly converted: number;
  /** Change-sets that it published. */
  readonly published: number;
}

/** The version that is published, and the decisions of its conflicts. */
export interface PublicationInput {
  readonly version?: number | undefined;
  readonly conflicts: ConflictChoices;
}

/** What applying a folder would do. */
export interface FolderPlan {
  readonly plan: ChangeSetPlan;
  /** The artifacts, by 'kind/id', that changed since the export: it cannot be applied. */
  readonly moved: readonly string[];
}

/** A folder that was applied. */
export interface AppliedFolder {
  /** Number of artifacts that changed. */
  readonly changes: number;
  readonly definitionVersion: number;
}

/** A right as plans name it. */
export interface RightInput {
  readonly module: string;
  /** Name of a field; absent: a right on the module. */
  readonly field?: string | undefined;
  /** 'view', 'create', 'read', 'write'. */
  readonly right: string;
}

/** A page; the first one is 0. */
export interface PageInput {
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** For whom and what a draft is simulated. */
export interface SimulationInput {
  readonly user: string;
  /** Name of a module; absent: all modules. */
  readonly module?: string | undefined;
  /** Id of a record of the module. */
  readonly record?: string | undefined;
}
