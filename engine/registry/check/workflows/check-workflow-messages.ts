import type { InputType, WorkflowAlert, WorkflowRecipient } from '#engine/model/definitions';
import { suggestName } from '../suggest-name.ts';
import { listTextVariables } from '#engine/model/workflows';
import { findPath, type WorkflowCheck } from './workflow-check.ts';

const RECIPIENTS: readonly InputType[] = ['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate', 'EmailAddress'];
const DATES: readonly InputType[] = ['Date', 'DateTime'];

/** Checks a message: its text, variables, date and recipients. The text may be missing as long as the workflow is inactive. */
export function checkWorkflowAlert(alert: WorkflowAlert, path: string, check: WorkflowCheck): void {
  const { sourceType, subject, message, campaignTemplate, dateField, recipients } = alert;
  const needed = sourceType === 'template' ? { campaignTemplate } : { subject, message };
  for (const [property, value] of Object.entries(needed))
    if (value === undefined && check.workflow.active === true)
      check.report(`${path}/${property}`, `An active workflow needs the ${property} of its message ${alert.name}.`);
  checkVariables(subject ?? '', `${path}/subject`, check);
  checkVariables(message ?? '', `${path}/message`, check);
  if (dateField !== undefined) checkDate(dateField, `${path}/dateField`, check);
  checkRecipients(recipients, `${path}/recipients`, check);
}

/** Checks that a path leads to a date. */
export function checkDate(written: string, path: string, check: WorkflowCheck): void {
  const target = findPath(written, path, check);
  const type = target?.field?.definition.inputType;
  if (target !== undefined && (type === undefined || !DATES.includes(type)))
    check.report(path, `${written} is neither a Date nor a DateTime.`);
}

/** Checks that roles exist, and that fields name people or addresses. */
export function checkRecipients(recipients: readonly WorkflowRecipient[], path: string, check: WorkflowCheck): void {
  recipients.forEach((recipient, index) => {
    const here = `${path}/${index}`;
    if ('role' in recipient && !check.roles.has(recipient.role))
      check.report(`${here}/role`, `There is no role with the id ${recipient.role}.${suggestName(recipient.role, check.roles.keys())}`);
    if ('owner' in recipient && !check.module.fields.has('assigned_to'))
      check.report(`${here}/owner`, `Records of ${check.module.name} have no owner.`);
    if (!('field' in recipient)) return;
    const target = findPath(recipient.field, `${here}/field`, check);
    const type = target?.field?.definition.inputType;
    if (target !== undefined && (type === undefined || !RECIPIENTS.includes(type)))
      check.report(`${here}/field`, `${recipient.field} is neither a relation to people nor an e-mail address.`);
  });
}

/** Checks the variables of a text: fields of the record or of a related one, or of the user, or the day. */
export function checkVariables(text: string, path: string, check: WorkflowCheck): void {
  if (check.workflow.executionOccurs !== 'webhook' && /\{\{-?\s*webhook\./u.test(text))
    check.report(path, 'Only a workflow that a webhook starts has the variables of {{ webhook.… }}.');
  for (const name of listTextVariables(text)) {
    if (/^[a-z][\w-]*(\.[a-z_][\w-]*)?$/u.test(name)) findPath(name, path, check);
    else check.report(path, `{{ ${name} }} is no variable: name a field, or a field of a relation.`);
  }
}
