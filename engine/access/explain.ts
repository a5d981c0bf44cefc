import type { CompiledModule, CompiledField, ModuleCatalog } from '#engine/model/compiled';
import { lowercaseLabel, type RecordDocument } from '#engine/model/values';
import { isProfileField, RIGHTS_FIELDS, SIGN_IN_FIELDS } from './access-subject.ts';
import { describePerson, type Person } from './explained-person.ts';
import { describeCovered, nameRule, roleOfRule, type ExplainedRule } from './explained-rule.ts';
import { rolesFor } from './combine-roles.ts';
import type { AccessExplanation, AccessGrant, AccessReason, Rights, RecordAction } from './rights.ts';

type Rule = (input: ExplainAccessInput) => readonly RuleOutcome[];

const RULES: readonly Rule[] = [
  explainUser,
  explainReadOnly,
  explainOwnSignIn,
  explainAdmin,
  explainProfile,
  explainNames,
  explainModule,
  explainModuleRight,
  explainVisibility,
  explainLevel,
  explainField,
];

/** Evaluates the rules in order until one denies or is final. The result contains every evaluated rule. */
export function explainAccess(input: ExplainAccessInput): AccessExplanation {
  const reasons: AccessReason[] = [];
  for (const rule of RULES) {
    for (const outcome of rule(input)) {
      const stops = outcome.isFinal === true || !outcome.reason.passes;
      reasons.push({ ...outcome.reason, decides: stops });
      if (stops) return createExplanation(outcome.reason.passes, reasons, outcome.grant);
    }
  }
  const last = reasons.pop();
  if (last !== undefined) reasons.push({ ...last, decides: true });
  return createExplanation(true, reasons);
}

function createExplanation(allowed: boolean, reasons: readonly AccessReason[], grant?: AccessGrant): AccessExplanation {
  return grant === undefined ? { allowed, reasons } : { allowed, reasons, grant };
}

/** The result for a record that does not exist or that the requester may not see. */
export const NO_SUCH_RECORD: AccessExplanation = {
  allowed: false,
  reasons: [{ rule: 'record_exists', passes: false, decides: true, text: 'There is no such record.' }],
};

function explainUser({ rights, ...input }: ExplainAccessInput): readonly RuleOutcome[] {
  const text = `${personOf(input).possessive} account is ${rights.active ? 'active' : 'not active'}.`;
  return [{ reason: { rule: 'user_active', passes: rights.active, text } }];
}

function explainAdmin({ rights }: ExplainAccessInput): readonly RuleOutcome[] {
  return rights.unrestricted
    ? [{ isFinal: true, reason: { rule: 'system_admin', passes: true, text: 'A System Admin passes every check.' } }]
    : [];
}

/** No user changes what they sign in with by a save of their own record. */
function explainOwnSignIn({ rights, module, document, action, field: name, ...input }: ExplainAccessInput): readonly RuleOutcome[] {
  const isOwn = module.name === 'users' && document !== undefined && document._id === rights.userId;
  if (!isOwn || !isWriting(action) || name === undefined || !SIGN_IN_FIELDS.has(name)) return [];
  const label = module.fields.get(name)?.label ?? name;
  const text = `The password is needed to change ${personOf(input).possessiveInside} own ${label}: it is changed on the profile page.`;
  return [{ reason: { rule: 'own_sign_in', passes: false, text } }];
}

/** All users can view their own user record and change its profile fields. */
function explainProfile({ rights, module, document, action, field, ...input }: ExplainAccessInput): readonly RuleOutcome[] {
  if (module.name !== 'users' || document === undefined || document._id !== rights.userId) return [];
  const passes = action === 'view' || (action === 'edit' && (field === undefined || isProfileField(module, field)));
  const text = `This is ${personOf(input).possessiveInside} own record.`;
  return passes ? [{ isFinal: true, reason: { rule: 'own_profile', passes, text } }] : [];
}

function explainNames({ rights, module, action, document, field }: ExplainAccessInput): readonly RuleOutcome[] {
  if (action !== 'view' || document === undefined || !rights.namesOnly(module) || (field !== undefined && field !== module.nameField))
    return [];
  return [
    { isFinal: true, reason: { rule: 'names_readable', passes: true, text: `The names of ${module.label} are readable by all staff.` } },
  ];
}

