/** The frame around every page, the first pages and their empty states. */
export const frameTexts = {
  skip: 'Skip to content',
  landmarks: { menu: 'Main menu', bottom: 'Main menu', top: 'Top bar', switcher: 'Menu' },
  sidebar: { collapse: 'Collapse the menu', expand: 'Expand the menu', home: 'Home', tasks: 'Tasks', more: 'More' },
  top: { back: 'Go back', history: 'Recently seen', search: 'Search', searchHint: 'Search people, jobs, accounts', create: 'Create', createTitle: 'Create a record', account: 'Your account' },
  search: {
    title: 'Search', typeMore: 'Type two letters or more.', none: 'Nothing matches “{{words}}”.', noneHelp: 'Check the spelling, or search inside a module.', results: 'Search results', allIn: 'All in {{module}}',
  },
  user: { profile: 'Profile', theme: 'Theme', light: 'Light', dark: 'Dark', allThemes: 'All themes', signOut: 'Sign out' },
  denied: { module: 'You do not have access to {{module}}. Please contact an administrator.' },
  notFound: { title: 'This page does not exist', help: 'The address may be misspelled, or the page was moved.', action: 'Go to Home' },
  dashboard: {
    title: 'Home', greeting: 'Welcome back, {{name}}', recents: 'Seen last', favourites: 'Favourites', tasks: 'My open tasks',
    recentsEmpty: 'Nothing seen yet', recentsHelp: 'Records that you open are listed here.', favouritesEmpty: 'No favourites yet', favouritesHelp: 'Choose the star on a record to keep it here.',
    tasksEmpty: 'No open tasks', tasksHelp: 'Tasks assigned to you are listed here, the late ones first.', newTask: 'New task', openAll: 'Open as grid',
  },
  own: {
    title: 'Your records', hello: 'Hello, {{name}}', help: 'Everything that is kept about you, newest first.', empty: 'No {{module}} yet', emptyHelp: 'What your contact adds for you shows here.',
    noneTitle: 'Nothing here yet', noneHelp: 'Your contact gives you access when your records are ready.', total: '{{count}} in all', showAll: 'Show all {{count}}',
  },
} as const;
