import type { CompiledModule } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { RoleDefinition, UserType } from '#engine/model/definitions';
import type { FieldRightsView } from '#engine/model/wire';
import type { ModuleRights } from './module-rights.ts';
import type { Visibility } from './visibility.ts';

/** The rights on a field: on all visible records, only on own records, or none. */
export type FieldRights = FieldRightsView;

/** The rights of one user at one version of rights and definitions. Immutable; cached until a version changes. */
export interface Rights {
  /** Id of the user; undefined: the product itself. */
  readonly userId: string | undefined;
  /** The type of the user. */
  readonly userType: UserType;
  /** The user exists, is active and not deleted. */
  readonly active: boolean;
  /** System Admin, or the product itself: passes every check. */
  readonly unrestricted: boolean;
  /** The roles of the user. */
  readonly roles: readonly RoleDefinition[];
  /** Ids of the teams that the user belongs to. Everyone also belongs to the Global team. */
  readonly teams: readonly string[];
  /** Ids of the records that represent the user, by variable (`userVariable` of modules). */
  readonly ofUser: { readonly [variable: string]: string };
  /** The rights of the user of an API token, which its scopes narrow to these; absent: nothing narrows them. */
  readonly narrowedFrom?: Rights;
  /** A user of a type in the setting `staff_user_types`, or a System Admin, who can read the names of users, teams and roles. */
  readonly isStaff: boolean;
  /** The rights on a module; none on an unknown one. */
  module(name: string): ModuleRights;
  /** The rights on a field of a module. */
  field(module: string, field: string): FieldRights;
  /** Whether a role of the user grants a permission of a plugin, by its name. */
  hasPermission(name: string): boolean;
  /** The records of a module that are visible to the user, as a filter over its keys (without `deleted`); `undefined`: all records. */
  visibilityFilter(module: CompiledModule): FilterNode | undefined;
  /** The user has no access to the module, but as staff may read `_id` and the name field of its records. */
  namesOnly(module: CompiledModule): boolean;
  /** Whether the user may read the names of a module's records, including records that they may not open. */
  canReadNames(module: CompiledModule): boolean;
  /** Whether the user may filter, sort and group by a field: it must be readable on every visible record. */
  canFilter(module: CompiledModule, field: string): boolean;
  /** Whether one stored record is visible; `undefined` if only the store can determine it (a row rule on related records). */
  canSee(module: CompiledModule, document: RecordDocument): boolean | undefined;
  /**
   * The records that the level 'Rule' of a right covers, of those that are visible; none for another level. Its `test` returns
   * `undefined` if only the store can determine it.
   */
  ruleOf(module: CompiledModule, right: 'edit' | 'delete'): Visibility;
  /** The record is assigned to the user. */
  owns(document: RecordDocument): boolean;
}
