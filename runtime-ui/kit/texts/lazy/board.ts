/** Boards, and what a value requires before it is saved. */
export const boardTexts = {
  without: 'Without {{field}}',
  columns: 'Board columns',
  empty: 'Nothing here',
  add: 'New {{thing}} in {{column}}',
  added: '{{name}} added',
  collapse: 'Collapse {{column}}',
  expand: 'Expand {{column}}, {{count}}',
  move: 'Move {{name}}',
  moveTo: 'Move to',
  open: 'Open',
  edit: 'Edit',
  goesBack: 'Esc moves {{name}} back here',
  keys: 'Space picks the card up, the arrow keys move it to another column. S lists the columns.',
  picked: '{{name}} picked up. Left and right choose a column, Space drops, Esc cancels.',
  putBack: '{{name}} moved back to {{column}}.',
  waits: 'Not moved yet: {{name}}',
  moved: '{{name}} moved to {{column}}',
  locked: 'You cannot move {{name}}',
  why: 'Why {{name}} cannot be moved',
  fixed: '{{field}} is set by the system: cards cannot be moved.',
  owner: 'Assigned to {{name}}',
  changed: 'Changed {{when}}',
  failed: 'This column could not be loaded',
  boardFailed: 'The board could not be loaded',
} as const;

/** Shown if a value requires more before it is saved. */
export const transitionTexts = {
  title: 'Not moved yet',
  choose: 'Choose {{field}}',
  fill: 'Fill in {{field}}.',
  putBack: 'Move back',
  cancel: 'Cancel',
  moveOn: 'Move to',
  moveTo: 'Move to {{value}}',
  empty: 'Leave {{field}} empty',
} as const;
