import type { PostSaveContext } from '#engine';
import { addDays, getSaveDay, takeCharacters, type JsonObject } from '#engine/model';

/** What is to be done about a placement, or about its provider. */
export interface PlacementTask {
  readonly type: 'Onboarding' | 'Payroll' | 'Benefits' | 'Term benefits';
  /** What it says before the name of what it is about. */
  readonly title: string;
  readonly name: string | undefined;
  readonly about: { readonly module: 'placements' | 'providers'; readonly id: string };
  /** Days after what it follows from at which it starts. */
  readonly start: number;
  /** Such days until it is due; absent: there is no such day. */
  readonly due?: number;
}

/** So much of a name goes into what a task is called. */
const NAME_LENGTH = 200;

/** A task as it is made, with its days counted from a day (`YYYY-MM-DD`). It is for nobody: the `tasks` plugin says whose it is. */
export function fieldsOfTask({ type, title, name, about, start, due }: PlacementTask, day: string): JsonObject {
  return {
    subject: `${title}: ${takeCharacters(name ?? '', NAME_LENGTH)}`, task_type: type,
    start_date: addDays(day, start), ...(due === undefined ? {} : { due_date: addDays(day, due) }), related_record: about,
  };
}

/** Makes a task that follows from a save, with its days counted from that of the save. A placement or a provider has one of its type. */
export async function createPlacementTask(context: PostSaveContext<'placements'>, task: PlacementTask): Promise<void> {
  await context.createOnce({
    module: 'tasks', purpose: `${task.type}-${task.about.module}`, unless: { related_record: { equals: task.about }, task_type: task.type },
    fields: fieldsOfTask(task, getSaveDay(context)),
  });
}
