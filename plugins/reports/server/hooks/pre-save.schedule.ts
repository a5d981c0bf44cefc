import type { PluginContext, PreSaveContext } from '#engine';
import { readTimeZone } from '#engine/model';
import { readOwner } from '../../shared/sharing.ts';
import { readId, type Stored } from '../../shared/stored-report.ts';
import { findNextTime, readTimes } from '../../shared/schedule.ts';

const MOST_RECIPIENTS = 50;
const TIMES = ['frequency', 'weekdays', 'month_day', 'send_time', 'active', 'report'];

interface Problem {
  readonly field: string;
  readonly message: string;
}

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
  const code = 'report_schedule_invalid';
  const [first] = problems;
  if (first !== undefined) context.refuse(code, { message: first.message, details: problems.map((problem) => ({ ...problem, code })) });
  if (!isOf(TIMES)) return;
  const timeZone = zoneOf(context);
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
  const chosen = readRecipients(draft);
  if (chosen.length === 0) return [{ field: 'recipients', message: 'Choose at least one user.' }];
  if (chosen.length > MOST_RECIPIENTS) return [{ field: 'recipients', message: `Choose at most ${MOST_RECIPIENTS} users.` }];
  const before = readRecipients(event.before ?? {});
  for (const id of chosen) {
    if (before.includes(id)) continue;
    const user = await unit.get('users', id);
    if (user === undefined || user.active !== true || user.deleted === true || typeof user.email !== 'string' || user.email === '')
      return [{ field: 'recipients', message: 'Choose active users with an e-mail address.' }];
  }
  return [];
}

/** Ids of the recipients of a schedule. */
export function readRecipients({ recipients }: Stored): readonly string[] {
  return Array.isArray(recipients) ? (recipients as readonly Stored[string][]).map(readId).filter((id) => id !== '') : [];
}

/** The time zone of the product. */
export function zoneOf({ setting }: Pick<PluginContext, 'setting'>): string {
  return readTimeZone(setting('time_zone') ?? undefined);
}
