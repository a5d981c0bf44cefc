import type { StoreWrite } from '../ports/index.ts';
import type { AnyDefinition, DefinitionSet } from './base/definition-set.ts';
import type { ChangeSet, DefinitionChange } from './change-set.ts';
import type { DeclaredPermission } from './base/load-base.ts';
import type { DefinitionProblem } from './problem.ts';
import type { FieldFate, InactiveField, ModuleNameDirectory, OpenValue, StoredFieldChanges } from './state/stored-fields.ts';
import type { FieldConversion } from '#engine/model/conversions';
import type { CompiledField, CompiledModule, ModuleCatalog } from '#engine/model/compiled';
import type {
  DefinitionKind,
  LayoutApp,
  LayoutDefinition,
  LayoutView,
  MenuDefinition,
  ModuleDefinition,
  RoleDefinition,
  SettingDefinition,
  UserType,
  UserVariable,
  WorkflowDefinition,
} from '#engine/model/definitions';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { ProblemPlace } from '#engine/model/wire';

export type { ChangeSet, DefinitionChange, SettledConflict } from './change-set.ts';
export type * from './state/stored-fields.ts';

/** The effective definitions at one version: compiled, immutable, replaced as a whole. */
export interface DefinitionSnapshot extends ModuleCatalog {
  /** The active module of this name; undefined: there is none. */
  module(name: string): CompiledModule | undefined;
  /** The definitions of modules that are inactive, but not marked as deleted, by stable id. */
  readonly inactiveModules: ReadonlyMap<string, ModuleDefinition>;
  /** By stable id, which is the `_id` of the mirrored record and the value in a user's `roles`. */
  readonly roles: ReadonlyMap<string, RoleDefinition>;
  /** By key. */
  readonly settings: ReadonlyMap<string, SettingDefinition>;
  /** All menus. */
  readonly menus: readonly MenuDefinition[];
  /** The workflows, with their `version` as in the snapshot. */
  readonly workflows: WorkflowDirectory;
  /** The permissions that plugins declare and roles can grant, by name. */
  readonly permissions: ReadonlyMap<string, PluginPermissionView>;
  /** Effective layouts of all modules, including generated ones. */
  readonly layouts: readonly LayoutDefinition[];
  /**
   * The layout of a view for a user with these roles (ids or names) in an application (default 'main'): that of their role, else the common
   * one, and of the application before those of the main one. Every active module has one.
   */
  layout(module: string, view: LayoutView, roles: readonly string[], app?: LayoutApp): LayoutDefinition | undefined;
  /** The first menu that includes the user type, without those of the administration; undefined: none does. */
  menu(userType: UserType): MenuDefinition | undefined;
  /** All references to a definition or field: 'module/tickets', 'field/tickets.name', 'dropdown/ticket_state', 'role/Clerk'. */
  references(target: string): readonly DefinitionReference[];
  /** The filter variables that modules declare, with the modules, in the order of the modules. */
  readonly userVariables: readonly DeclaredVariable[];
  /** When customizations created a module, and when they last changed it; null: they did not. */
  moduleTimes(id: string): ModuleTimes;
  /** Conflicts between the base and the customizations. */
  readonly conflicts: readonly DefinitionConflict[];
  /** Earlier names that the API accepts like the current ones. */
  readonly aliases: AliasDirectory;
  /** The names that modules had. */
  readonly moduleNames: ModuleNameDirectory;
  /**
   * Upgrades a stored record to the current fields of its module: renamed fields get their new names, removed fields are
   * dropped, and values name modules by their current names. Returns the same object when nothing changed. Encrypted values of fields with
   * another type are converted only if `open` decrypts them; they are in plaintext then.
   */
  upgradeDocument(
    module: CompiledModule,
    stored: { readonly document: RecordDocument; readonly definitionVersion: number },
    open?: OpenValue,
  ): RecordDocument;
  /**
   * The values of inactive fields in a stored record, such as those of a plugin that is switched off, under names that no field
   * has. A write of the record must contain them. Undefined: it has none.
   */
  inactiveValues(
    module: CompiledModule,
    stored: { readonly document: RecordDocument; readonly definitionVersion: number },
  ): JsonObject | undefined;
  /** The inactive fields of a module, by its stable id. */
  inactiveFields(moduleId: string): readonly InactiveField[];
  /** What became of the field that a version of the definitions names so, by the stable id of its module. */
  traceField(moduleId: string, name: string, version: number): FieldFate;
  /** All names that a field has had, by its current name or, for a removed field, its stable id. */
  listFieldNames(moduleId: string, name: string): readonly string[];
  /** Why stored records of a module have to be rewritten; undefined: they need not be. */
  storedFieldChanges(moduleId: string): StoredFieldChanges | undefined;
}

