/** Lists of entries as tables, in forms, and what is sorted by hand. */
export const rowTexts = {
  list: 'Rows of {{field}}',
  cell: '{{column}}, row {{number}}',
  add: 'Add row',
  up: 'Move row {{number}} up',
  down: 'Move row {{number}} down',
  remove: 'Remove row {{number}}',
  moved: '{{name}} was moved.',
  moveUp: 'Move {{name}} up',
  moveDown: 'Move {{name}} down',
  name: 'Name',
  value: 'Value',
  chooseFirst: 'Choose {{field}} first',
  linesHint: 'One on each line',
  notTime: 'Type a time, such as 9:30 AM.',
  notMonth: 'Type a month, such as Dec 2026.',
} as const;
