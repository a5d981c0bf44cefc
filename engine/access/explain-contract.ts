import type { CompiledModule, ModuleCatalog } from '#engine/model/compiled';
import { lowercaseLabel, type RecordDocument } from '#engine/model/values';
import type { AccessExplanation, AccessGrant, AccessReason, RecordAction } from '#engine/model/wire';
import { rolesFor } from './combine-roles.ts';
import { describePerson, type Person } from './explained-person.ts';
import type { Rights } from './rights.ts';

/** Input of an access check: whether a user with these rights may perform the action. */
export interface ExplainAccessInput {
  readonly rights: Rights;
  /** The name of the user; absent: the user reads the explanation, which addresses them as "you". */
  readonly name?: string | undefined;
  readonly module: CompiledModule;
  readonly action: RecordAction;
  /** The record as stored; absent for a check of the module as a whole. */
  readonly document?: RecordDocument | undefined;
  /** Whether the record is visible to the user; not needed for unrestricted rights. */
  readonly canSee?: boolean | undefined;
  readonly field?: string | undefined;
  /** Whether the level of the action, for editing or deleting, covers the record; not needed for unrestricted rights. */
  readonly isCovered?: boolean | undefined;
  /** Whether the level for deleting covers the record, which decides whether a deleted one is seen. */
  readonly canDelete?: boolean | undefined;
  /** Given to System Admins only: the rules of roles are then put into words, with fields that the user may not see. */
  readonly catalog?: ModuleCatalog | undefined;
  /** Whether the condition `readOnlyWhen` of the field holds for the record, so that nobody may change it now. */
  readonly isLocked?: boolean | undefined;
  /** Somebody acts as the user. */
  readonly isImpersonated?: boolean | undefined;
}

/** The outcome of one rule. `isFinal`: the rule passes and no later rule can deny. */
export interface RuleOutcome {
  readonly reason: Omit<AccessReason, 'decides'>;
  readonly isFinal?: boolean;
  readonly grant?: AccessGrant | undefined;
}

/** A rule; it has no outcome where it does not apply. */
export type Rule = (input: ExplainAccessInput) => readonly RuleOutcome[];

/** The explanation by the first outcome that denies or is final, else by the last one. */
export function decide(outcomes: Iterable<RuleOutcome>): AccessExplanation {
  const reasons: AccessReason[] = [];
  for (const { reason, isFinal, grant } of outcomes) {
    const stops = isFinal === true || !reason.passes;
    reasons.push({ ...reason, decides: stops });
    if (stops) return { allowed: reason.passes, reasons, ...(grant === undefined ? {} : { grant }) };
  }
  const last = reasons.pop();
  if (last !== undefined) reasons.push({ ...last, decides: true });
  return { allowed: true, reasons };
}

type WhoseRights = Pick<ExplainAccessInput, 'rights' | 'name'>;

export function explainUser({ rights, ...input }: WhoseRights): readonly RuleOutcome[] {
  const text = `${personOf(input).possessive} account is ${rights.active ? 'active' : 'not active'}.`;
  return [{ reason: { rule: 'user_active', passes: rights.active, text } }];
}

export function explainAdmin({ rights }: WhoseRights): readonly RuleOutcome[] {
  return rights.unrestricted
    ? [{ isFinal: true, reason: { rule: 'system_admin', passes: true, text: 'A System Admin passes every check.' } }]
    : [];
}

/** A grant that changes one of the user's roles: the first with access to the module, else the first of all. */
export function grantByRole(change: {
  readonly rights: Rights;
  readonly module: CompiledModule;
  readonly property: string;
  readonly value: string | boolean;
  /** Of the field that it is about. */
  readonly label?: string;
}): AccessGrant {
  const { rights, module, property, value, label } = change;
  const role = rolesFor(rights.roles, module.name)[0] ?? rights.roles[0];
  return {
    ...{ kind: 'role', module: module.name, property, value },
    ...(role === undefined ? {} : { role: role.name, roleId: role.id }),
    ...(label === undefined ? {} : { label }),
  };
}

/** The narrowest level that covers a record, or the user's own records if it is about the module. */
export function levelFor({ rights, module, document }: Pick<ExplainAccessInput, 'rights' | 'module' | 'document'>): 'All' | 'Owner' {
  const isOwn = document === undefined ? module.fields.has('assigned_to') : rights.owns(document);
  return isOwn ? 'Owner' : 'All';
}

/** The record is assigned to the user. */
export function grantToOwner({ rights, module }: Pick<ExplainAccessInput, 'rights' | 'module'>): AccessGrant {
  return { kind: 'owner', module: module.name, property: 'assigned_to', value: rights.userId ?? '' };
}

export function personOf({ name }: Pick<ExplainAccessInput, 'name'>): Person {
  return describePerson(name);
}

export function recordsOf({ label }: CompiledModule): string {
  return lowercaseLabel(label);
}

export function recordOf({ labelSingular }: CompiledModule): string {
  return lowercaseLabel(labelSingular);
}

/** 'This tool', at the beginning of a sentence. */
export function thisRecord(module: CompiledModule): string {
  return `This ${recordOf(module)}`;
}

export function ownRecords(module: CompiledModule, { pronoun }: Person): string {
  return `${recordsOf(module)} assigned to ${pronoun}`;
}

export function isWriting(action: RecordAction): boolean {
  return action === 'create' || action === 'edit' || action === 'mass_update';
}
