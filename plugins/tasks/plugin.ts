import { definePlugin } from '#engine';
import { notifyOfTask } from './server/hooks/post-save.notify.ts';
import { fillTaskFromRecord } from './server/hooks/pre-save.related-record.ts';
import { assignTask } from './server/hooks/pre-save.assignment.ts';
import { notifyOfDueTasks } from './server/jobs/notify-due.ts';

/** Rules of tasks that the system creates: their related record, assignee and notifications. */
export const tasksPlugin = definePlugin({
  name: 'tasks',
  version: '1.0.0',
  engine: '^0.1.0',
  hooks: {
    preSave: [
      { module: 'tasks', name: 'about', run: fillTaskFromRecord },
      { module: 'tasks', name: 'assignment', run: assignTask },
    ],
    postSave: [{ module: 'tasks', name: 'notify', run: notifyOfTask }],
  },
  jobs: [{ name: 'notify-due', schedule: '*/10 * * * *', deadline: 300_000, run: notifyOfDueTasks }],
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
  writes: ['tasks.parent_type', 'tasks.record_name', 'tasks.assigned_to', 'tasks.assigned_user_from_record'],
});
