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

/** One evaluated rule of an explanation, in order of evaluation. */
export interface AccessReason {
  /** For programs: 'user_active', 'system_admin', 'module_access' … */
  readonly rule: string;
  /** Whether the rule allows the action. */
  readonly passes: boolean;
  /** True for the rule that determined the result. */
  readonly decides: boolean;
  /** Name of the role that gives the right; absent: no role does. */
  readonly role?: string;
  /** Id of the team through which the record is visible; absent: no team is involved. */
  readonly team?: string;
  /** For people: a sentence. */
  readonly text: string;
}

/** The smallest change that would allow the denied action. */
export interface AccessGrant {
  /** What would have to change: a role of the user, their teams, or the owner of the record. */
  readonly kind: 'role' | 'team' | 'owner';
  /** Name of the role; absent: the user has no role that could be changed, or no role is involved. */
  readonly role?: string;
  /** Name of the module that the change applies to. */
  readonly module: string;
  /** The property to change: of a role 'access', 'edit' … or 'field_access.<field>'; 'teams' of the user; 'assigned_to' of the record. */
  readonly property: string;
  /** Its new value; for 'teams' the id of the team to join, for 'assigned_to' the id of the user. */
  readonly value: string | boolean;
}

/** Whether an action is allowed, and why. */
export interface AccessExplanation {
  /** Whether the user may perform the action. */
  readonly allowed: boolean;
  /** The rules in the order of evaluation, up to the one that decides. */
  readonly reasons: readonly AccessReason[];
  /** The smallest change that would allow a denied action; absent: it is allowed, or no single change would. */
  readonly grant?: AccessGrant;
}

/** What a user does with a record, or with the records of a module. */
export type RecordAction = 'view' | 'create' | 'edit' | 'delete' | 'export' | 'mass_update';
