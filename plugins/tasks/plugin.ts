import { definePlugin } from '#engine';
import { createNextTask } from './server/hooks/in-transaction.repeat.ts';
import { announceTask, NEW_TASK_EVENT } from './server/hooks/post-save.announce.ts';
import { notifyOfTask } from './server/hooks/post-save.notify.ts';
import { countChecklist } from './server/hooks/pre-save.progress.ts';
import { fillTaskFromRecord } from './server/hooks/pre-save.related-record.ts';
import { reopenRescheduledTask } from './server/hooks/pre-save.rescheduled.ts';
import { keepSchedule } from './server/hooks/pre-save.schedule.ts';
import { assignTask } from './server/hooks/pre-save.assignment.ts';
import { markPastDueTasks } from './server/jobs/past-due.ts';
import { notifyOfDueTasks } from './server/jobs/notify-due.ts';
import { remindOfMissedTasks, remindOfTasks } from './server/jobs/remind.ts';
import { ASSIGN_PROFILE_UPDATES } from './server/routes/profile-updates.ts';
import { SKIP_TASK } from './server/routes/skip.ts';
import { checklistType } from './shared/checklist.ts';
import { TASK_FIELDS } from './shared/fields.ts';

/** Rules of tasks: the status Past Due, reminders, repetition and checklists; of tasks that the system creates: their related record, assignee and notifications. */
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
  fieldTypes: [checklistType],
  definitions: { extensions: [TASK_FIELDS] },
  hooks: {
    preSave: [
      { module: 'tasks', name: 'about', run: fillTaskFromRecord },
      { module: 'tasks', name: 'assignment', run: assignTask },
      { module: 'tasks', name: 'rescheduled', run: reopenRescheduledTask },
      { module: 'tasks', name: 'schedule', run: keepSchedule },
      { module: 'tasks', name: 'progress', run: countChecklist },
    ],
    inTransaction: [{ module: 'tasks', name: 'repeat', run: createNextTask }],
    postSave: [
      { module: 'tasks', name: 'notify', run: notifyOfTask },
      { module: 'tasks', name: 'announce', run: announceTask },
    ],
  },
  jobs: [
    { name: 'past-due', schedule: '5 * * * *', deadline: 240_000, run: markPastDueTasks },
    { name: 'notify-due', schedule: '*/10 * * * *', deadline: 300_000, run: notifyOfDueTasks },
    { name: 'remind', schedule: '* * * * *', deadline: 50_000, run: remindOfTasks },
    { name: 'remind-missed', schedule: '*/10 * * * *', deadline: 300_000, run: remindOfMissedTasks },
  ],
  routes: [SKIP_TASK, ASSIGN_PROFILE_UPDATES],
  events: [NEW_TASK_EVENT],
  notifications: [
    { name: 'task_due', label: 'Tasks that are due', icon: 'calendar-clock', text: '{what} is due' },
    { name: 'task_overdue', label: 'Overdue tasks', icon: 'hourglass', text: '{what} is overdue' },
    { name: 'task_reminder', label: 'Reminders of tasks', icon: 'bell', text: 'Reminder: {what}' },
  ],
  errors: {
    task_does_not_repeat: { status: 422, isPublic: true, text: 'This task does not repeat, or it is completed.' },
    task_series_ended: { status: 422, isPublic: true, text: 'This is the last time of this task. Complete or delete it.' },
  },
  reads: [
    'tasks.*',
    '*.name',
    '*.assigned_to',
    'placements.providers_placements',
    'credentialing.providers_credentialing',
    'providers.last_name',
    'users.name',
    'users.email',
    'users.active',
  ],
  writes: ['tasks.*'],
});
