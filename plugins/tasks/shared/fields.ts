import type { ModuleExtension } from '#engine';

const SCREENS = ['edit', 'detail', 'preview-panel'] as const;

/** Shown on records on which a field has a value. */
const whenFilled = (field: string) => ({ '!': { is_empty: { var: `record.${field}` } } });

/** What the plugin adds to tasks: reminders, repetition and a checklist. */
export const TASK_FIELDS: ModuleExtension = {
  module: 'tasks',
  fields: [
    {
      id: 'tasks_reminder',
      fieldName: 'reminder',
      label: 'Remind at',
      inputType: 'DateTime',
      massUpdatable: true,
    },
    {
      id: 'tasks_recurrence',
      fieldName: 'recurrence',
      label: 'Repeats',
      inputType: 'TextField',
      fieldType: 'recurrence-rule',
      description:
        'When the task is completed, the next one is created. Another due date is for this one only, another repetition for all that follow.',
    },
    {
      id: 'tasks_scheduled_date',
      fieldName: 'scheduled_date',
      label: 'Scheduled for',
      inputType: 'Date',
      readOnly: true,
      visibleWhen: whenFilled('scheduled_date'),
    },
    {
      id: 'tasks_previous_task',
      fieldName: 'previous_task',
      label: 'Repeats the task',
      inputType: 'Relate',
      ref: 'tasks',
      readOnly: true,
      visibleWhen: whenFilled('previous_task'),
    },
    {
      id: 'tasks_checklist',
      fieldName: 'checklist',
      label: 'Checklist',
      inputType: 'Array',
      fieldType: 'checklist',
      entry: {
        columns: [
          { fieldName: 'id', label: 'Id', inputType: 'TextField', identifier: true },
          { fieldName: 'text', label: 'Item', inputType: 'TextField', required: true },
          { fieldName: 'done', label: 'Done', inputType: 'Checkbox' },
        ],
      },
    },
    {
      id: 'tasks_checklist_progress',
      fieldName: 'checklist_progress',
      label: 'Checklist done',
      inputType: 'TextField',
      readOnly: true,
      visibleWhen: whenFilled('checklist'),
    },
  ],
  fieldPlacements: [
    { field: 'reminder', after: 'due_date', views: [...SCREENS, 'quick-create', 'mass-update'] },
    { field: 'recurrence', after: 'reminder', views: [...SCREENS, 'quick-create'] },
    { field: 'scheduled_date', after: 'recurrence', views: ['detail'] },
    { field: 'previous_task', after: 'scheduled_date', views: ['detail'] },
    { field: 'checklist', after: 'description', views: ['edit', 'detail'] },
    { field: 'checklist_progress', after: 'related_record', views: ['grid'], width: 120 },
    { field: 'checklist_progress', after: 'checklist', views: ['detail'] },
  ],
  indexes: [['reminder'], ['previous_task'], ['assigned_to', 'due_date']],
};
