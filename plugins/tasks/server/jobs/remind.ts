import { paginateRecords, type PluginJobContext } from '#engine';
import { toText } from '#engine/model';

const MINUTE = 60_000;

/** Notifies the assignees of open tasks whose reminder was due within the last minutes: once for each task, time and assignee. */
async function remindWithin(context: PluginJobContext, minutes: number): Promise<void> {
  const now = context.clock.now();
  const filter = {
    reminder: { range: { gt: new Date(now - minutes * MINUTE).toISOString(), lte: new Date(now).toISOString() } },
    assigned_to: { exists: true },
    not: { status: 'Completed' },
  };
  for await (const tasks of paginateRecords(context, { module: 'tasks', filter, fields: ['_id', 'assigned_to', 'reminder'] })) {
    context.signal.throwIfAborted();
    for (const { _id, assigned_to: assignee, reminder } of tasks)
      await context.notify({
        kind: 'task_reminder',
        to: [toText(assignee)],
        module: 'tasks',
        record: _id,
        key: `reminder/${_id}/${toText(reminder)}`,
      });
  }
}

/** Reminders of the last minutes: a run that was late or lost leaves none out. */
export const remindOfTasks = (context: PluginJobContext): Promise<void> => remindWithin(context, 15);

/** Reminders of the last three days, for those that came while the product was not running. */
export const remindOfMissedTasks = (context: PluginJobContext): Promise<void> => remindWithin(context, 3 * 24 * 60);
