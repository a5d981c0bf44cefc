/** Lists of entries as tables, in forms. */
export const rowTexts = {
  list: 'Rows of {{field}}',
  cell: '{{column}}, row {{number}}',
  add: 'Add row',
  up: 'Move row {{number}} up',
  down: 'Move row {{number}} down',
  remove: 'Remove row {{number}}',
} as const;
