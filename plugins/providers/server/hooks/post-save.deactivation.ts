import type { PostSaveContext } from '#engine';
import { addDays, getSaveDay } from '#engine/model';
import { hasLeft, getCurrentProvider } from '../services/current-provider.ts';
import { createTask } from '../services/create-task.ts';

/** Days until the task starts and is due. */
const START = 3;
const DUE = 10;

/** Creates the tasks for a provider who leaves: one for each line of the setting. */
export async function createDeactivationTasks(context: PostSaveContext<'providers'>): Promise<void> {
  const provider = getCurrentProvider(context);
  if (provider === undefined || !(await hasLeft(context, provider))) return;
  const setting = context.setting('provider_deactivation_tasks');
  const titles = (Array.isArray(setting) ? setting : []).filter(
    (title): title is string => typeof title === 'string' && title.trim() !== '',
  );
  const day = getSaveDay(context);
  for (const title of titles)
    await createTask(context, provider, { type: 'Deactivation', title, start: addDays(day, START), due: addDays(day, DUE) });
}