function explainModule({ rights, module, ...input }: ExplainAccessInput): readonly RuleOutcome[] {
  const [role] = rolesFor(rights.roles, module.name);
  const tail = `gives ${personOf(input).object} access to ${recordsOf(module)}.`;
  if (role !== undefined)
    return [{ reason: { rule: 'module_access', passes: true, role: role.name, text: `The role ${role.name} ${tail}` } }];
  return [
    {
      reason: { rule: 'module_access', passes: false, text: `No role ${tail}` },
      grant: grantByRole({ rights, module, property: 'access', value: true }),
    },
  ];
}

function explainModuleRight({ rights, module, action, ...input }: ExplainAccessInput): readonly RuleOutcome[] {
  if (action !== 'create' && action !== 'export' && action !== 'mass_update') return [];
  const passes = rights.module(module.name)[action];
  const giver = rolesFor(rights.roles, module.name).find((role) => role.module_access[module.name]?.[action] === true);
  const what = action === 'mass_update' ? `change many ${recordsOf(module)} at once` : `${action} ${recordsOf(module)}`;
  const text = `${giver === undefined ? 'No role' : `The role ${giver.name}`} lets ${personOf(input).object} ${what}.`;
  const reason = { rule: action, passes, text, ...(giver === undefined ? {} : { role: giver.name }) };
  return [{ reason, grant: grantByRole({ rights, module, property: action, value: true }) }];
}

function explainVisibility({ rights, module, document, canSee, ...input }: ExplainAccessInput): readonly RuleOutcome[] {
  const { view, rules } = rights.module(module.name);
  const person = personOf(input);
  if (document === undefined)
    return view === 'None'
      ? [
          {
            reason: { rule: 'view', passes: false, text: `No role lets ${person.object} see ${recordsOf(module)}.` },
            grant: grantByRole({ rights, module, property: 'view', value: 'Owner' }),
          },
        ]
      : [];
  if (rights.owns(document) && canSee === true && (view !== 'Rule' || rules?.view?.own === true))
    return [{ reason: { rule: 'owner', passes: true, text: `${thisRecord(module)} is assigned to ${person.object}.` } }];
  const question = { rights, module, document, person, catalog: input.catalog };
  return [canSee === true ? visibleOutcome(question) : hiddenOutcome(question, view)];
}

type RecordQuestion = {
  readonly rights: Rights;
  readonly module: CompiledModule;
  readonly document: RecordDocument;
  readonly person: Person;
  readonly catalog: ModuleCatalog | undefined;
};

function visibleOutcome({ rights, module, document, person, catalog }: RecordQuestion): RuleOutcome {
  if (rights.module(module.name).view === 'Rule') {
    const rule: ExplainedRule = { rights, module, right: 'view', person, catalog };
    const text = `${nameRule(rule)} shows ${person.object} this ${recordOf(module)}.`;
    return { reason: { rule: 'role_rule', passes: true, text, ...roleOfRule(rule) } };
  }
  const team = teamsOf(document).find((id) => rights.teams.includes(id));
  if (module.rowRules[rights.userType] !== undefined)
    return {
      reason: {
        rule: 'row_rule',
        passes: true,
        text: `The rule for ${rights.userType} users shows ${person.object} this ${recordOf(module)}.`,
      },
    };
  if (!module.teamEnabled)
    return { reason: { rule: 'view', passes: true, text: `${person.subject} ${person.verb('see', 'sees')} all ${recordsOf(module)}.` } };
  const text =
    team === undefined
      ? `${thisRecord(module)} belongs to everyone (Global).`
      : `${person.subject} ${person.verb('are', 'is')} in a team of this ${recordOf(module)}.`;
  return { reason: { rule: 'teams', passes: true, text, ...(team === undefined ? {} : { team }) } };
}