/** The workflows of a snapshot. A broken one is among them as inactive. */
export interface WorkflowDirectory {
  /** All of them, active or not, by weight and then name. */
  readonly all: readonly WorkflowDefinition[];
  /** The workflow with this stable id. */
  byId(id: string): WorkflowDefinition | undefined;
  /** Why a workflow is inactive that should run; undefined: it is not broken. */
  problemOf(id: string): string | undefined;
  /** ISO time of the last change by an admin; undefined: none. */
  changedAt(id: string): string | undefined;
  /** The active workflows of a module, by weight and then name. */
  of(module: string): readonly WorkflowDefinition[];
}

/** An earlier name of a module, a field or a relation, which the API accepts like the current one until an admin removes it. */
export interface NameAlias {
  /** Another rename of the same thing makes an alias with another id. */
  readonly id: string;
  /** What was renamed. */
  readonly kind: 'module' | 'field' | 'relation';
  /** Current name of the module that it is an alias of, or whose field or relation it is an alias of. */
  readonly module: string;
  /** The earlier name. */
  readonly alias: string;
  /** The current name. */
  readonly name: string;
  /** The current label. */
  readonly label: string;
  /** The path of the endpoints of the module under its earlier name; undefined: the path is the same, or not of a module. */
  readonly path: string | undefined;
  /** The change-set that renamed it. */
  readonly changeSet: ChangeSet;
}

/** The aliases that are in effect. */
export interface AliasDirectory {
  /** Oldest first. */
  readonly all: readonly NameAlias[];
  /** The alias of a module with this name. */
  module(name: string): NameAlias | undefined;
  /** The alias of a module whose endpoints had this path: '/api/old-name'. */
  path(path: string): NameAlias | undefined;
  /** The alias of a field or relation of the module, by current name of the module. */
  part(module: string, name: string): NameAlias | undefined;
}

/** ISO times of the customizations of a module. */
export interface ModuleTimes {
  /** When it was created; null: it is part of the product or of a plugin. */
  readonly createdAt: string | null;
  /** When it was last changed; null: never. */
  readonly updatedAt: string | null;
}

/** A permission of a plugin, as admins see it. */
export interface PluginPermissionView extends DeclaredPermission {
  /** Name of the plugin. */
  readonly plugin: string;
}

/** A `userVariable` and the module that declares it. */
export interface DeclaredVariable extends UserVariable {
  /** The module that declares it. */
  readonly module: CompiledModule;
}

/** A reference to a definition or field, and its position. */
export interface DefinitionReference {
  /** 'layout/tickets.grid', 'module/invoices', 'role/Clerk', 'plugin/tickets'. */
  readonly from: string;
  /** Position inside it: '/sections/0/fields/2'; of a plugin, what it declares. */
  readonly path: string;
}

/** A property that both an upgrade of the base and a customization changed; the customization has priority. */
export interface DefinitionConflict {
  /** Kind of the artifact. */
  readonly kind: DefinitionKind;
  /** Stable id of the artifact. */
  readonly id: string;
  /** 'module/tickets'. */
  readonly artifact: string;
  /** Position inside: '/fields/tickets_state/label'. */
  readonly path: string;
  /** Id of the change-set that customized it. */
  readonly changeSet: string;
  /** The value of the base when it was customized; undefined: none. */
  readonly before: unknown;
  /** The current value of the base; undefined: none. */
  readonly base: unknown;
  /** The customized value; undefined: none. */
  readonly customized: unknown;
  /** Stable id of the customized artifact or field, if the base has added another one with the same name; absent: the same thing changed. */
  readonly replaces?: string;
}

/** A conflict that an admin settles: the customized value stays, or that of the base replaces it. */
export interface ConflictChoice {
  readonly artifact: string;
  readonly path: string;
  readonly use: 'customized' | 'base';
}

/** One artifact to publish; a `definition` of null or undefined removes it. */
export interface DefinitionInput {
  readonly kind: DefinitionKind;
  readonly id: string;
  readonly definition: unknown;
}

/** A setting, where its default comes from, and who changed it. */
export interface SettingState {
  /** With the value that is used. */
  readonly definition: SettingDefinition;
  /** The value without customizations; undefined: an admin made the setting. */
  readonly base: SettingDefinition | undefined;
  /** Who defines it: the engine, the product, a plugin, or an admin. */
  readonly source: DefinitionOrigin;
  /** The schemas of its value with the options that exist now; undefined: it has none. */
  readonly schema: JsonObject | undefined;
  /** Why the value that an admin entered is not used; empty: it is, or nobody entered one. */
  readonly problems: readonly string[];
  /** The last change by an admin; undefined: none. */
  readonly changed: Pick<ChangeSet, 'definitionVersion' | 'author' | 'at'> | undefined;
}

