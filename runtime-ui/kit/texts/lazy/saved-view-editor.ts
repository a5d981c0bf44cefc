/** Editors for saved views, filters, sort orders, groups and layouts. */
export const savedViewEditorTexts = {
  save: 'Save view', saveAs: 'Save as', reset: 'Reset', saved: 'View {{name}} saved', changed: 'Changed, not saved', edit: 'Name and sharing', duplicate: 'Duplicate', remove: 'Delete view',
  makeDefault: 'Open with this view', isDefault: 'Opens with this view', moveLeft: 'Move left', moveRight: 'Move right', removeTitle: 'Delete the view {{name}}', removeText: 'Records stay. Everyone who uses this view loses it.', removeOwnText: 'Records stay.', removed: 'View {{name}} deleted',
  name: 'Name', sharing: 'Who can use it', private: 'Only me', team: 'A team', role: 'A role', ofTeam: 'Team', ofRole: 'Role',
  titleNew: 'New view', titleEdit: 'View {{name}}', newHelp: 'Saves filter, columns, order, groups, layout and row height.',
  builder: 'Filter {{module}}', all: 'All of these', any: 'Any of these', none: 'Not all of these', neither: 'None of these', match: 'Match', addGroup: 'Add group', removeCondition: 'Remove condition', removeGroup: 'Remove group', field: 'Field', operator: 'Condition', value: 'Value', apply: 'Apply',
  shows: 'Shows {{count}} {{module}}', relatedTo: 'Module', byProgram: 'Written by a program', refused: 'This filter cannot be used: {{reason}}', from: 'From', to: 'To', editFilter: 'Edit the filter {{name}}', group: '{{count}} conditions', groupAny: 'any of {{count}} conditions', listHint: 'Type and press Enter',
  exact: 'A day', today: 'Today', daysAgo: 'Days ago', daysAhead: 'Days from now', now: 'Now', days: 'Days', when: 'When', ago: '{{days}} days ago', ahead: 'in {{days}} days', me: 'Me', myTeams: 'My teams', myProvider: 'My provider', who: 'Value', someone: 'A record',
  sortTitle: 'Order', addSort: 'Add an order', sortBy: 'Sort by', removeSort: 'Remove the order {{name}}',
  noGroup: 'No groups', unit: 'Span', day: 'Day', week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year', groups: '{{groups}} groups, {{total}} {{module}}', noValue: 'Without {{name}}', moreGroups: 'Show more groups', groupsFailed: 'Groups could not be loaded',
  findField: 'Find a field', moveUp: 'Move {{name}} up', moveDown: 'Move {{name}} down',
  viewTypes: 'Layout', asTable: 'Table', toTable: 'Show as a table', asBoard: 'Board', asCalendar: 'Calendar', columnsBy: 'Board columns by', daysBy: 'Days by', viewTypeGone: 'The field of this layout is not there', viewTypeGoneHelp: 'It was removed, or you may not see it. The records are all in the table.',
  op: {
    equals: 'is', notEquals: 'is not', in: 'is any of', notIn: 'is none of', contains: 'contains', notContains: 'does not contain', startsWith: 'starts with', notStartsWith: 'does not start with', gte: 'is from', lte: 'is up to', gt: 'is over', lt: 'is under', between: 'is between', filled: 'is filled', empty: 'is empty', related: 'has one with', notRelated: 'has none with',
    gteDate: 'is on or after', lteDate: 'is on or before', gtDate: 'is after', ltDate: 'is before',
  },
} as const;
