import type { CompiledField } from '#engine/model/compiled';
import { toWords } from '#engine/model/values';
import { RIGHTS_FIELDS, SIGN_IN_FIELDS } from './access-subject.ts';
import { grantByRole, isWriting, ownRecords, personOf, recordsOf, type ExplainAccessInput, type RuleOutcome } from './explain-contract.ts';

/** Fields that only the product sets, or that their condition locks, cannot be changed by any user, including System Admins. */
export function explainReadOnly({ module, field: name, action, isLocked }: ExplainAccessInput): readonly RuleOutcome[] {
  const field = name === undefined ? undefined : module.fields.get(name);
  if (field === undefined || field.definition.internal === true || !isWriting(action)) return [];
  if (isLocked === true)
    return [{ reason: { rule: 'read_only_when', passes: false, text: `${field.label} cannot be changed while the record is as it is.` } }];
  if (!isReadOnly(field)) return [];
  return [{ reason: { rule: 'field_write', passes: false, text: `${field.label} is set by the product.` } }];
}

function isReadOnly({ system, definition }: CompiledField): boolean {
  return system || definition.readOnly === true || definition.inputType === 'AutoIncrement';
}

/** No user changes what they sign in with by a save of their own record; nobody else does so while they act as another user. */
export function explainSignIn(input: ExplainAccessInput): readonly RuleOutcome[] {
  const { rights, module, document, action, field: name, isImpersonated } = input;
  if (module.name !== 'users' || document === undefined || !isWriting(action) || name === undefined || !SIGN_IN_FIELDS.has(name)) return [];
  const label = module.fields.get(name)?.label ?? name;
  if (isImpersonated === true)
    return [{ reason: { rule: 'impersonation', passes: false, text: `Nobody changes ${label} while they act as another user.` } }];
  if (document._id !== rights.userId) return [];
  const text = `The password is needed to change ${personOf(input).possessiveInside} own ${label}: it is changed on the profile page.`;
  return [{ reason: { rule: 'own_sign_in', passes: false, text } }];
}

/** The rules of the field itself, checked after the module and record rules pass. */
export function explainField(question: ExplainAccessInput): readonly RuleOutcome[] {
  if (question.field === undefined) return [];
  const field = question.module.fields.get(question.field);
  if (field === undefined || field.definition.internal === true)
    return [{ reason: { rule: 'field_exists', passes: false, text: 'There is no such field.' } }];
  const read = readOutcome(question, field);
  if (!read.reason.passes) return [read];
  if (!isWriting(question.action)) return [read, ...sensitiveOutcome(question, field)];
  return [read, writeOutcome(question, field), ...requirementOutcome(field)];
}

function readOutcome({ rights, module, document, action, ...input }: ExplainAccessInput, field: CompiledField): RuleOutcome {
  const { read } = rights.field(module.name, field.name);
  const person = personOf(input);
  if (read === 'all') return { reason: { rule: 'field_read', passes: true, text: `${person.subject} may see ${field.label}.` } };
  const owns = document === undefined || rights.owns(document);
  const own = `on ${ownRecords(module, person)}`;
  if (read === 'owner' && owns)
    return { reason: { rule: 'field_read', passes: true, text: `${person.subject} may see ${field.label} ${own}.` } };
  const text =
    read === 'owner' ? `${person.subject} may see ${field.label} only ${own}.` : `Every role hides ${field.label} from ${person.object}.`;
  // Who may change the field of own records keeps that.
  const value = isWriting(action) ? levelToWrite(owns, action) : read === 'owner' ? 'read-owner-write' : 'read-only';
  return {
    reason: { rule: 'field_read', passes: false, text },
    grant: grantByRole({ rights, module, property: `field_access.${field.name}`, value, label: field.label }),
  };
}

/** The narrowest level with which a field can be changed. */
function levelToWrite(owns: boolean, action: ExplainAccessInput['action']): 'read-owner-write' | 'read-write' {
  return owns && action === 'edit' ? 'read-owner-write' : 'read-write';
}

/** The value of a sensitive field is masked unless a role shows those of the module. */
function sensitiveOutcome(question: ExplainAccessInput, field: CompiledField): readonly RuleOutcome[] {
  const { rights, module } = question;
  if (field.definition.sensitive !== true) return [];
  const person = personOf(question);
  const giver = rights.roles.find(({ sensitive_access: names }) => names?.includes(module.name) === true);
  const passes = rights.module(module.name).sensitive;
  const reason = {
    rule: 'sensitive',
    passes,
    text: `${field.label} is sensitive. ${passes && giver !== undefined ? `The role ${giver.name}` : 'No role'} shows ${person.object} the sensitive fields of ${recordsOf(module)}${passes ? '.' : ', so its value is masked.'}`,
    ...(passes && giver !== undefined ? { role: giver.name } : {}),
  };
  return [passes ? { reason } : { reason, grant: grantByRole({ rights, module, property: 'sensitive_access', value: true }) }];
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
  const value = levelToWrite(document !== undefined && owns, action);
  return {
    reason: { rule: 'field_write', passes: false, text },
    grant: grantByRole({ rights, module, property: `field_access.${field.name}`, value, label: field.label }),
  };
}

/** What some values of a dropdown require, which may stop a save although the field can be changed. */
function requirementOutcome({ definition, dropdown, label }: CompiledField): readonly RuleOutcome[] {
  const values = (definition.transitionRequirements ?? []).flatMap(({ requires, to }) => (requires.length === 0 ? [] : to));
  if (values.length === 0) return [];
  const labels = [...new Set(values)].map((value) => dropdown?.options.find((option) => option.value === value)?.label ?? toWords(value));
  const text = `${label} needs other values first for ${labels.join(', ')}.`;
  return [{ reason: { rule: 'transition_requirements', passes: true, text } }];
}
