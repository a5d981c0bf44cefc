import type { PostSaveContext } from '#engine';
import { addDays, savedOn, wallClock, type RecordDocument } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';
import { subThatBecame } from '../services/last-move.ts';
import { makeTask } from '../services/make-task.ts';

/** The day before the interview, that of the save at the earliest; the day after it, where the interview's is not known yet. */
function dueDay(context: PostSaveContext, sub: RecordDocument): string {
  const saved = savedOn(context);
  if (!isFilled(sub.interview_date)) return addDays(saved, 1);
  const before = addDays(wallClock(context).dayOf(Date.parse(sub.interview_date)), -1);
  return before < saved ? saved : before;
}

/** An interview that was scheduled is confirmed with those who come to it. */
export async function planConfirmation(context: PostSaveContext): Promise<void> {
  const sub = await subThatBecame(context, 'InterviewScheduled');
  if (sub !== undefined) await makeTask(context, sub, { type: 'Interview', title: 'Confirm the interview', start: savedOn(context), due: dueDay(context, sub) });
}
