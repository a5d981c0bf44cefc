/** The bars above a list: its views, groups and layouts. */
export const savedViewTexts = {
  new: 'Save as a new view',
  options: 'View options',
  sharedTeam: 'Shared with team {{name}}',
  sharedRole: 'Shared with role {{name}}',
  leftOut: 'Not all of this view is shown',
  gone: 'This view is no longer there',
  goneHelp: 'It was deleted, or is not shared with you any more.',
  failed: 'Views could not be loaded',
  addCondition: 'Add condition',
  thenBy: 'Then by',
  moreSorts: '{{name}} and {{count}} more',
  groupBy: 'Group',
  groupedBy: 'Grouped by {{name}}',
  columnsOf: 'Board columns: {{name}}',
  daysOf: 'Days: {{name}}',
} as const;
