import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { rolesFor } from './combine-roles.ts';
import type { AccessGrant, AccessReason, RecordAction, Rights } from './rights.ts';

/** Input of an access check: whether a user with these rights may perform the action. */
export interface ExplainAccessInput {
  readonly rights: Rights;
  readonly module: CompiledModule;
  readonly action: RecordAction;
  /** The record as stored; absent for a check of the module as a whole. */
  readonly document?: RecordDocument | undefined;
  /** Whether the record is visible to the user; not needed for unrestricted rights. */
  readonly canSee?: boolean | undefined;
  readonly field?: string | undefined;
  /** Whether the condition `readOnlyWhen` of the field holds for the record, so that nobody may change it now. */
  readonly isLocked?: boolean | undefined;
}

/** The outcome of one rule. `isFinal`: the rule passes and no later rule can deny. */
export interface RuleOutcome {
  readonly reason: Omit<AccessReason, 'decides'>;
  readonly isFinal?: boolean;
  readonly grant?: AccessGrant | undefined;
}

/** A grant that changes one of the user's roles: the first with access to the module, else the first of all. */
export function grantByRole(change: {
  readonly rights: Rights;
  readonly module: CompiledModule;
  readonly property: string;
  readonly value: string | boolean;
}): AccessGrant {
  const { rights, module, property, value } = change;
  const role = rolesFor(rights.roles, module.name)[0] ?? rights.roles[0];
  return { kind: 'role', module: module.name, property, value, ...(role === undefined ? {} : { role: role.name }) };
}
