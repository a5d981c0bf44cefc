import { rowRuleOf, type CompiledModule, type ModuleCatalog } from '#engine/model/compiled';
import { describeFilter } from '#engine/model/filter';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { AccessExplanation, AccessGrant, RecordAction } from '#engine/model/wire';
import { isProfileField } from './access-subject.ts';
import {
  decide,
  explainAdmin,
  explainUser,
  grantByRole,
  grantToOwner,
  isWriting,
  levelFor,
  ownRecords,
  personOf,
  recordOf,
  recordsOf,
  thisRecord,
  type ExplainAccessInput,
  type Rule,
  type RuleOutcome,
} from './explain-contract.ts';
import { explainField, explainReadOnly, explainSignIn } from './explain-field.ts';
import type { Person } from './explained-person.ts';
import { describeCovered, nameRule, roleOfRule, type ExplainedRule } from './explained-rule.ts';
import { rolesFor } from './combine-roles.ts';
import type { Rights } from './rights.ts';

const RULES: readonly Rule[] = [
  explainUser,
  explainReadOnly,
  explainSignIn,
  explainAdmin,
  explainMirror,
  explainProfile,
  explainNames,
  explainModule,
  explainModuleRight,
  explainDeleted,
  explainVisibility,
  explainAdminRecord,
  explainLevel,
  explainField,
];

/** Evaluates the rules in order until one denies or is final. The result contains every evaluated rule. */
export function explainAccess(input: ExplainAccessInput): AccessExplanation {
  return decide(listOutcomes(input));
}

/** Lazy: the rules after the one that decides are not evaluated. */
function* listOutcomes(input: ExplainAccessInput): Generator<RuleOutcome> {
  for (const rule of RULES) yield* rule(input);
}

/** The result for a record that does not exist or that the requester may not see. */
export const NO_SUCH_RECORD: AccessExplanation = {
  allowed: false,
  reasons: [{ rule: 'record_exists', passes: false, decides: true, text: 'There is no such record.' }],
};

/** The result for a module that is switched off. */
export function explainInactive(label: string): AccessExplanation {
  const text = `The module ${label} is switched off: nobody sees its records.`;
  return { allowed: false, reasons: [{ rule: 'module_active', passes: false, decides: true, text }] };
}