function hiddenOutcome({ rights, module, document, person, catalog }: RecordQuestion, view: string): RuleOutcome {
  const toOwner: AccessGrant = { kind: 'owner', module: module.name, property: 'assigned_to', value: rights.userId ?? '' };
  if (view === 'Rule') {
    const rule: ExplainedRule = { rights, module, right: 'view', person, catalog };
    const text = `${person.subject} ${person.verb('see', 'sees')} ${describeCovered(rule)}.`;
    const isOwnEnough = rights.module(module.name).rules?.view?.own === true;
    const grant = isOwnEnough ? toOwner : grantByRole({ rights, module, property: 'view', value: 'All' });
    return { reason: { rule: 'role_rule', passes: false, text, ...roleOfRule(rule) }, grant };
  }
  if (view === 'Owner')
    return {
      reason: {
        rule: 'owner',
        passes: false,
        text: `${person.subject} ${person.verb('see', 'sees')} only ${ownRecords(module, person)}.`,
      },
      grant: toOwner,
    };
  if (view === 'None')
    return {
      reason: { rule: 'view', passes: false, text: `No role lets ${person.object} see ${recordsOf(module)}.` },
      grant: grantByRole({ rights, module, property: 'view', value: 'All' }),
    };
  if (module.rowRules[rights.userType] !== undefined)
    return {
      reason: {
        rule: 'row_rule',
        passes: false,
        text: `The rule for ${rights.userType} users does not show ${person.object} this ${recordOf(module)}.`,
      },
    };
  const [team] = teamsOf(document);
  const grant: AccessGrant = team === undefined ? toOwner : { kind: 'team', module: module.name, property: 'teams', value: team };
  const text = `${person.subject} ${person.verb('are', 'is')} in none of the teams of this ${recordOf(module)}, and it is not assigned to ${person.pronoun}.`;
  return { reason: { rule: 'teams', passes: false, text }, grant };
}

function explainLevel({ rights, module, action, document, ...input }: ExplainAccessInput): readonly RuleOutcome[] {
  if (action !== 'edit' && action !== 'delete') return [];
  const level = rights.module(module.name)[action];
  const owns = document !== undefined && rights.owns(document);
  const person = personOf(input);
  const may = `${person.subject} may ${action}`;
  if (level === 'All')
    return [{ reason: { rule: action, passes: true, text: `${may} all ${recordsOf(module)} that ${person.pronounSubject} can see.` } }];
  if (level === 'Owner' && (owns || document === undefined))
    return [{ reason: { rule: action, passes: true, text: `${may} ${ownRecords(module, person)}.` } }];
  if (level === 'Owner') {
    const grant: AccessGrant = { kind: 'owner', module: module.name, property: 'assigned_to', value: rights.userId ?? '' };
    return [{ reason: { rule: action, passes: false, text: `${may} only ${ownRecords(module, person)}.` }, grant }];
  }
  if (level === 'Rule') return [ruleOutcome({ rights, module, right: action, person, catalog: input.catalog }, document, input.isCovered)];
  return [
    {
      reason: { rule: action, passes: false, text: `No role lets ${person.object} ${action} ${recordsOf(module)}.` },
      grant: grantByRole({ rights, module, property: action, value: owns ? 'Owner' : 'All' }),
    },
  ];
}

/** The rules of roles for editing or deleting. */
function ruleOutcome(rule: ExplainedRule, document: RecordDocument | undefined, isCovered: boolean | undefined): RuleOutcome {
  const { rights, module, right, person } = rule;
  const passes = document === undefined || isCovered === true;
  const own = rights.module(module.name).rules?.[right]?.own === true;
  const may = `${person.subject} may ${right}`;
  if (document !== undefined && own && rights.owns(document))
    return { reason: { rule: right, passes: true, text: `${may} ${ownRecords(module, person)}.` } };
  const text =
    document !== undefined && passes
      ? `${nameRule(rule)} lets ${person.object} ${right} this ${recordOf(module)}.`
      : `${may} ${describeCovered(rule)}.`;
  const grant: AccessGrant = own
    ? { kind: 'owner', module: module.name, property: 'assigned_to', value: rights.userId ?? '' }
    : grantByRole({ rights, module, property: right, value: 'All' });
  return { reason: { rule: right, passes, text, ...roleOfRule(rule) }, ...(passes ? {} : { grant }) };
}

function personOf({ name }: Pick<ExplainAccessInput, 'name'>): Person {
  return describePerson(name);
}

function recordsOf({ label }: CompiledModule): string {
  return lowercaseLabel(label);
}

function recordOf({ labelSingular }: CompiledModule): string {
  return lowercaseLabel(labelSingular);
}

function thisRecord(module: CompiledModule): string {
  return `This ${recordOf(module)}`;
}

function ownRecords(module: CompiledModule, { pronoun }: Person): string {
  return `${recordsOf(module)} assigned to ${pronoun}`;
}

function teamsOf(document: RecordDocument): readonly string[] {
  const teams = document['teams'];
  return Array.isArray(teams) ? teams.filter((id): id is string => typeof id === 'string') : [];
}

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
  /** Given to System Admins only: the rules of roles are then put into words, with fields that the user may not see. */
  readonly catalog?: ModuleCatalog | undefined;
  /** Whether the condition `readOnlyWhen` of the field holds for the record, so that nobody may change it now. */
  readonly isLocked?: boolean | undefined;
}

