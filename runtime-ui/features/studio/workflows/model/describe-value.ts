import type { WorkflowApprover, WorkflowRecipient, WorkflowSpan, WorkflowValue } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { t } from '../../../../kit/index.ts';
import { findField, findRelation, mark, type WorkflowNames } from './workflow-names.ts';

/** 'Account: City' for `account.city`. What does not exist is shown as it is written. */
export function describePath(path: string, module: ModuleView | undefined, names: WorkflowNames): string {
  const [head = '', inner] = path.split('.');
  const relation = findRelation(module, head);
  const label = findField(module, head)?.label ?? relation?.label ?? head;
  if (inner === undefined) return label;
  const [other = ''] = relation?.modules ?? [];
  return `${label}: ${findField(names.moduleOf(other), inner)?.label ?? inner}`;
}

/** '3 days'; the sign is left out. */
export function describeSpan({ amount, unit }: WorkflowSpan): string {
  return t(`studioWorkflows.span.${unit}`, { count: Math.abs(amount) });
}

/** A constant as people write it: the label of an option, "yes", "Mar 5, 2026". */
export function describeConstant(value: unknown, field: FieldView | undefined, module: ModuleView | undefined): string {
  if (value === null || value === undefined || value === '') return t('studioWorkflows.value.nothing');
  if (Array.isArray(value)) return value.map((one: unknown) => describeConstant(one, field, module)).join(', ');
  if (typeof value === 'boolean') return t(value ? 'studioWorkflows.value.yes' : 'studioWorkflows.value.no');
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (typeof value !== 'string') return t('studioWorkflows.value.several');
  const option = module?.dropdowns[field?.dropdown ?? '']?.options.find((one) => one.value === value);
  if (option !== undefined) return option.label;
  if (field?.inputType === 'Date' || field?.inputType === 'DateTime') return formatCalendarDay(value);
  return isRelating(field) ? t('studioWorkflows.value.chosenRecord') : value;
}

function isRelating(field: FieldView | undefined): boolean {
  return field?.inputType === 'Relate' || field?.inputType === 'MultiRelate' || field?.inputType === 'FlexRelate';
}

function formatCalendarDay(day: string): string {
  const date = new Date(day);
  if (Number.isNaN(date.getTime())) return day;
  return date.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' });
}

/** The value of a step for a field. */
export function describeValue(
  value: WorkflowValue,
  {
    field,
    owner,
    module,
  }: { readonly field: FieldView | undefined; readonly owner: ModuleView | undefined; readonly module: ModuleView | undefined },
  names: WorkflowNames,
): string {
  if ('field' in value) return withSpan(mark(describePath(value.field, module, names)), value.add);
  if ('date' in value) return describeDate(value.date, value.add);
  if ('user' in value) return mark(t(`studioWorkflows.value.${value.user}`));
  if ('text' in value) return mark(t('studioWorkflows.value.text', { text: describeText(value.text, module, names) }));
  return mark(describeConstant(value.value, field, owner));
}

function withSpan(text: string, span: WorkflowSpan | undefined): string {
  if (span === undefined || span.amount === 0) return text;
  return t(span.amount > 0 ? 'studioWorkflows.value.after' : 'studioWorkflows.value.before', { span: mark(describeSpan(span)), text });
}

function describeDate(date: 'today' | 'now', span: WorkflowSpan | undefined): string {
  if (span === undefined || span.amount === 0) return mark(t(`studioWorkflows.value.${date}`));
  const text = describeSpan(span);
  return mark(t(span.amount > 0 ? 'studioWorkflows.value.fromNow' : 'studioWorkflows.value.ago', { span: text }));
}

/** A text whose variables are the labels of fields: 'Call [Name]'. */
export function describeText(text: string, module: ModuleView | undefined, names: WorkflowNames): string {
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/gu, (_all, path: string) => `[${describePath(path, module, names)}]`);
}

/** Who gets a message: "the owner and users with the role Clerk". */
export function describeRecipients(recipients: readonly WorkflowRecipient[], module: ModuleView | undefined, names: WorkflowNames): string {
  if (recipients.length === 0) return mark(t('studioWorkflows.recipient.none'));
  return joinAnd(recipients.map((one) => describeRecipient(one, module, names)));
}

function describeRecipient(recipient: WorkflowRecipient, module: ModuleView | undefined, names: WorkflowNames): string {
  if ('owner' in recipient) return mark(t('studioWorkflows.recipient.owner'));
  if ('field' in recipient) return mark(describePath(recipient.field, module, names));
  if ('user' in recipient) return mark(names.nameOf('user', recipient.user) ?? t('studioWorkflows.recipient.user'));
  if ('role' in recipient)
    return t('studioWorkflows.recipient.ofRole', { name: mark(names.nameOf('role', recipient.role) ?? t('studioWorkflows.missing')) });
  return t('studioWorkflows.recipient.ofTeam', { name: mark(names.nameOf('team', recipient.team) ?? t('studioWorkflows.missing')) });
}

/** Who decides: "the manager of the owner and users with the role Clerk". */
export function describeApprovers(approvers: readonly WorkflowApprover[], module: ModuleView | undefined, names: WorkflowNames): string {
  if (approvers.length === 0) return mark(t('studioWorkflows.recipient.none'));
  return joinAnd(
    approvers.map((one) => ('lead' in one ? mark(t('studioWorkflows.recipient.lead')) : describeRecipient(one, module, names))),
  );
}

/** 'a, b and c' */
export function joinAnd(texts: readonly string[]): string {
  if (texts.length < 2) return texts[0] ?? '';
  return `${texts.slice(0, -1).join(', ')} ${t('studioWorkflows.and')} ${texts.at(-1) ?? ''}`;
}
