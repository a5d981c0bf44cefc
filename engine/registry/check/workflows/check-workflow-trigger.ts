import { Cron } from 'croner';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { suggestName } from '../suggest-name.ts';
import { checkWorkflowFilter, findReadField, type WorkflowCheck } from './workflow-check.ts';

/** Checks that what starts a workflow is complete: a date for 'time', a cron expression for 'schedule' and so on. */
export function checkWorkflowTrigger(check: WorkflowCheck): void {
  const { executionOccurs, button, after } = check.workflow;
  const missing = findMissing(check.workflow);
  if (missing !== undefined) return check.report(`/${missing}`, `A workflow with executionOccurs ${executionOccurs} needs ${missing}.`);
  if (executionOccurs === 'time') checkTime(check);
  if (executionOccurs === 'schedule') checkSchedule(check);
  if (executionOccurs === 'button') checkButton(button?.roles ?? [], check);
  if (executionOccurs === 'workflow' && after !== undefined) checkOtherWorkflow(after.workflow, '/after/workflow', check);
}

function findMissing({ executionOccurs, time, schedule, button, after }: WorkflowDefinition): string | undefined {
  if (executionOccurs === 'time' && time === undefined) return 'time';
  if (executionOccurs === 'schedule' && schedule === undefined) return 'schedule';
  if (executionOccurs === 'button' && button === undefined) return 'button';
  return executionOccurs === 'workflow' && after === undefined ? 'after' : undefined;
}

function checkTime(check: WorkflowCheck): void {
  const { time } = check.workflow;
  if (time === undefined) return;
  const type = findReadField(check.module, time.field, '/time/field', check)?.definition.inputType;
  if (type === undefined) return;
  if (type !== 'Date' && type !== 'DateTime') check.report('/time/field', `${time.field} is neither a Date nor a DateTime.`);
  else if (time.at !== undefined && type === 'DateTime')
    check.report('/time/at', `${time.field} is a DateTime, which has a time of day of its own.`);
}

function checkSchedule(check: WorkflowCheck): void {
  const { schedule } = check.workflow;
  if (schedule === undefined) return;
  const cause = findCronProblem(schedule.cron);
  if (cause !== undefined) check.report('/schedule/cron', cause);
  checkWorkflowFilter(schedule.filter, check.module, '/schedule/filter', check);
}

/** Why a cron expression has no times; undefined: it has. */
function findCronProblem(expression: string): string | undefined {
  if (expression.trim().split(/\s+/u).length !== 5)
    return `${expression} is no cron expression of five parts: minute, hour, day, month, day of the week.`;
  try {
    const next = new Cron(expression, { paused: true, timezone: 'UTC' }).nextRun();
    return next === null ? `There is no time that ${expression} names.` : undefined;
  } catch {
    return `${expression} is no cron expression, such as 0 8 * * 1-5.`;
  }
}

function checkButton(names: readonly string[], { roles, report }: WorkflowCheck): void {
  const known = [...roles.values()];
  names.forEach((name, index) => {
    if (!known.includes(name)) report(`/button/roles/${index}`, `There is no role ${name}.${suggestName(name, known)}`);
  });
}

/** Checks that another workflow exists, and runs on the same records. */
export function checkOtherWorkflow(id: string, path: string, { workflows, module, report }: WorkflowCheck): void {
  const other = workflows.get(id);
  if (other === undefined) report(path, `There is no workflow ${id}.${suggestName(id, workflows.keys())}`);
  else if (other.module !== module.name) report(path, `The workflow ${other.name} is of ${other.module}, not of ${module.name}.`);
}
