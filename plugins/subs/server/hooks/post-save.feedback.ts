import type { PostSaveContext } from '#engine';
import { addDays, savedOn } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';
import { subThatBecame } from '../services/last-move.ts';
import { makeTask } from '../services/make-task.ts';

/** Days after the hire at which feedback is asked for, and by which it is there. */
const START = 30;
const DUE = 37;

/** Someone who was hired is asked how it goes. */
export async function planFeedback(context: PostSaveContext): Promise<void> {
  const sub = await subThatBecame(context, 'Hired');
  if (sub === undefined) return;
  const hired = isFilled(sub.hire_date) ? sub.hire_date : savedOn(context);
  await makeTask(context, sub, { type: 'Feedback', title: 'Ask for feedback', start: addDays(hired, START), due: addDays(hired, DUE) });
}
