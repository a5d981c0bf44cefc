/** Removed fields and modules whose values stay for a while. */
export const studioRemovedTexts = {
  help: 'Removed fields and modules that kept their values. Nobody sees them. After 30 days the values are removed for good.',
  failed: 'What was removed could not be loaded',
  none: 'Nothing was removed in the last 30 days',
  noneHelp: 'Fields and modules that are removed with “keep the values” are listed here.',
  what: 'Removed',
  removed: 'When and by whom',
  until: 'Values stay until',
  actions: 'Actions',
  fieldOf: '{{field}} of {{module}}',
  restore: 'Restore',
  restored: '{{name}} is back, with its values.',
  clear: 'Remove for good',
  clearTitle: 'Remove the values of {{name}}?',
  clearText: 'They cannot be restored afterwards.',
  cleared: 'The values of {{name}} are removed.',
} as const;
