/** Texts that many screens share. */
export const generalTexts = {
  product: 'Muster',
  actions: {
    cancel: 'Cancel', close: 'Close', save: 'Save', delete: 'Delete', edit: 'Edit', create: 'Create', open: 'Open', back: 'Back', more: 'More',
    tryAgain: 'Try again', undo: 'Undo', copy: 'Copy', copied: 'Copied', clear: 'Clear', done: 'Done', remove: 'Remove', search: 'Search', select: 'Select', dismiss: 'Dismiss',
  },
  states: {
    passingError: 'Error: {{text}}',
    loading: 'Loading', stillLoading: 'Still loading after 3 seconds.', saved: 'Saved', blocked: 'Not allowed: shows why',
    errorTitle: 'This could not be loaded', errorKept: 'Nothing that you typed or saved was lost.', errorCode: 'Code', unreachable: 'The server cannot be reached. Check the connection.', pluginFailed: 'The plugin {{plugin}} failed here.', partMissing: 'A part of this page could not be loaded. Check the connection.',
    unexpected: 'Something went wrong on this page.', unexpectedKept: 'Saved records are safe. Reload the page to go on.', reload: 'Reload',
  },
  form: {
    required: 'required', fixOne: 'Fix 1 field to save this {{thing}}', fixMany: 'Fix {{count}} fields to save this {{thing}}', record: 'record', fieldsToFix: '{{count}} to fix',
  },
  payCalculator: {
    title: 'Pay Raise Calculator', rate: 'Current Pay Rate', period: 'Pay Period', hours: 'Weekly Hours', raise: 'Pay Raise', calculate: 'Calculate', results: 'Pay before and after the raise',
    current: 'Current Pay', next: 'New Pay', difference: 'Difference', percentage: 'Percentage Raise',
    periods: { hourly: 'Hourly', weekly: 'Weekly', biWeekly: 'Bi-Weekly', biMonthly: 'Bi-Monthly', monthly: 'Monthly', annually: 'Annually' },
    rows: { hourly: 'Hourly', weekly: 'Weekly', biWeekly: 'Every 2 Weeks', biMonthly: 'Twice a Month', monthly: 'Monthly', annually: 'Annually' },
  },
  landmarks: { overlays: 'Menus and dialogs' },
  selection: { selected: '{{count}} selected', clear: 'Clear selection' },
} as const;
