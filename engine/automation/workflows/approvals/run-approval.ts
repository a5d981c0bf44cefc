import type { WorkflowStep } from '#engine/model/definitions';
import { zoneClock } from '#engine/model/time';
import { MusterError } from '../../../errors/index.ts';
import { timeZoneOf } from '../../../access/index.ts';
import type { Execution } from '../runs/execution.ts';
import type { StepContext, StepOf, StepOutcome } from '../runs/step-context.ts';
import { requireRecord } from '../steps/require-record.ts';
import { addSpan } from '../values/add-span.ts';
import { fillText } from '../values/fill-text.ts';
import type { ActiveUser } from '../values/active-users.ts';
import { listApprovers, readApproverRule, tokensOf, type ApproverRule } from './approvers.ts';
import { notifyApprovers } from './notify-approvers.ts';
import { createSecret, type ApprovalResult, type PendingApproval } from './pending-approval.ts';

const MAX_REMINDERS = 50;
/** After this time e-mails that failed are sent again. */
const MAIL_RETRY = 600_000;
const MAX_MAIL_FAILURES = 5;

/**
 * Asks the approvers and waits; then runs the steps of the outcome. The outcome is noted once: a run that is continued stays in its branch.
 */
export async function runApproval(
  execution: Execution,
  context: StepContext,
  step: StepOf<'approval'>,
  walk: (steps: readonly WorkflowStep[]) => Promise<StepOutcome>,
): Promise<StepOutcome> {
  const { progress } = execution;
  const stored = progress.step(context.path);
  const result = stored?.status === 'open' && isResult(stored.result) ? stored.result : await awaitDecision(execution, context, step);
  if (result === undefined) return 'waiting';
  progress.assign({ approval: undefined, approvers: undefined, on_save: undefined });
  if (result.outcome === 'timed-out' && (step.onTimeout ?? 'failed') === 'failed') throw new MusterError('approval_timed_out');
  const noted = { path: context.path, type: step.type, milliseconds: 0, attempts: 1, result };
  progress.note({ ...noted, status: 'open' });
  const steps = stepsAfter(step, result);
  const outcome = steps === undefined ? 'end' : await walk(steps);
  if (outcome !== 'waiting') progress.note({ ...noted, status: 'done' });
  return outcome;
}

function isResult(result: unknown): result is ApprovalResult {
  return typeof result === 'object' && result !== null && 'outcome' in result;
}

/** The steps after an outcome; undefined: the run ends. */
function stepsAfter(step: StepOf<'approval'>, { outcome }: ApprovalResult): readonly WorkflowStep[] | undefined {
  if (outcome === 'timed-out' && step.onTimeout === 'branch') return step.whenTimedOut ?? [];
  const isApproved = outcome === 'approved' || (outcome === 'timed-out' && step.onTimeout === 'approved');
  return isApproved ? (step.whenApproved ?? []) : step.whenDeclined;
}

/** The outcome; undefined: it is waited for. */
async function awaitDecision(execution: Execution, context: StepContext, step: StepOf<'approval'>): Promise<ApprovalResult | undefined> {
  if (execution.isTest) return testApproval(context, step);
  const { progress } = execution;
  const begun = progress.run.approval?.path === context.path ? progress.run.approval : undefined;
  const approval = begun ?? (await beginApproval(execution, context, step));
  const { decision, until, reminders, delegations } = approval;
  if (decision !== undefined) return { ...decision, reminders, delegations };
  if (until !== null && until <= context.services.clock.now()) return { outcome: 'timed-out', reminders, delegations };
  await continueWaiting(execution, context, step, approval);
  return undefined;
}

/** In a test it counts as approved. */
async function testApproval(context: StepContext, step: StepOf<'approval'>): Promise<ApprovalResult> {
  const text = await fillText(context, step.text);
  const approvers = await findApprovers(context, step, []);
  return { outcome: 'approved', isTest: true, text, approvers: approvers.users.map(({ id }) => id) };
}

