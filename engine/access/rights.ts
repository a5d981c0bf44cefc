import type { CompiledModule } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { RoleDefinition, UserType } from '#engine/model/definitions';
import type { ModuleRightsView, FieldRightsView } from '#engine/model/wire';

/** The rights on a module, combined from all roles of a user: the widest level that any role gives. */
export interface ModuleRights extends ModuleRightsView {
  /** May read the module's sensitive fields in plaintext. */
  readonly sensitive: boolean;
}

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
  /** The record is assigned to the user. */
  owns(document: RecordDocument): boolean;
}

/** One evaluated rule of an explanation, in order of evaluation. */
export interface AccessReason {
  readonly rule: string;
  readonly passes: boolean;
  /** True for the rule that determined the result. */
  readonly decides: boolean;
  readonly role?: string;
  readonly team?: string;
  readonly text: string;
}

/** The smallest change that would allow the denied action. */
export interface AccessGrant {
  readonly kind: 'role' | 'team' | 'owner';
  readonly role?: string;
  readonly module: string;
  readonly property: string;
  readonly value: string | boolean;
}

export interface AccessExplanation {
  readonly allowed: boolean;
  readonly reasons: readonly AccessReason[];
  readonly grant?: AccessGrant;
}

export type RecordAction = 'view' | 'create' | 'edit' | 'delete' | 'export' | 'mass_update';
