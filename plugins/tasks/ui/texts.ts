import { addPluginTexts, tPlugin } from '#ui';

const TEXTS = {
  title: 'My day',
  all: 'All my tasks',
  failed: 'Tasks could not be read',
  noAccess: 'You have no access to tasks',
  noAccessHelp: 'A System Admin can give you a role with access to them.',
  overdue: 'Overdue',
  today: 'Today',
  week: 'Next 7 days',
  undated: 'Without a date',
  todayEmpty: 'Nothing is due today.',
  weekEmpty: 'Nothing is due in the next 7 days.',
  nothing: 'Nothing to do',
  nothingHelp: 'Open tasks that are assigned to you and due within a week, or without a date, are listed here. Add one above.',
  more: 'Show more',
  moreOf: 'Show more: {{group}}',
  rest: 'Open all {{count}} in the list',
  newTask: 'New task',
  newTaskHint: 'What is to be done?',
  due: 'Due',
  dueHint: 'tomorrow, Fri 3pm, 6/12',
  dueUnknown: 'Type a day, such as tomorrow, Fri 3pm, in 3 days or 6/12.',
  dueNone: 'Without a due date',
  dueIs: 'Due {{when}}',
  dueAndReminder: 'Due {{day}}, with a reminder at {{time}}',
  add: 'Add task',
  added: '{{name}} added.',
  complete: 'Complete {{name}}',
  completed: '{{name}} completed.',
  late: { one: '1 day late', other: '{{count}} days late' },
  snooze: 'Snooze {{name}}',
  snoozed: '{{name}} snoozed until {{when}}.',
  laterToday: 'Later today',
  tomorrow: 'Tomorrow',
  nextWeek: 'Next week',
  choose: 'Choose a time',
  chooseTitle: 'Snooze until',
  until: 'Until',
  cancel: 'Cancel',
  snoozeDo: 'Snooze',
  snoozeHelp: 'The due date moves to this day, and the reminder to this time. Without a time: 9 AM.',
  onlyThis: 'Only this one moves. The next one is due as planned.',
  actions: 'More for {{name}}',
  open: 'Open',
  reassign: 'Assign to somebody else',
  reassignTitle: 'Assign {{name}}',
  assignee: 'Assigned to',
  reassignDo: 'Assign',
  reassigned: '{{name}} assigned to somebody else.',
  skip: 'Leave this one out',
  skipped: '{{name}} is due on {{when}}.',
  stop: 'Stop repeating',
  stopped: '{{name}} does not repeat any more.',
  remindAt: 'Reminder: {{when}}',
  checklist: 'Checklist: {{progress}} done',
  keys: 'Arrow keys move between tasks. Space completes, Z snoozes, Enter opens.',
  item: 'Item {{number}}',
  newItem: 'New item',
  newItemHint: 'Add an item, Enter for the next',
  addItem: 'Add',
  removeItem: 'Remove {{text}}',
  moveUp: 'Move {{text}} up',
  moveDown: 'Move {{text}} down',
  doneItem: 'Done: {{text}}',
  full: 'A checklist has at most {{count}} items.',
  itemsHint: 'Alt with an arrow key moves an item.',
  noItems: 'No items yet.',
} as const;

type Paths<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

addPluginTexts('tasks', TEXTS);

/** Returns a text of this plugin in the selected language. */
export function tTasks(key: Paths<typeof TEXTS>, variables: Readonly<Record<string, string | number>> = {}): string {
  return tPlugin('tasks', key, variables);
}

/** How many days a task is late, in words. */
export const formatLateness = (count: number): string => tTasks(count === 1 ? 'late.one' : 'late.other', { count });
