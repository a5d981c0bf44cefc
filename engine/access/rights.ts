import type { CompiledModule, FilterNode, RecordDocument, RoleDefinition, UserType, ModuleRightsView, FieldRightsView } from '#engine/model';

/** What someone may do with a module, after all their roles are joined: the widest level that any gives. */
export interface ModuleRights extends ModuleRightsView {
  /** May read the module's sensitive fields in clear. */
  readonly sensitive: boolean;
}

/** What someone may do with a field: on all records that they see, on their own alone, or not at all. */
export type FieldRights = FieldRightsView;

/** The rights of one user at one version of rights and definitions. Immutable; cached until a version rises. */
export interface Rights {
  readonly userId: string | undefined;
  readonly userType: UserType;
  /** The user exists, is active and not deleted. */
  readonly active: boolean;
  /** System Admin, or the product itself: passes every check. */
  readonly unrestricted: boolean;
  readonly roles: readonly RoleDefinition[];
  /** Ids of the teams that the user belongs to; the Global team is everyone's. */
  readonly teams: readonly string[];
  /** The provider record of a Provider user. */
  readonly providerId: string | undefined;
  /** Someone of the house (not a Provider or Dashboard user): reads the names of users, teams and roles. */
  readonly isStaff: boolean;
  module(name: string): ModuleRights;
  field(module: string, field: string): FieldRights;
  /** What the user may see of a module, as a filter over its keys (without `deleted`); `undefined`: everything. */
  visibilityFilter(module: CompiledModule): FilterNode | undefined;
  /** No access to the module, but the names of its records are everyone's on the staff: `_id` and the name field alone. */
  namesOnly(module: CompiledModule): boolean;
  /** Whether the names of a module's records may be read, even of those that may not be opened. */
  canReadNames(module: CompiledModule): boolean;
  /** Whether the user may filter, sort and group by a field: it is seen on every record that they see. */
  canFilter(module: CompiledModule, field: string): boolean;
  /** Whether one stored record is within `visible`; `undefined` when only the store can tell (a row rule that looks at related records). */
  canSee(module: CompiledModule, document: RecordDocument): boolean | undefined;
  /** The record is assigned to the user. */
  owns(document: RecordDocument): boolean;
}

/** One rule that was looked at for an answer, in order. */
export interface AccessReason {
  readonly rule: string;
  readonly passes: boolean;
  /** True for the one that decided. */
  readonly decides: boolean;
  readonly role?: string;
  readonly team?: string;
  readonly text: string;
}

/** The smallest change that would allow what was refused. */
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
