import type { StoreWrite } from '../ports/index.ts';
import type { CompiledModule, DefinitionKind, DefinitionsByKind, LayoutDefinition, LayoutView, MenuDefinition, ModuleCatalog, RecordDocument, RoleDefinition, SettingDefinition, UserType } from '#engine/model';

/** The effective definitions at one version: compiled, immutable, swapped whole. */
export interface DefinitionSnapshot extends ModuleCatalog {
  module(name: string): CompiledModule | undefined;
  /** By stable id, which is the `_id` of the mirrored record and what a user's `roles` hold. */
  readonly roles: ReadonlyMap<string, RoleDefinition>;
  /** By key. */
  readonly settings: ReadonlyMap<string, SettingDefinition>;
  readonly menus: readonly MenuDefinition[];
  /** Effective layouts of all modules, generated ones too. */
  readonly layouts: readonly LayoutDefinition[];
  /** The layout of a view for someone with these roles (ids or names): their role's own, else the common one; every live module has one. */
  layout(module: string, view: LayoutView, roles: readonly string[]): LayoutDefinition | undefined;
  menu(userType: UserType): MenuDefinition | undefined;
  /** Everything that refers to a definition or field: 'module/leads', 'field/leads.first_name', 'dropdown/lead_status', 'role/Recruiter'. */
  references(target: string): readonly DefinitionReference[];
  /** Where the base and the site layer disagree. */
  readonly conflicts: readonly DefinitionConflict[];
  /** Brings a stored record to the fields that its module has now: renamed ones under their new names, removed ones gone. The same object when nothing changed. */
  upgradeDocument(module: CompiledModule, stored: { readonly document: RecordDocument; readonly definitionVersion: number }): RecordDocument;
}

/** Who refers to a definition or field, and where inside. */
export interface DefinitionReference {
  /** 'layout/leads.grid', 'module/jobs', 'role/Recruiter', 'plugin/leads'. */
  readonly from: string;
  readonly path: string;
}

/** A place where an upgrade of the base and a change of the site differ; what the site says stands. */
export interface DefinitionConflict {
  /** 'module/leads'. */
  readonly artifact: string;
  /** Place inside: '/fields/leads_status/label'. */
  readonly path: string;
  readonly changeSet: string;
  /** What the base says now, and what the site says (undefined: nothing). */
  readonly base: unknown;
  readonly customized: unknown;
}

/** A stored change of the site layer. */
export interface ChangeSet {
  readonly _id: string;
  /** Version of the definitions that it made; orders change-sets. */
  readonly definitionVersion: number;
  /** Id of the user, or null for the product itself. */
  readonly author: string | null;
  readonly at: string;
  readonly state: 'draft' | 'published' | 'reverted';
  readonly changes: readonly DefinitionChange[];
}

export interface DefinitionChange {
  readonly kind: DefinitionKind;
  /** Stable id of the artifact. */
  readonly id: string;
  /** The artifact before (null: it was not there) and after (null: taken away). */
  readonly before: DefinitionsByKind[DefinitionKind] | null;
  readonly after: DefinitionsByKind[DefinitionKind] | null;
}

/** One artifact to publish; `definition` null or undefined takes it away. */
export interface DefinitionInput {
  readonly kind: DefinitionKind;
  readonly id: string;
  readonly definition: unknown;
}

/** What to publish, and for whom. */
export interface PublishInput {
  /** Id of the user; undefined: the product itself. */
  readonly author: string | undefined;
  readonly changes: readonly DefinitionInput[];
  /** Writes that stand or fall with the change-set, such as the answer to its call; made of the definitions as they will be, anew at each try. */
  readonly extraWrites?: ((snapshot: DefinitionSnapshot) => Promise<readonly StoreWrite[]>) | undefined;
}

/** Loads, merges, compiles and versions definitions. Keeps the store's collections and indexes as the definitions want them. */
export interface Registry {
  /** The snapshot in force; checked against the store's version by `refresh`. */
  current(): DefinitionSnapshot;
  /** Reloads when the store's definitions version is newer than the snapshot's; cheap when it is not. */
  refresh(storeVersion: number): Promise<DefinitionSnapshot>;
  /** Reads the definition files again and, when they changed and are sound, puts them in force on every node. */
  reload(): Promise<DefinitionSnapshot>;
  /**
   * Publishes a change-set at once: checks it with all that refers to it, writes it, mirrors roles and raises the
   * definitions' version in one commit. Errors: definition_invalid (all problems in details), definition_not_found,
   * definition_in_use (`references` in data).
   */
  publish(input: PublishInput): Promise<DefinitionSnapshot>;
  /** What is wrong with the definitions, so that the last good ones serve: file (or artifact), place inside and cause. Empty when all is well. */
  problems(): readonly { readonly file: string; readonly path: string; readonly cause: string }[];
  /** All change-sets, oldest first. */
  changeSets(): Promise<readonly ChangeSet[]>;
  /** Writes the effective definitions as files, in the layout of `definitions/`. Answers the paths written, below the folder. */
  exportDefinitions(folder: string): Promise<readonly string[]>;
}
