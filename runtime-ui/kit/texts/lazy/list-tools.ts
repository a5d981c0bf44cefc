/**
 * Bulk operations, inline editing, and the panel next to a list. The texts of mass update, amounts and progress are the specification's.
 */
export const listToolTexts = {
  select: {
    more: '{{count}} selected', label: 'Selection', all: 'Select all {{count}}', amount: 'Set number of records', amountTitle: 'Set Number Of Records To Select', amountLabel: 'Amount To Select', apply: 'Apply',
    invalid: 'Please set the number of records you want to select!', most: 'At most {{count}}', start: 'Select', count: '{{count}} {{module}}',
  },
  mass: {
    action: 'Mass update', title: '{{module}} Mass Update on {{count}} Chosen Records', help: 'Change to new value for each desired field.', run: 'Mass Update', noLayout: 'No Mass Update Layout for this module', done: 'Mass Update Completed on {{count}} records',
    nothing: 'Choose a new value for one field or more.', noField: 'Your role may not change the fields of this layout on many records.', keep: 'Keep as it is',
  },
  bulk: {
    status: 'Status: {{done}} of {{total}}', stop: 'Stop', stopping: 'Stopping after this part', stopped: 'Stopped. {{done}} of {{total}} are done, the rest is as it was.', failed: 'Stopped by an error. {{done}} of {{total}} are done.',
    retry: 'Do the rest', left_one: '1 was not changed:', left_other: '{{count}} were not changed:', selectLeft: 'Select them', undoing: 'Undoing', undoingCount: 'Undoing: {{done}} of {{total}}. It goes on when you leave.', undone: 'Undone.', undoneLeft: '{{count}} could not be undone: {{reason}}', deleting: 'Deleting {{what}}', own: 'Only those that are assigned to you are deleted.',
  },
  inline: {
    edit: 'Edit {{field}}', saved: '{{field}} saved', conflict: 'Someone else changed this to', conflictEmpty: 'Someone else emptied this.', mine: 'Keep mine', theirs: 'Take theirs', retry: 'Try again', newLine: 'Ctrl Enter saves',
  },
  peek: { open: 'Peek', title: 'Preview', previous: 'Previous record', next: 'Next record', openRecord: 'Open', close: 'Close the preview', missing: 'There is no such record.' },
} as const;
