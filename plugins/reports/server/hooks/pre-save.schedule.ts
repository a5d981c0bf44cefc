import type { PreSaveContext } from '#engine';
import { readTimeZone } from '#engine/model';
import { readOwner } from '../../shared/sharing.ts';
import { readIds } from '../../shared/stored-report.ts';
import { findNextTime, readTimes } from '../../shared/schedule.ts';
import { refuseProblems, type Problem } from './check-parts.ts';

const MOST_RECIPIENTS = 50;
const TIMES = ['frequency', 'weekdays', 'month_day', 'send_time', 'active', 'report'];

/**
 * A schedule belongs to who makes it. Its recipients are active users with an e-mail address, and its
 * next time follows from the others.
 */
export async function checkSchedule(context: PreSaveContext<'reportSchedules'>): Promise<void> {
  const { event, draft, actor, rights, clock } = context;
  const { userId } = actor;
  if (event.isBulkLoad || userId === undefined || userId === null || !event.isEdit()) return;
  if (event.kind === 'create' && readOwner(draft) === '') draft.assigned_to = userId;
  if (!rights.unrestricted && readOwner(draft) !== userId) context.refuse('report_schedule_not_own');
  const changed = event.changed();
  const isOf = (names: readonly string[]): boolean => event.kind === 'create' || names.some((name) => changed.has(name as never));
  const problems = [...(isOf(TIMES) ? checkTimes(draft) : []), ...(isOf(['recipients']) ? await checkRecipients(context) : [])];
  refuseProblems(context, 'report_schedule_invalid', problems);
  if (!isOf(TIMES)) return;
  const timeZone = readTimeZone(context.setting('time_zone'));
  const next = draft.active === true ? findNextTime(readTimes(draft), clock.now(), timeZone) : undefined;
  draft.next_run = next === undefined ? null : new Date(next).toISOString();
  if (draft.active === true) draft.stop_reason = null;
}

function checkTimes(draft: PreSaveContext<'reportSchedules'>['draft']): readonly Problem[] {
  const { frequency, weekdays } = readTimes(draft);
  return [
    ...(frequency === 'weekly' && weekdays.length === 0 ? [{ field: 'weekdays', message: 'Choose at least one day.' }] : []),
    ...(frequency === 'monthly' && typeof draft.month_day !== 'number'
      ? [{ field: 'month_day', message: 'Choose a day of the month.' }]
      : []),
  ];
}

/** Those who were chosen before may stay, also if they left: they are skipped. */
async function checkRecipients({ event, draft, unit }: PreSaveContext<'reportSchedules'>): Promise<readonly Problem[]> {
  const chosen = readIds(draft.recipients);
  if (chosen.length === 0) return [{ field: 'recipients', message: 'Choose at least one user.' }];
  if (chosen.length > MOST_RECIPIENTS) return [{ field: 'recipients', message: `Choose at most ${MOST_RECIPIENTS} users.` }];
  const before = readIds(event.before?.recipients);
  for (const id of chosen) {
    if (before.includes(id)) continue;
    const user = await unit.get('users', id);
    if (user === undefined || user.active !== true || user.deleted === true || typeof user.email !== 'string' || user.email === '')
      return [{ field: 'recipients', message: 'Choose active users with an e-mail address.' }];
  }
  return [];
}
