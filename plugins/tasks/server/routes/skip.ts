import type { PluginRouteDefinition } from '#engine';
import { toText, today } from '#engine/model';
import { resetChecklist } from '../../shared/checklist.ts';
import { moveDay } from '../../shared/move-instant.ts';
import { findNextOccurrence } from '../../shared/occurrence.ts';
import { SKIP } from '../hooks/pre-save.schedule.ts';

/** `POST /api/tasks/:id/skip` `{ _version }`: leaves this time of a task that repeats out. The task is due at the next one. */
export const SKIP_TASK: PluginRouteDefinition = {
  method: 'POST',
  path: '/api/tasks/:id/skip',
  summary: 'Leaves this time of a task that repeats out: it is due at the next one',
  bodySchema: { type: 'object', properties: { _version: { type: 'integer', minimum: 1 } } },
  responseSchema: { type: 'object', required: ['due_date'], properties: { due_date: { type: 'string', format: 'date' } } },
  errors: ['task_does_not_repeat', 'task_series_ended'],
  async handle(context) {
    const { records, actor, parameters, body, batchId } = context;
    const id = parameters['id'] ?? '';
    const task = await records.get(actor, { module: 'tasks', id });
    const [rule, due, start] = [toText(task['recurrence']), toText(task['due_date']), toText(task['start_date'])];
    if (rule === '' || due === '' || task['status'] === 'Completed') return context.refuse('task_does_not_repeat');
    const next = findNextOccurrence(rule, toText(task['scheduled_date']) || due, today(context));
    if (next === undefined) return context.refuse('task_series_ended');
    const items = resetChecklist(task['checklist']);
    const { _version: version } = (body ?? {}) as { readonly _version?: number };
    const saved = await records.update(actor, {
      module: 'tasks',
      id,
      fields: {
        due_date: next.day,
        recurrence: next.rule,
        status: 'Not Started',
        ...(start === '' ? {} : { start_date: moveDay(start, due, next.day) }),
        ...(items.length === 0 ? {} : { checklist: items }),
      },
      changeSource: SKIP,
      version,
      batchId,
      idempotency: context.idempotencyKeyFor('skip'),
    });
    return { body: { due_date: next.day }, batchId: saved.batchId };
  },
};
