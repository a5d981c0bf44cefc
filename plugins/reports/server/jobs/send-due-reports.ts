import { MusterError, type PluginJobContext } from '#engine';
import { readTimeZone } from '#engine/model';
import { readOwner } from '../../shared/sharing.ts';
import { findNextTime, readTimes } from '../../shared/schedule.ts';
import { readId, readIds, textIn, type Stored } from '../../shared/stored-report.ts';
import { SEND_REPORT } from './send-report.ts';

/** Schedules that one run reads; the next run reads the others. */
const MOST_DUE = 500;

type StoredSchedule = Stored & { readonly _id: string; readonly _version: number };

/**
 * Adds a run of `send-report` for each recipient of the schedules that are due, under an id made of the schedule, its time and the recipient,
 * before the next time is stored: whatever ends in between is repeated and adds nothing. After a downtime one missed time is caught up.
 */
export async function sendDueReports(context: PluginJobContext): Promise<{ readonly due: number; readonly stopped: number }> {
  const { records, actor, clock, addJob } = context;
  const now = clock.now();
  const filter = { active: true, next_run: { range: { lte: new Date(now).toISOString() } } };
  const { data } = await records.find(actor, { module: 'reportSchedules', filter, limit: MOST_DUE });
  let stopped = 0;
  for (const schedule of data as readonly StoredSchedule[]) {
    const reason = await findStopReason(context, schedule);
    if (reason !== undefined) {
      stopped += 1;
      await change(context, schedule, { active: false, next_run: null, stop_reason: reason });
      continue;
    }
    const due = Date.parse(textIn(schedule['next_run']));
    for (const recipient of readIds(schedule['recipients']))
      await addJob(SEND_REPORT, { schedule: schedule._id, recipient, due }, { id: `${schedule._id}-${due}-${recipient}` });
    const next = findNextTime(readTimes(schedule), now, readTimeZone(context.setting('time_zone')));
    await change(context, schedule, {
      last_run: new Date(due).toISOString(),
      next_run: next === undefined ? null : new Date(next).toISOString(),
    });
  }
  return { due: data.length - stopped, stopped };
}

/** Why a schedule ends: its owner left, or may not see the report any more; undefined: it goes on. */
async function findStopReason({ records, actor }: PluginJobContext, schedule: StoredSchedule): Promise<string | undefined> {
  const owner = readOwner(schedule);
  const filter = { _id: owner, active: true };
  const { data } = await records.find(actor, { module: 'users', filter, fields: ['_id'], limit: 1, totalLimit: 1 });
  if (data.length === 0) return 'owner_left';
  return (await maySee({ records }, owner, readId(schedule['report']))) ? undefined : 'report_gone';
}

/** Whether a user may see a report now. */
export async function maySee({ records }: Pick<PluginJobContext, 'records'>, userId: string, report: string): Promise<boolean> {
  try {
    await records.get({ kind: 'user', userId }, { module: 'reports', id: report });
    return true;
  } catch (error) {
    if (error instanceof MusterError && error.status < 500 && error.status !== 429) return false;
    throw error;
  }
}

/** A schedule that its owner changed meanwhile stays as it is: the next run reads it again. */
async function change({ records, actor }: PluginJobContext, { _id: id, _version: version }: StoredSchedule, fields: object): Promise<void> {
  try {
    await records.update(actor, { module: 'reportSchedules', id, version, fields: fields as never, quiet: true });
  } catch (error) {
    if (!(error instanceof MusterError) || !['version_conflict', 'record_not_found'].includes(error.code)) throw error;
  }
}
