export const definitionTexts = {
  title: 'Definitions',
  help: 'The definitions come from the files of the product and its plugins. Your own changes are used where both changed the same property.',
  failedToLoad: 'The definitions could not be read',
  none: 'No problems and no conflicts',
  noneHelp: 'All definitions of the files are active, together with your own changes.',
  problems: 'Problems',
  problemsHelp: 'Correct the file. Until then the last valid definitions are active, or the default of the setting.',
  conflicts: 'Conflicts',
  conflictsHelp:
    'An upgrade changed a property that you had changed too. Your value is used. Decide for each which one is used from now on.',
  keepOwn: 'Keep your value',
  useNew: 'Use the new value',
  stays: 'Your value of {{path}} stays.',
  replaced: 'The new value of {{path}} is used.',
  used: 'Used',
  offered: 'In the files',
  nothing: 'none',
} as const;
