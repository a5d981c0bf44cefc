import type { PostSaveContext } from '#engine';
import { addDays, getSaveDay, takeCharacters, type JsonObject } from '#engine/model';

/** A task about a placement or its provider. */
export interface PlacementTask {
  readonly type: 'Onboarding' | 'Payroll' | 'Benefits' | 'Term benefits';
  /** The text before the name of the record. */
  readonly title: string;
  readonly name: string | undefined;
  readonly about: { readonly module: 'placements' | 'providers'; readonly id: string };
  /** Number of days from the triggering save until the task starts. */
  readonly start: number;
  /** Number of days from the triggering save until the task is due; absent if there is no due date. */
  readonly due?: number;
}

/** Maximum length of the record name in the subject. */
const NAME_LENGTH = 200;

/** The fields of a task, with its days counted from a day (`YYYY-MM-DD`). The task has no assignee: the `tasks` plugin assigns it. */
export function fieldsOfTask({ type, title, name, about, start, due }: PlacementTask, day: string): JsonObject {
  return {
    subject: `${title}: ${takeCharacters(name ?? '', NAME_LENGTH)}`,
    task_type: type,
    start_date: addDays(day, start),
    ...(due === undefined ? {} : { due_date: addDays(day, due) }),
    related_record: about,
  };
}

/**
 * Creates a task that follows from a save, with its days counted from the day of the save. A placement or provider has
 * at most one task of each type.
 */
export async function createPlacementTask(context: PostSaveContext<'placements'>, task: PlacementTask): Promise<void> {
  await context.createOnce({
    module: 'tasks',
    purpose: `${task.type}-${task.about.module}`,
    unless: { related_record: { equals: task.about }, task_type: task.type },
    fields: fieldsOfTask(task, getSaveDay(context)),
  });
}
