import type { CompiledField } from '#engine/model/compiled';
import { grantByRole, type ExplainAccessInput, type RuleOutcome } from './explain-rule.ts';
import { RIGHTS_FIELDS } from './access-subject.ts';

/** Fields that only the product sets, or that their condition locks, cannot be changed by any user, including System Admins. */
export function explainReadOnly({ module, field: name, action, isLocked }: ExplainAccessInput): readonly RuleOutcome[] {
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
export function explainField(question: ExplainAccessInput): readonly RuleOutcome[] {
  if (question.field === undefined) return [];
  const field = question.module.fields.get(question.field);
  if (field === undefined || field.definition.internal === true)
    return [{ reason: { rule: 'field_exists', passes: false, text: 'There is no such field.' } }];
  const read = readOutcome(question, field);
  if (!read.reason.passes || !isWriting(question.action)) return [read];
  return [read, writeOutcome(question, field)];
}

function readOutcome({ rights, module, document }: ExplainAccessInput, field: CompiledField): RuleOutcome {
  const { read } = rights.field(module.name, field.name);
  if (read === 'all') return { reason: { rule: 'field_read', passes: true, text: `The user may see ${field.label}.` } };
  const owns = document === undefined || rights.owns(document);
  if (read === 'owner' && owns)
    return { reason: { rule: 'field_read', passes: true, text: `The user may see ${field.label} on own records.` } };
  const text = read === 'owner' ? `The user may see ${field.label} on own records alone.` : `Every role hides ${field.label}.`;
  return {
    reason: { rule: 'field_read', passes: false, text },
    grant: grantByRole({ rights, module, property: `field_access.${field.name}`, value: 'read-only' }),
  };
}

function writeOutcome({ rights, module, document, action }: ExplainAccessInput, field: CompiledField): RuleOutcome {
  if (module.name === 'users' && RIGHTS_FIELDS.has(field.name))
    return { reason: { rule: 'field_write', passes: false, text: `${field.label} is a System Admin's to change.` } };
  const { write } = rights.field(module.name, field.name);
  const owns = document === undefined || rights.owns(document);
  if (write === 'all' || (write === 'owner' && owns && action !== 'mass_update'))
    return { reason: { rule: 'field_write', passes: true, text: `The user may change ${field.label}.` } };
  const text =
    write === 'owner' ? `The user may change ${field.label} on own records alone.` : `No role lets the user change ${field.label}.`;
  const value = document !== undefined && owns && action !== 'mass_update' ? 'read-owner-write' : 'read-write';
  return {
    reason: { rule: 'field_write', passes: false, text },
    grant: grantByRole({ rights, module, property: `field_access.${field.name}`, value }),
  };
}
