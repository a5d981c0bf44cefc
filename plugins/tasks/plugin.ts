import { definePlugin } from '#engine';
import { notifyOfTask } from './server/hooks/post-save.notify.ts';
import { fillTaskFromRecord } from './server/hooks/pre-save.related-record.ts';
import { reopenRescheduledTask } from './server/hooks/pre-save.rescheduled.ts';
import { assignTask } from './server/hooks/pre-save.assignment.ts';
import { markPastDueTasks } from './server/jobs/past-due.ts';
import { notifyOfDueTasks } from './server/jobs/notify-due.ts';

/** Rules of tasks: the status Past Due; of tasks that the system creates: their related record, assignee and notifications. */
export const tasksPlugin = definePlugin({
  name: 'tasks',
  version: '1.0.0',
  engine: '^0.1.0',
  settings: {
    open_task_statuses: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', 'x-dropdown': 'task_status' },
      title: 'Statuses of open tasks',
      description: 'Tasks with one of these become past due after their due date.',
      default: ['Not Started', 'Open', 'In Progress'],
    },
  },
  hooks: {
    preSave: [
      { module: 'tasks', name: 'about', run: fillTaskFromRecord },
      { module: 'tasks', name: 'assignment', run: assignTask },
      { module: 'tasks', name: 'rescheduled', run: reopenRescheduledTask },
    ],
    postSave: [{ module: 'tasks', name: 'notify', run: notifyOfTask }],
  },
  jobs: [
    { name: 'past-due', schedule: '5 * * * *', deadline: 240_000, run: markPastDueTasks },
    { name: 'notify-due', schedule: '*/10 * * * *', deadline: 300_000, run: notifyOfDueTasks },
  ],
  notifications: [{ name: 'task_due', label: 'Tasks that are due', icon: 'calendar-clock', text: '{what} is due' }],
  reads: [
    'tasks.subject',
    'tasks.related_record',
    'tasks.parent_type',
    'tasks.record_name',
    'tasks.assigned_to',
    'tasks.assigned_user_from_record',
    'tasks.start_date',
    'tasks.due_date',
    'tasks.status',
    'tasks.deleted',
    '*.name',
    '*.assigned_to',
    'placements.providers_placements',
    'credentialing.providers_credentialing',
    'providers.last_name',
    'users.name',
    'users.email',
    'users.active',
  ],
  writes: ['tasks.status', 'tasks.parent_type', 'tasks.record_name', 'tasks.assigned_to', 'tasks.assigned_user_from_record'],
});