/** An effective definition of any kind, with its base. */
export interface ArtifactState {
  readonly kind: DefinitionKind;
  /** Stable id. */
  readonly id: string;
  /** 'layout/tickets.grid': its name in the reference index. */
  readonly artifact: string;
  readonly definition: AnyDefinition;
  /** Without customizations; undefined: an admin made it. */
  readonly base: AnyDefinition | undefined;
  readonly source: DefinitionOrigin;
}

/** Who defines a setting, or another artifact. */
export type DefinitionOrigin = { readonly kind: 'engine' | 'product' | 'admin' } | { readonly kind: 'plugin'; readonly plugin: string };

/** The changes for the effective definitions that they will be applied to; the change-sets are those that led to them, oldest first. */
export type MakeChanges = (current: DefinitionSet, changeSets: readonly ChangeSet[]) => readonly DefinitionInput[];

/** The changes to publish and their author. */
export interface PublishInput {
  /** Id of the user; undefined: the system. */
  readonly author: string | undefined;
  /** The changes; a function is called again for each try. */
  readonly changes: readonly DefinitionInput[] | MakeChanges;
  /** Conflicts between the base and the customizations to settle in the same change-set; default: none. */
  readonly conflicts?: readonly ConflictChoice[] | undefined;
  /** Id of the change-set, such as that of its draft; default: a new one. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** Id of the change-set that this one reverts. */
  readonly reverts?: string | undefined;
  /** Throws if something that the changes are based on has changed since; called with the stored change-sets, again for each try. */
  readonly assertCurrent?: ((changeSets: readonly ChangeSet[]) => void) | undefined;
  /**
   * Writes in the same commit as the change-set, such as the response of its request; computed from the new definitions,
   * again for each try.
   */
  readonly extraWrites?: ((snapshot: DefinitionSnapshot) => Promise<readonly StoreWrite[]>) | undefined;
  /**
   * Called with the checked definitions before anything is written, again for each try: throws to refuse them, or returns writes
   * for the same commit.
   */
  readonly review?: ((review: PublishReview) => Promise<readonly StoreWrite[]>) | undefined;
  /**
   * Whether the values of a removed field or module stay, by its stable id: one that is added with the same id has them again.
   * Default: those of fields are removed for good, in the background.
   */
  readonly keepsValues?: ((id: string) => boolean) | undefined;
  /** Removed fields and modules of earlier change-sets whose values stayed and are removed for good now. */
  readonly clears?: ClearedValues | undefined;
  /** Ids of aliases that are removed. */
  readonly removesAliases?: readonly string[] | undefined;
  /** The conversion that it completes: all records have the keys of the new types. */
  readonly conversion?: string | undefined;
}

/** A conversion to begin: what will be published when it is complete. */
export interface ConversionInput extends Pick<PublishInput, 'changes' | 'keepsValues' | 'review'> {
  /** Its name for `publish` and `endConversion`. One that has begun is replaced. */
  readonly id: string;
  /** What becomes of values that cannot be converted. */
  readonly choose: (change: TypeChange) => Pick<FieldConversion, 'map' | 'clears'>;
  /** Writes in the same commit, computed from the conversions. */
  readonly extraWrites: (conversions: readonly BegunConversion[]) => Promise<readonly StoreWrite[]>;
}

/** A conversion of one field that has begun. */
export interface BegunConversion {
  readonly change: TypeChange;
  readonly conversion: FieldConversion;
  /** Id of the new key. */
  readonly key: string;
  /** Version of the definitions since which saves write it. */
  readonly version: number;
}

/** Values of what earlier change-sets removed. */
export interface ClearedValues {
  /** Names of fields by their stable ids, by the id of their module. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Ids of modules. Removing their records is up to the caller. */
  readonly modules: readonly string[];
}

/** What a publication of changes would do, without doing it. */
export interface PublicationPreview {
  /** Artifacts that differ, including the layouts of removed modules. */
  readonly changes: readonly DefinitionChange[];
  /** What prevents the publication: definitions that break a rule, and references to what is removed. */
  readonly problems: readonly PreviewProblem[];
  /** New parts of the changed artifacts that would have no effect. */
  readonly warnings: readonly PreviewProblem[];
  /** The definitions before and after; undefined: problems prevent compiling them. */
  readonly review: PublishReview | undefined;
}

