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
  /** Stable id of that role. */
  readonly roleId?: string;
  /** Name of the module that the change applies to; absent: it is a permission of a plugin. */
  readonly module?: string;
  /**
   * The property to change: of a role 'view', 'edit' … (with 'access', if it has none), 'field_access.<field>', 'sensitive_access' or
   * 'permissions'; 'teams' of the user; 'assigned_to' of the record.
   */
  readonly property: string;
  /** Its new value; for 'permissions' the name to add, for 'teams' the id of the team to join, for 'assigned_to' the id of the user. */
  readonly value: string | boolean;
  /** The label of the permission, or of the field, for people. */
  readonly label?: string;
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

/** What users do with records, in the order in which it is shown. */
export const RECORD_ACTIONS = ['view', 'create', 'edit', 'delete', 'export', 'mass_update'] as const;
/** What a user does with a record, or with the records of a module. */
export type RecordAction = (typeof RECORD_ACTIONS)[number];

/** What a user may do with a value: `masked`: they see that there is one. */
export const VALUE_LEVELS = ['none', 'masked', 'read', 'write'] as const;
export type ValueLevel = (typeof VALUE_LEVELS)[number];

/** Why a user may do something afterwards, or not. */
interface ComparedReason {
  /** The rule that decides, for programs. */
  readonly rule: string;
  /** Why: a sentence. */
  readonly text: string;
  /** Why it was so before. */
  readonly textBefore: string;
  /** The smallest change that would allow more; null: nothing is refused, or no single change would. */
  readonly grant: AccessGrant | null;
}

/** Whether a user may do something, before and after a draft is published. Without a draft both are the same. */
export interface ComparedRight extends ComparedReason {
  readonly before: boolean;
  readonly after: boolean;
}

/** What a user may do with a field, before and after a draft is published. */
export interface ComparedField extends ComparedReason {
  readonly name: string;
  readonly label: string;
  readonly before: ValueLevel;
  readonly after: ValueLevel;
  /** False: a condition of the field hides it on the record as it is, in forms and on pages. */
  readonly shown: boolean;
}

/** Whether a user has a permission of a plugin, before and after a draft is published. */
export interface ComparedPermission extends ComparedRight {
  /** 'tickets.merge'. */
  readonly name: string;
  readonly label: string;
  /** The plugin that declares it and checks it. */
  readonly plugin: string;
}

/** What a user may do with a record, or with the records of a module. */
export interface ComparedAccess {
  /** Name of the module. */
  readonly module: string;
  readonly label: string;
  /** null: it is about the module. */
  readonly record: { readonly _id: string; readonly name: string } | null;
  /** `create`, `export` and `mass_update` are rights on the module. */
  readonly rights: { readonly [action in RecordAction]: ComparedRight };
  readonly fields: readonly ComparedField[];
  /** The permissions of plugins, which depend on no module. */
  readonly permissions: readonly ComparedPermission[];
}

/** `GET /api/access/overview`: what a user may do now with a record, or with the records of a module. */
export interface AccessOverview {
  readonly user: { readonly _id: string; readonly name: string };
  readonly access: ComparedAccess;
}
