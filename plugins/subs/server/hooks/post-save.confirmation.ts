import type { PostSaveContext } from '#engine';
import { addDays, getSaveDay, wallClock, type RecordDocument } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';
import { findSubMovedTo } from '../services/status-change.ts';
import { createTask } from '../services/create-task.ts';

/** The day before the interview, but not before the day of the save; the day after the save if the interview date is not known yet. */
function dueDay(context: PostSaveContext, sub: RecordDocument): string {
  const saved = getSaveDay(context);
  if (!isFilled(sub.interview_date)) return addDays(saved, 1);
  const before = addDays(wallClock(context).dayOf(Date.parse(sub.interview_date)), -1);
  return before < saved ? saved : before;
}

/** Creates a task to confirm a scheduled interview with the participants. */
export async function createConfirmationTask(context: PostSaveContext): Promise<void> {
  const sub = await findSubMovedTo(context, 'InterviewScheduled');
  if (sub !== undefined)
    await createTask(context, sub, {
      type: 'Interview',
      title: 'Confirm the interview',
      start: getSaveDay(context),
      due: dueDay(context, sub),
    });
}
