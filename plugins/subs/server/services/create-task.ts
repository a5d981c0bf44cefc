import type { PostSaveContext } from '#engine';
import { takeCharacters, type RecordDocument } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';

/** What is to be done about a sub, and when: days as `YYYY-MM-DD`. */
export interface SubTask {
  readonly type: 'Feedback' | 'Interview';
  /** What it says before the name of the sub. */
  readonly title: string;
  readonly start: string;
  readonly due: string;
}

/** So much of a sub's name goes into what a task is called. */
const NAME_LENGTH = 200;

/**
 * Makes a task about the sub for its owner, or for who moved it. While one of its type is still to be done there is no
 * second: what an undo brings back adds none.
 */
export async function createTask({ createOnce, actor }: PostSaveContext, sub: RecordDocument, task: SubTask): Promise<void> {
  const about = { module: 'subs', id: sub._id };
  await createOnce({
    module: 'tasks', purpose: task.type, unless: { related_record: { equals: about }, task_type: task.type, not: { status: 'Completed' } },
    fields: {
      subject: `${task.title}: ${takeCharacters(isFilled(sub.name) ? sub.name : '', NAME_LENGTH)}`,
      task_type: task.type, start_date: task.start, due_date: task.due, related_record: about, assigned_to: sub.assigned_to ?? actor.userId ?? null,
    },
  });
}
