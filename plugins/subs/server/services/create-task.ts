import type { PostSaveContext } from '#engine';
import { takeCharacters, type RecordDocument } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';

/** A task about a sub; days as `YYYY-MM-DD`. */
export interface SubTask {
  readonly type: 'Feedback' | 'Interview';
  /** The text before the name of the sub. */
  readonly title: string;
  readonly start: string;
  readonly due: string;
}

/** Maximum length of the sub's name in the subject. */
const NAME_LENGTH = 200;

/**
 * Creates a task about the sub for its owner, or for the user who changed the status. No second task is created while
 * one of its type is open, so that an undo adds none.
 */
export async function createTask({ createOnce, actor }: PostSaveContext, sub: RecordDocument, task: SubTask): Promise<void> {
  const about = { module: 'subs', id: sub._id };
  await createOnce({
    module: 'tasks',
    purpose: task.type,
    unless: { related_record: { equals: about }, task_type: task.type, not: { status: 'Completed' } },
    fields: {
      subject: `${task.title}: ${takeCharacters(isFilled(sub.name) ? sub.name : '', NAME_LENGTH)}`,
      task_type: task.type,
      start_date: task.start,
      due_date: task.due,
      related_record: about,
      assigned_to: sub.assigned_to ?? actor.userId ?? null,
    },
  });
}
