import type { EffectContext, PluginLiveEvent } from '#engine';

const ID = { type: 'string', minLength: 1, maxLength: 64 } as const;

/** A task is there for a user. */
export const NEW_TASK_EVENT: PluginLiveEvent<{ readonly task: string }> = {
  name: 'new-task-event',
  description: 'A task (`task`, its id in `tasks`) was created for the receiver, or assigned to them, by somebody else.',
  dataSchema: { type: 'object', required: ['task'], properties: { task: ID }, additionalProperties: false },
  example: { task: '019aa0b2-5a10-7621-a4ef-239f990fd27f' },
};

/** Announces a task to whom it is assigned, unless they did so themselves; demo data are no news. */
export async function announceTask({ event, record, live }: EffectContext<'tasks'>): Promise<void> {
  if (event.isBulkLoad || record === undefined || record.deleted === true || record.status === 'Completed') return;
  const isNew = event.kind === 'create' || (event.kind === 'update' && event.changedFields.includes('assigned_to'));
  const assignee = record.assigned_to;
  if (!isNew || typeof assignee !== 'string' || assignee === event.actor.userId) return;
  await live.send(NEW_TASK_EVENT, { task: event.id }, { users: [assignee], record: { module: 'tasks', id: event.id } });
}
