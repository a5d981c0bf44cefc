import type { WorkflowDefinition } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { describePath, describeSpan } from './describe-value.ts';
import { mark, nounOf, withArticle, type WorkflowNames } from './workflow-names.ts';

/** What starts a workflow, as it follows "When": "a lead is created or changed". */
export function describeTrigger(workflow: WorkflowDefinition, names: WorkflowNames): string {
  const record = withArticle(nounOf(names.module, workflow.module));
  switch (workflow.executionOccurs) {
    case 'save':
      return t(`studioWorkflows.when.${workflow.appliesTo ?? 'both'}`, { record: mark(record) });
    case 'time':
      return describeTime(workflow, names);
    case 'schedule':
      return t(workflow.schedule?.filter === undefined ? 'studioWorkflows.when.schedule' : 'studioWorkflows.when.scheduleFiltered', {
        times: mark(describeCron(workflow.schedule?.cron ?? '')),
        record: nounOf(names.module, workflow.module),
      });
    case 'button':
      return t('studioWorkflows.when.button', { label: mark(workflow.button?.label ?? '…'), record: mark(record) });
    case 'webhook':
      return t('studioWorkflows.when.webhook', { record: mark(record) });
    case 'workflow':
      return describeAfter(workflow, names);
  }
}

function describeTime({ time, module }: WorkflowDefinition, names: WorkflowNames): string {
  if (time === undefined) return t('studioWorkflows.when.timeMissing');
  const field = mark(describePath(time.field, names.module, names));
  const record = nounOf(names.module, module);
  const { amount } = time.offset;
  const text =
    amount === 0
      ? t('studioWorkflows.when.timeAt', { field, record })
      : t(amount > 0 ? 'studioWorkflows.when.timeAfter' : 'studioWorkflows.when.timeBefore', {
          span: mark(describeSpan(time.offset)),
          field,
          record,
        });
  return time.at === undefined ? text : t('studioWorkflows.when.timeOfDay', { text, at: mark(formatTimeOfDay(time.at)) });
}

function describeAfter({ after }: WorkflowDefinition, names: WorkflowNames): string {
  if (after === undefined) return t('studioWorkflows.when.afterMissing');
  const name = mark(names.nameOf('workflow', after.workflow) ?? t('studioWorkflows.missing'));
  return t(`studioWorkflows.when.after.${after.result ?? 'succeeded'}`, { name });
}

/** '8:00 AM' for '08:00'. */
export function formatTimeOfDay(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** How often a schedule runs; 'other': the expression is none of the usual ones. */
export interface ScheduleParts {
  readonly every: 'hour' | 'day' | 'workday' | 'week' | 'month' | 'other';
  /** 'HH:mm' */
  readonly at: string;
  /** 0 is Sunday. */
  readonly day: number;
  /** Day of the month. */
  readonly date: number;
}

const EVERY_DAY: ScheduleParts = { every: 'day', at: '08:00', day: 1, date: 1 };

/** Reads the usual cron expressions: minute, hour, day of the month, month, day of the week. */
export function readCron(cron: string): ScheduleParts {
  const [minute = '', hour = '', date = '', month = '', day = '', ...others] = cron.trim().split(/\s+/u);
  const isNumber = (text: string) => /^\d{1,2}$/u.test(text);
  if (others.length > 0 || month !== '*' || !isNumber(minute)) return { ...EVERY_DAY, every: 'other' };
  if (hour === '*' && date === '*' && day === '*') return { ...EVERY_DAY, every: 'hour', at: `00:${minute.padStart(2, '0')}` };
  if (!isNumber(hour)) return { ...EVERY_DAY, every: 'other' };
  const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (date === '*' && day === '*') return { ...EVERY_DAY, at };
  if (date === '*' && day === '1-5') return { ...EVERY_DAY, every: 'workday', at };
  if (date === '*' && /^[0-7]$/u.test(day)) return { ...EVERY_DAY, every: 'week', at, day: Number(day) % 7 };
  if (isNumber(date) && day === '*') return { ...EVERY_DAY, every: 'month', at, date: Number(date) };
  return { ...EVERY_DAY, every: 'other' };
}

/** Writes a cron expression. */
export function writeCron({ every, at, day, date }: ScheduleParts): string {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  if (every === 'hour') return `${minutes} * * * *`;
  const days = { day: '* * *', workday: '* * 1-5', week: `* * ${day}`, month: `${date} * *`, other: '* * *' };
  return `${minutes} ${hours} ${days[every]}`;
}

/** 'every Monday at 8:00 AM' */
export function describeCron(cron: string): string {
  const { every, at, day, date } = readCron(cron);
  if (every === 'other') return t('studioWorkflows.schedule.otherTimes', { cron });
  if (every === 'hour') return t('studioWorkflows.schedule.everyHour', { minute: at.slice(3) });
  return t(`studioWorkflows.schedule.every.${every}`, { at: formatTimeOfDay(at), day: weekdayName(day), date });
}

export function weekdayName(day: number): string {
  // January 4, 1970 was a Sunday.
  return new Date(Date.UTC(1970, 0, 4 + day)).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long' });
}
