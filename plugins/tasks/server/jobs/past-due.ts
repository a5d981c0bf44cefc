import { MusterError, paginateRecords, type PluginJobContext } from '#engine';
import { today, type JsonObject, type JsonValue } from '#engine/model';

/** Records that are saved at the same time: the store writes them together. */
const CONCURRENCY = 50;

/**
 * Sets the status Past Due of open tasks whose due date is before today. A task that somebody saves meanwhile is left to the next run, so
 * that a status that they set stays.
 */
export async function markPastDueTasks(context: PluginJobContext): Promise<JsonObject> {
  const { signal } = context;
  const open = context.setting('open_task_statuses');
  const filter = { status: { in: Array.isArray(open) ? open : [] }, due_date: { range: { lt: today(context) } } };
  const count = { marked: 0, left: 0 };
  for await (const tasks of paginateRecords(context, { module: 'tasks', filter, fields: ['_id', '_version'] })) {
    for (let start = 0; start < tasks.length; start += CONCURRENCY) {
      signal.throwIfAborted();
      const part = tasks.slice(start, start + CONCURRENCY);
      const marked = await Promise.all(part.map(({ _id, _version }) => markPastDue(context, _id, _version)));
      count.marked += marked.filter(Boolean).length;
      count.left += marked.filter((isMarked) => !isMarked).length;
    }
  }
  return count;
}

async function markPastDue({ records, actor }: PluginJobContext, id: string, version: JsonValue | undefined): Promise<boolean> {
  try {
    await records.update(actor, {
      module: 'tasks',
      id,
      fields: { status: 'Past Due' },
      version: Number(version),
      changeSource: 'past-due',
    });
    return true;
  } catch (error) {
    if (error instanceof MusterError && error.status < 500) return false;
    throw error;
  }
}