/** A problem, with the changed artifact that it is in; without one, it is in another artifact. */
export interface PreviewProblem extends DefinitionProblem {
  readonly kind?: DefinitionKind;
  readonly id?: string;
  /** Absent: it is in no definition. */
  readonly place?: ProblemPlace | undefined;
}

/** A field whose stored values need another form: an id that stays, with another comparison or a list that becomes one value. */
export interface TypeChange {
  readonly module: CompiledModule;
  readonly before: CompiledField;
  readonly after: CompiledField;
  /** Stored values have the form of the new type already; some may break its limits. */
  readonly keepsForm: boolean;
}

/** The definitions before and after a publication, and what it removes. */
export interface PublishReview {
  /** Id of the change-set that is published; of a preview, an id that no change-set gets. */
  readonly changeSet: string;
  readonly before: DefinitionSnapshot;
  readonly after: DefinitionSnapshot;
  /** The fields that it removes: their names by their stable ids, by the id of their module. */
  readonly removedFields: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Ids of the modules that it removes. */
  readonly removedModules: ReadonlySet<string>;
  /** The fields whose values are to be converted before it can be published: see `Registry.beginConversion`. */
  readonly conversions: readonly TypeChange[];
}

/** Loads, merges, compiles and versions definitions, and applies their collections and indexes to the store. */
export interface Registry {
  /** The active snapshot; `refresh` compares it with the store's version. */
  current(): DefinitionSnapshot;
  /** Reloads when the store's definitions version is newer than the snapshot's; cheap when it is not. */
  refresh(storeVersion: number): Promise<DefinitionSnapshot>;
  /** Calls the listener after each change of the active snapshot in this process. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
  /** Runs work that must not wait for a newer snapshot, while nothing in this process replaces the active one. Errors: of the work. */
  whileCurrent<Result>(work: (snapshot: DefinitionSnapshot) => Promise<Result>): Promise<Result>;
  /** Reads the definition files again and, when they changed and are valid, activates them on every node. */
  reload(): Promise<DefinitionSnapshot>;
  /**
   * Publishes a change-set immediately: checks it and everything that refers to it, writes it, mirrors roles and increases
   * the definitions' version in one commit. Errors: definition_invalid (all problems in details), definition_not_found (also for
   * a conflict that is settled already), definition_in_use (`references` in data), module_locked.
   */
  publish(input: PublishInput): Promise<DefinitionSnapshot>;
  /**
   * Begins the conversion of the values of all fields that get another type by these changes: from then on every save writes the keys
   * of the old and the new types, and nothing else changes. Returns false, and does nothing, if no value is to be converted. Errors:
   * those of `publish`.
   */
  beginConversion(input: ConversionInput): Promise<boolean>;
  /** Ends a conversion that is not to be published. Does nothing if there is none of this id. Errors: of the store. */
  endConversion(id: string, extraWrites: () => Promise<readonly StoreWrite[]>): Promise<void>;
  /**
   * Checks changes as `publish` does, with all problems at once, and changes nothing; the values of `conversion`, if it has begun, count
   * as converted. Errors: of the store.
   */
  preview(changes: PublishInput['changes'], conversion?: string): Promise<PublicationPreview>;
  /** The effective definitions, as they would be exported. */
  definitions(): DefinitionSet;
  /**
   * Why the last good definitions are active instead of the current ones: file (or artifact), position inside and cause.
   * Empty without problems.
   */
  problems(): readonly { readonly file: string; readonly path: string; readonly cause: string }[];
  /** Parts of the active definitions that have no effect, such as a relate to a module that is not defined. */
  ignoredParts(): readonly { readonly file: string; readonly path: string; readonly cause: string }[];
  /** Values of settings that admins entered and that break their schemas; the defaults are used instead. */
  replacedSettings(): readonly { readonly file: string; readonly path: string; readonly cause: string }[];
  /** Why workflows are inactive that should run: file (or artifact), position inside and cause. */
  brokenWorkflows(): readonly { readonly file: string; readonly path: string; readonly cause: string }[];
  /** The effective definitions of all kinds with their bases and origins, also inactive ones. */
  artifacts(): readonly ArtifactState[];
  /** The settings with their defaults and origins, in the order of the definitions. */
  settings(): readonly SettingState[];
  /** All change-sets, oldest first. */
  changeSets(): Promise<readonly ChangeSet[]>;
  /** Writes the effective definitions as files, in the layout of `definitions/`. Returns the paths written, relative to the folder. */
  exportDefinitions(folder: string): Promise<readonly string[]>;
}
