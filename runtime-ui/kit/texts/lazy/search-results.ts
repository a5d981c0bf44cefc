/** The results of the search in the top bar. */
export const searchResultTexts = {
  typeMore: 'Type two letters or more.',
  none: 'Nothing matches “{{query}}”.',
  noneHelp: 'Check the spelling, or search inside a module.',
  results: 'Results',
  commands: 'Go to',
  actions: 'On this page',
  tools: 'Commands',
  themeTo: 'Theme: {{theme}}',
  create: 'New {{thing}}',
  searching: 'Searching',
  found: '{{count}} results',
} as const;
