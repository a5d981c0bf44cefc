import type { PostSaveContext } from '#engine';
import { addDays, getSaveDay } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';
import { findSubMovedTo } from '../services/status-change.ts';
import { createTask } from '../services/create-task.ts';

/** Days after the hire on which the feedback task starts and is due. */
const START = 30;
const DUE = 37;

/** Creates a task to ask for feedback about a hire. */
export async function createFeedbackTask(context: PostSaveContext): Promise<void> {
  const sub = await findSubMovedTo(context, 'Hired');
  if (sub === undefined) return;
  const hired = isFilled(sub.hire_date) ? sub.hire_date : getSaveDay(context);
  await createTask(context, sub, { type: 'Feedback', title: 'Ask for feedback', start: addDays(hired, START), due: addDays(hired, DUE) });
}
