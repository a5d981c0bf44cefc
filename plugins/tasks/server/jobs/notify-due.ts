import { paginateRecords, type PluginJobContext } from '#engine';
import { addDays, toText, today } from '#engine/model';

/** Days in which a task that became overdue is found, so that a weekend without a running product skips none. */
const DAYS_BACK = 3;

/** Notifies the assignees of open tasks that are due today, and of those that are overdue: once for each task, due date and assignee. */
export async function notifyOfDueTasks(context: PluginJobContext): Promise<void> {
  const last = today(context);
  const filter = {
    due_date: { range: { gte: addDays(last, -DAYS_BACK), lte: last } },
    assigned_to: { exists: true },
    not: { status: 'Completed' },
  };
  for await (const tasks of paginateRecords(context, { module: 'tasks', filter, fields: ['_id', 'assigned_to', 'due_date'] })) {
    context.signal.throwIfAborted();
    for (const { _id, assigned_to: assignee, due_date } of tasks) {
      const due = toText(due_date);
      const isOverdue = due < last;
      await context.notify({
        kind: isOverdue ? 'task_overdue' : 'task_due',
        to: [toText(assignee)],
        module: 'tasks',
        record: _id,
        key: `${isOverdue ? 'overdue' : 'due'}/${_id}/${due}`,
      });
    }
  }
}
