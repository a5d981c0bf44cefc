/** Texts of all pages of a module: fields, lists, and why something is not allowed. */
export const viewTexts = {
  none: 'None',
  fields: {
    searchRecords: 'Search {{module}}', noMatch: 'Nothing found', typeToFind: 'Type to find', clear: 'Clear', addAddress: 'Add address', main: 'Main',
    makeMain: 'Make main', optOut: 'Opted out', invalid: 'Invalid', emailAt: 'E-mail {{at}}', emailMore: 'More about e-mail {{at}}', removeEmail: 'Remove e-mail {{at}}', removeItem: 'Remove {{name}}',
    street: 'Street', city: 'City', state: 'State', zip: 'ZIP', openCalendar: 'Choose a day', previousMonth: 'Previous month', nextMonth: 'Next month', dateHint: 'MM/DD/YYYY', timeHint: 'Time', notADay: 'Type a day, such as 11/18/2026.', notATime: 'Type a time, such as 2:30 PM.',
    notANumber: 'Type a number.', notJson: 'This is not JSON: {{reason}}', byHand: 'Given by the system', noFile: 'No file', newMessage: 'Write a message', module: 'Module', record: 'Record',
    choices: 'Choices', yes: 'Yes', no: 'No', listHint: 'Type and press Enter', tooShortPhone: 'Type 10 digits, such as 404-555-0142.', wholeEmail: 'Type a whole address, such as name@example.com.',
    tooShortZip: 'Type 5 digits, such as 30030.', tooShortSsn: 'Type 9 digits, such as 219-09-9999.',
  },
  list: {
    create: 'New {{thing}}', filter: 'Filter', columns: 'Columns', search: 'Search {{module}}', density: 'Row height', dense: 'Dense', normal: 'Normal', roomy: 'Roomy', views: 'Views', sortBy: 'Sort by', sort: 'Sort',
    ascending: 'Ascending', descending: 'Descending', resetColumns: 'As in the layout', chosenColumns: 'Shown columns', rowsPerPage: 'Rows per page', endless: 'Endless', page: 'Page', of: 'of', previous: 'Previous page', next: 'Next page',
    range: '{{from}}–{{to}} of {{total}}', rangeOpen: '{{from}}–{{to}} of {{total}} or more', none: '0 of 0', select: 'select', open: 'open', filterKey: 'filter', edit: 'edit',
    selectPage: 'Select this page', selectTooMany: 'Only the first {{count}} were selected.', delete: 'Delete',
    emptyTitle: 'No {{module}} yet', emptyHelp: 'Records that you or your colleagues add are listed here.', emptyHelpReader: 'Records that your colleagues add are listed here.',
    noMatchTitle: 'No {{module}} match', noMatchHelp: 'Remove a filter to see more.', dropFilter: 'Remove “{{filter}}”', dropResult: '{{count}} without it', clearAll: 'Clear all filters',
    failed: '{{module}} could not be loaded', applied: 'Applied filters', removeFilter: 'Remove the filter {{name}}', filterTitle: 'Filter {{module}}', from: 'From', to: 'To', anyValue: 'Any', isFilled: 'Is filled', isEmpty: 'Is empty',
    chosen: '{{count}} chosen', grid: 'Table of {{module}}', loadingMore: 'Loading more', actions: 'Actions', viewEverything: 'All {{module}}',
  },
  explain: {
    delete: 'Why can\'t I delete this?', edit: 'Why can\'t I edit this?', create: 'Why can\'t I create one?', mass_update: 'Why can\'t I mass update?', role: 'Role {{role}}', team: 'Team {{team}}', passes: 'passes', decides: 'decides', smallest: 'Smallest change that allows it', copy: 'Copy explanation', copied: 'Copied', checked: 'Checked just now', allowed: 'This is allowed now. Reload the page.', failed: 'The reason could not be read.',
    grantOwner: 'Assign this record to you', grantOwnerHelp: 'Changes 1 record', grantRole: 'Set {{property}} to {{value}} in role {{role}}', grantTeam: 'Join the team {{value}}', grantHelp: 'System Admin only.', loading: 'Looking at the rules',
  },
} as const;
