import type { WorkflowSpan, WorkflowStep } from '#engine/model/definitions';
import { suggestName } from '../suggest-name.ts';
import { checkVariables } from './check-workflow-messages.ts';
import { findPath, type WorkflowCheck } from './workflow-check.ts';

type Approval = Extract<WorkflowStep, { readonly type: 'approval' }>;

/** Checks an approval: its text, its approvers, its times, and that what follows when the time is over can come. */
export function checkApproval(step: Approval, path: string, check: WorkflowCheck): void {
  const { text, remindEvery, timeLimit, onTimeout, whenTimedOut } = step;
  checkVariables(text, `${path}/text`, check);
  checkApprovers(step, `${path}/approvers`, check);
  checkSpan(remindEvery, `${path}/remindEvery`, check);
  checkSpan(timeLimit, `${path}/timeLimit`, check);
  if (remindEvery?.unit === 'minutes') check.report(`${path}/remindEvery/unit`, 'Remind in hours or longer.');
  if (onTimeout !== undefined && timeLimit === undefined)
    check.report(`${path}/timeLimit`, 'Without a time limit it cannot time out: give timeLimit, or leave out onTimeout.');
  if (whenTimedOut !== undefined && onTimeout !== 'branch')
    check.report(`${path}/whenTimedOut`, "These steps run only with 'branch' as onTimeout.");
}

function checkSpan(span: WorkflowSpan | undefined, path: string, check: WorkflowCheck): void {
  if (span !== undefined && span.amount < 1) check.report(`${path}/amount`, 'Give 1 or more.');
}

function checkApprovers({ approvers }: Approval, path: string, check: WorkflowCheck): void {
  approvers.forEach((approver, index) => {
    const here = `${path}/${index}`;
    if ('role' in approver && !check.roles.has(approver.role))
      check.report(`${here}/role`, `There is no role with the id ${approver.role}.${suggestName(approver.role, check.roles.keys())}`);
    if ('lead' in approver) checkLead(`${here}/lead`, check);
    if (!('field' in approver)) return;
    const target = findPath(approver.field, `${here}/field`, check);
    if (target !== undefined && target.field?.refs.includes('users') !== true)
      check.report(`${here}/field`, `${approver.field} does not name users.`);
  });
}

function checkLead(path: string, check: WorkflowCheck): void {
  if (!check.module.fields.has('assigned_to')) check.report(path, `Records of ${check.module.name} have no owner.`);
  if (check.catalog.modules.get('users')?.fields.has('manager') === false) check.report(path, 'Users have no field manager.');
}