/** Records that are made from definitions, such as roles. */
function explainMirror({ module, action }: ExplainAccessInput): readonly RuleOutcome[] {
  if (module.definition.mirrors === undefined || !(isWriting(action) || action === 'delete')) return [];
  const text = `${module.label} are made from definitions: only a System Admin may change them, in the studio.`;
  return [{ reason: { rule: 'mirror', passes: false, text } }];
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

function explainModule({ rights, module, document, action, ...input }: ExplainAccessInput): readonly RuleOutcome[] {
  const [role] = rolesFor(rights.roles, module.name);
  const tail = `gives ${personOf(input).object} access to ${recordsOf(module)}.`;
  if (role !== undefined)
    return [{ reason: { rule: 'module_access', passes: true, role: role.name, text: `The role ${role.name} ${tail}` } }];
  const grant = isModuleRight(action)
    ? grantByRole({ rights, module, property: action, value: true })
    : grantByRole({ rights, module, property: 'view', value: levelFor({ rights, module, document }) });
  return [{ reason: { rule: 'module_access', passes: false, text: `No role ${tail}` }, grant }];
}

/** A right on the module, which no record limits. */
function isModuleRight(action: RecordAction): action is 'create' | 'export' | 'mass_update' {
  return action === 'create' || action === 'export' || action === 'mass_update';
}

function explainModuleRight({ rights, module, action, ...input }: ExplainAccessInput): readonly RuleOutcome[] {
  if (!isModuleRight(action)) return [];
  const passes = rights.module(module.name)[action];
  const giver = rolesFor(rights.roles, module.name).find((role) => role.module_access[module.name]?.[action] === true);
  const what = action === 'mass_update' ? `change many ${recordsOf(module)} at once` : `${action} ${recordsOf(module)}`;
  const text = `${giver === undefined ? 'No role' : `The role ${giver.name}`} lets ${personOf(input).object} ${what}.`;
  const reason = { rule: action, passes, text, ...(giver === undefined ? {} : { role: giver.name }) };
  return [{ reason, grant: grantByRole({ rights, module, property: action, value: true }) }];
}

/** A deleted record is seen by those who may delete it. */
function explainDeleted({ rights, module, document, canDelete }: ExplainAccessInput): readonly RuleOutcome[] {
  if (document?.['deleted'] !== true) return [];
  const passes = canDelete === true;
  const text = `${thisRecord(module)} is deleted: only those who may delete it see it.`;
  const reason = { rule: 'deleted', passes, text };
  return [passes ? { reason } : { reason, grant: grantByRole({ rights, module, property: 'delete', value: 'All' }) }];
}

/** Who could change a System Admin's record could take over that account. */
function explainAdminRecord({ module, document, action }: ExplainAccessInput): readonly RuleOutcome[] {
  if (module.name !== 'users' || document?.['userType'] !== 'System Admin' || (action !== 'edit' && action !== 'delete')) return [];
  return [{ reason: { rule: 'admin_record', passes: false, text: `Only a System Admin may ${action} the record of a System Admin.` } }];
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
  if (rowRuleOf(module, rights.userType) !== undefined)
    return {
      reason: {
        rule: 'row_rule',
        passes: true,
        text: `The rule for ${rights.userType} users shows ${person.object} this ${recordOf(module)}${ofRowRule(rights, module, catalog)}.`,
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

/** The rule for a type of users in words, for System Admins. */
function ofRowRule({ userType }: Rights, module: CompiledModule, catalog: ModuleCatalog | undefined): string {
  const rule = rowRuleOf(module, userType);
  if (rule === undefined || catalog === undefined) return '';
  return `: it shows ${recordsOf(module)} for which ${describeFilter(rule as JsonObject, module, catalog)}`;
}

function hiddenOutcome({ rights, module, document, person, catalog }: RecordQuestion, view: string): RuleOutcome {
  const toOwner = grantToOwner({ rights, module });
  if (view === 'Rule') {
    const rule: ExplainedRule = { rights, module, right: 'view', person, catalog };
    const text = `${person.subject} ${person.verb('see', 'sees')} ${describeCovered(rule)}.`;
    const isOwnEnough = rights.module(module.name).rules?.view?.own === true;
    const grant = isOwnEnough ? toOwner : grantByRole({ rights, module, property: 'view', value: 'All' });
    return { reason: { rule: 'role_rule', passes: false, text, ...roleOfRule(rule) }, grant };
  }
  if (view === 'Owner' && !rights.owns(document))
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
  if (rowRuleOf(module, rights.userType) !== undefined)
    return {
      reason: {
        rule: 'row_rule',
        passes: false,
        text: `The rule for ${rights.userType} users does not show ${person.object} this ${recordOf(module)}${ofRowRule(rights, module, catalog)}.`,
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
    const reason = { rule: action, passes: false, text: `${may} only ${ownRecords(module, person)}.` };
    return [{ reason, grant: grantToOwner({ rights, module }) }];
  }
  if (level === 'Rule') return [ruleOutcome({ rights, module, right: action, person, catalog: input.catalog }, document, input.isCovered)];
  return [
    {
      reason: { rule: action, passes: false, text: `No role lets ${person.object} ${action} ${recordsOf(module)}.` },
      grant: grantByRole({ rights, module, property: action, value: levelFor({ rights, module, document }) }),
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
  const grant = own ? grantToOwner({ rights, module }) : grantByRole({ rights, module, property: right, value: 'All' });
  return { reason: { rule: right, passes, text, ...roleOfRule(rule) }, ...(passes ? {} : { grant }) };
}

function teamsOf(document: RecordDocument): readonly string[] {
  const teams = document['teams'];
  return Array.isArray(teams) ? teams.filter((id): id is string => typeof id === 'string') : [];
}
