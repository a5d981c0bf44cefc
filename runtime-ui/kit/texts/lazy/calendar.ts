/** Calendars. */
export const calendarTexts = {
  label: 'Calendar of {{module}} by {{field}}', today: 'Today', spans: 'Shown time', month: 'Month', week: 'Week', day: 'Day', agenda: 'Agenda',
  previousMonth: 'Previous month', nextMonth: 'Next month', previousWeek: 'Previous week', nextWeek: 'Next week', previousDay: 'Previous day', nextDay: 'Next day',
  without_one: '1 without {{field}}', without_other: '{{shown}} without {{field}}', more: '+{{count}} more', moreOf: '{{count}} more on {{day}}',
  cell: '{{day}}, {{count}} {{module}}', cellToday: '{{day}}, today, {{count}} {{module}}', openDay: 'Open {{day}}', createOn: 'New {{thing}} on {{day}}',
  empty: 'No {{module}} in {{span}}.', emptyDay: 'No {{module}} on {{span}}.', nowhere: 'No {{module}} with {{field}} yet.', goTo: 'Go to {{day}}',
  until: 'until {{day}}', allDay: 'All day', preview: 'Preview of {{name}}', move: 'Move to date', moveTitle: 'Move {{name}}', moveTo: 'Move', moved: '{{name}} moved to {{day}}.', ended: '{{name}} ends on {{day}}.', notMoved: '{{name}} not moved',
  fixed: '{{field}} is set by the system, so it stays on its day.', fixedByRole: 'Your role may not change {{field}}, so it stays on its day.', moreAbout: 'More about {{name}}', fixedRecord: 'You may not edit this {{thing}}, so it stays on its day.', noDay: 'Choose a day.', failed: '{{module}} could not be loaded', stale: 'This may be out of date. {{reason}}',
} as const;
