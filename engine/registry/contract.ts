import type { CompiledModule, DefinitionKind, DefinitionsByKind, DropdownDefinition, LayoutDefinition, LayoutView, MenuDefinition, ModuleCatalog, RoleDefinition, SettingDefinition, UserType } from '#engine/model';

/** The effective definitions at one version: compiled, immutable, swapped whole. */
export interface DefinitionSnapshot extends ModuleCatalog {
  module(name: string): CompiledModule | undefined;
  readonly roles: ReadonlyMap<string, RoleDefinition>;
  readonly settings: ReadonlyMap<string, SettingDefinition>;
  readonly menus: readonly MenuDefinition[];
  readonly layouts: readonly LayoutDefinition[];
  layout(module: string, view: LayoutView, roles: readonly string[]): LayoutDefinition | undefined;
  menu(userType: UserType): MenuDefinition | undefined;
  /** Everything that refers to a definition or field: 'module/leads', 'field/leads.first_name', 'dropdown/lead_status', 'role/Recruiter'. */
  references(target: string): readonly DefinitionReference[];
}

/** Who refers to a definition or field, and where inside. */
export interface DefinitionReference {
  /** 'layout/leads.grid', 'module/jobs', 'role/Recruiter', 'plugin/leads'. */
  readonly from: string;
  readonly path: string;
}

/** A stored change of the site layer. */
export interface ChangeSet {
  readonly _id: string;
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

/** Loads, merges, compiles and versions definitions. */
export interface Registry {
  /** The snapshot in force; checked against the store's version by `refresh`. */
  current(): DefinitionSnapshot;
  /** Reloads when the store's definitions version is newer than the snapshot's; cheap when it is not. */
  refresh(storeVersion: number): Promise<DefinitionSnapshot>;
  /** Publishes a one-item change-set at once. Errors: definition_invalid, definition_not_found, definition_in_use. */
  publish(input: { readonly author: string | undefined; readonly changes: readonly { readonly kind: DefinitionKind; readonly id: string; readonly definition: unknown }[] }): Promise<DefinitionSnapshot>;
}