async function findApprovers(
  { services, subject }: StepContext,
  { approvers }: StepOf<'approval'>,
  delegations: PendingApproval['delegations'],
): Promise<{ readonly users: readonly ActiveUser[]; readonly rule: ApproverRule }> {
  const rule = await readApproverRule(services, approvers, subject);
  return { users: await listApprovers(services, rule, delegations), rule };
}

/** The approval is stored before anybody is notified: the links contain its secret. */
async function beginApproval({ progress }: Execution, context: StepContext, step: StepOf<'approval'>): Promise<PendingApproval> {
  const { services, subject, path, scope } = context;
  const since = services.clock.now();
  const zone = zoneClock(timeZoneOf(scope.snapshot));
  const { users, rule } = await findApprovers(context, step, []);
  if (users.length === 0) throw new MusterError('approval_without_approver');
  const approval: PendingApproval = {
    ...{ path, module: subject.module.keyName, record_id: requireRecord(subject), since },
    text: (await fillText(context, step.text)).slice(0, 500),
    until: step.timeLimit === undefined ? null : addSpan(since, step.timeLimit, zone),
    remind_at: step.remindEvery === undefined ? null : addSpan(since, step.remindEvery, zone),
    ...{ reminders: 0, notified: [], mail_failures: 0, secret: createSecret(), delegations: [] },
  };
  noteWaiting(progress, step, approval, users);
  progress.assign({ approval, approvers: tokensOf(rule, approval) });
  await progress.flush();
  return approval;
}

/** Asks those who are approvers since the last time, reminds all when it is time, and waits on. */
async function continueWaiting(
  { progress }: Execution,
  context: StepContext,
  step: StepOf<'approval'>,
  approval: PendingApproval,
): Promise<void> {
  const { services, scope } = context;
  const now = services.clock.now();
  const { users, rule } = await findApprovers(context, step, approval.delegations);
  const isReminding = approval.remind_at !== null && approval.remind_at <= now;
  const fresh = users.filter(({ id }) => !approval.notified.includes(id));
  let failures = await notifyApprovers(context, { approval, to: fresh, reminder: 0 });
  const reminders = approval.reminders + (isReminding ? 1 : 0);
  if (isReminding)
    failures += await notifyApprovers(context, { approval, to: users.filter((one) => !fresh.includes(one)), reminder: reminders });
  const isSentAgain = failures > 0 && approval.mail_failures < MAX_MAIL_FAILURES;
  const next: PendingApproval = {
    ...approval,
    reminders,
    remind_at: isReminding ? nextReminder(scope, step, now, reminders) : approval.remind_at,
    // The same messages are sent again: those that arrived are known by their ids.
    notified: isSentAgain ? approval.notified : users.map(({ id }) => id),
    mail_failures: approval.mail_failures + (failures > 0 ? 1 : 0),
  };
  noteWaiting(progress, step, next, users);
  const times = [next.until, next.remind_at, isSentAgain ? now + MAIL_RETRY : null].filter((time) => time !== null);
  const due = times.length === 0 ? undefined : Math.min(...times);
  await progress.change({ status: 'waiting', due, on_save: 1, approval: next, approvers: tokensOf(rule, next) });
}

function nextReminder(scope: StepContext['scope'], step: StepOf<'approval'>, now: number, reminders: number): number | null {
  if (step.remindEvery === undefined || reminders >= MAX_REMINDERS) return null;
  return addSpan(now, step.remindEvery, zoneClock(timeZoneOf(scope.snapshot)));
}

function noteWaiting(
  progress: Execution['progress'],
  { type }: StepOf<'approval'>,
  approval: PendingApproval,
  users: readonly ActiveUser[],
): void {
  const { path, text, until, reminders, delegations } = approval;
  const approvers = users.map(({ id }) => id);
  const result = { text, until: until === null ? null : new Date(until).toISOString(), approvers, reminders, delegations };
  progress.note({ path, type, status: 'waiting', milliseconds: 0, attempts: 1, result });
}
