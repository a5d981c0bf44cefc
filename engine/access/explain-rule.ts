import type { CompiledModule, RecordDocument } from '#engine/model';
import { rolesFor } from './combine-roles.ts';
import type { AccessGrant, AccessReason, RecordAction, Rights } from './rights.ts';

/** What is asked: may someone with these rights do this? */
export interface ExplainAccessInput {
  readonly rights: Rights;
  readonly module: CompiledModule;
  readonly action: RecordAction;
  /** The record as stored; absent: of the module at large. */
  readonly document?: RecordDocument | undefined;
  /** Whether the record is within what they see, for one who is not of the unrestricted. */
  readonly canSee?: boolean | undefined;
  readonly field?: string | undefined;
}

/** The outcome of one rule. `settles`: it passes and nothing after it can refuse. */
export interface RuleOutcome {
  readonly reason: Omit<AccessReason, 'decides'>;
  readonly isFinal?: boolean;
  readonly grant?: AccessGrant | undefined;
}

/** A change of one of the user's roles: the one that already names the module, else the first. */
export function grantByRole(change: { readonly rights: Rights; readonly module: CompiledModule; readonly property: string; readonly value: string | boolean }): AccessGrant {
  const { rights, module, property, value } = change;
  const role = rolesFor(rights.roles, module.name)[0] ?? rights.roles[0];
  return { kind: 'role', module: module.name, property, value, ...(role === undefined ? {} : { role: role.name }) };
}