/** The outcome of one rule. `isFinal`: the rule passes and no later rule can deny. */
interface RuleOutcome {
  readonly reason: Omit<AccessReason, 'decides'>;
  readonly isFinal?: boolean;
  readonly grant?: AccessGrant | undefined;
}

/** A grant that changes one of the user's roles: the first with access to the module, else the first of all. */
function grantByRole(change: {
  readonly rights: Rights;
  readonly module: CompiledModule;
  readonly property: string;
  readonly value: string | boolean;
}): AccessGrant {
  const { rights, module, property, value } = change;
  const role = rolesFor(rights.roles, module.name)[0] ?? rights.roles[0];
  return { kind: 'role', module: module.name, property, value, ...(role === undefined ? {} : { role: role.name }) };
}

/** Fields that only the product sets, or that their condition locks, cannot be changed by any user, including System Admins. */
function explainReadOnly({ module, field: name, action, isLocked }: ExplainAccessInput): readonly RuleOutcome[] {
  const field = name === undefined ? undefined : module.fields.get(name);
  if (field === undefined || field.definition.internal === true || !isWriting(action)) return [];
  if (isLocked === true)
    return [{ reason: { rule: 'read_only_when', passes: false, text: `${field.label} cannot be changed while the record is as it is.` } }];
  if (!isReadOnly(field)) return [];
  return [{ reason: { rule: 'field_write', passes: false, text: `${field.label} is set by the product.` } }];
}

function isWriting(action: ExplainAccessInput['action']): boolean {
  return action === 'create' || action === 'edit' || action === 'mass_update';
}

function isReadOnly({ system, definition }: CompiledField): boolean {
  return system || definition.readOnly === true || definition.inputType === 'AutoIncrement';
}

/** The rules of the field itself, checked after the module and record rules pass. */
function explainField(question: ExplainAccessInput): readonly RuleOutcome[] {
  if (question.field === undefined) return [];
  const field = question.module.fields.get(question.field);
  if (field === undefined || field.definition.internal === true)
    return [{ reason: { rule: 'field_exists', passes: false, text: 'There is no such field.' } }];
  const read = readOutcome(question, field);
  if (!read.reason.passes || !isWriting(question.action)) return [read];
  return [read, writeOutcome(question, field)];
}

function readOutcome({ rights, module, document, ...input }: ExplainAccessInput, field: CompiledField): RuleOutcome {
  const { read } = rights.field(module.name, field.name);
  const person = personOf(input);
  if (read === 'all') return { reason: { rule: 'field_read', passes: true, text: `${person.subject} may see ${field.label}.` } };
  const owns = document === undefined || rights.owns(document);
  const own = `on ${ownRecords(module, person)}`;
  if (read === 'owner' && owns)
    return { reason: { rule: 'field_read', passes: true, text: `${person.subject} may see ${field.label} ${own}.` } };
  const text =
    read === 'owner' ? `${person.subject} may see ${field.label} only ${own}.` : `Every role hides ${field.label} from ${person.object}.`;
  return {
    reason: { rule: 'field_read', passes: false, text },
    grant: grantByRole({ rights, module, property: `field_access.${field.name}`, value: 'read-only' }),
  };
}

function writeOutcome({ rights, module, document, action, ...input }: ExplainAccessInput, field: CompiledField): RuleOutcome {
  if (module.name === 'users' && RIGHTS_FIELDS.has(field.name))
    return { reason: { rule: 'field_write', passes: false, text: `Only a System Admin may change ${field.label}.` } };
  const { write } = rights.field(module.name, field.name);
  const person = personOf(input);
  const owns = document === undefined || rights.owns(document);
  if (write === 'all' || (write === 'owner' && owns && action !== 'mass_update'))
    return { reason: { rule: 'field_write', passes: true, text: `${person.subject} may change ${field.label}.` } };
  const text =
    write === 'owner'
      ? `${person.subject} may change ${field.label} only on ${ownRecords(module, person)}.`
      : `No role lets ${person.object} change ${field.label}.`;
  const value = document !== undefined && owns && action !== 'mass_update' ? 'read-owner-write' : 'read-write';
  return {
    reason: { rule: 'field_write', passes: false, text },
    grant: grantByRole({ rights, module, property: `field_access.${field.name}`, value }),
  };
}
