/** The frame around every page, the first pages and their empty states. */
export const frameTexts = {
  skip: 'Skip to content',
  landmarks: { menu: 'Main menu', bottom: 'Short menu', top: 'Top bar' },
  sidebar: { collapse: 'Collapse the menu', expand: 'Expand the menu', more: 'More' },
  top: { back: 'Go back', history: 'Visited pages', search: 'Search', searchHint: 'Search records, pages and commands', create: 'Create', createTitle: 'Create a record' },
  search: {
    label: 'Search and commands', typeMore: 'Type two letters or more.', none: 'Nothing matches “{{query}}”.', noneHelp: 'Check the spelling, or search inside a module.', results: 'Results', commands: 'Go to', actions: 'On this page', tools: 'Commands', themeTo: 'Theme: {{theme}}', more: '{{count}} in all',
    create: 'New {{thing}}', searching: 'Searching', found: '{{count}} results',
  },
  user: { account: 'Your account', profile: 'Profile', theme: 'Theme', light: 'Light', dark: 'Dark', allThemes: 'All themes', keys: 'Keyboard shortcuts', signOut: 'Sign out' },
  themes: {
    'default': 'Default, dark menu', 'light': 'Light', 'dark': 'Dark', 'blue-and-teal': 'Blue and teal', 'bluecoral': 'Blue coral', 'candy': 'Candy', 'fire': 'Fire', 'indigo-pink': 'Indigo and pink',
    'pink-bluegrey': 'Pink and blue grey', 'pistachio': 'Pistachio', 'matts': 'Matt’s, dark', 'justins': 'Justin’s, dark',
    help: 'Saved in this browser. Applies at once.',
  },
  keys: {
    title: 'Keyboard shortcuts', help: 'They work when no input has the focus.', on: 'Single-key shortcuts are on', search: 'Search and commands', all: 'Keyboard shortcuts', move: 'Move', select: 'Select a row', extend: 'Extend the selection', open: 'Open', edit: 'Edit',
    create: 'New record', filter: 'Filter', status: 'Change the status', peek: 'Peek at a row', call: 'Call', mail: 'Write an e-mail', text: 'Write a text message', today: 'Today, in a calendar', span: 'Earlier and later, in a calendar', save: 'Save', nextError: 'Next error', undo: 'Undo', close: 'Close', goTo: 'Go to {{module}}',
  },
  denied: { module: 'You do not have access to {{module}}. Please contact an administrator.' },
  later: { title: 'Not here yet', help: '{{what}} will come with a later version. Nothing is wrong with your account or with this address.' },
  unanswered: '{{count}} saves did not reach the server, such as “{{title}}”.', unanswered_one: 'A save did not reach the server: “{{title}}”.',
  history: { none: 'No pages visited yet' },
  admin: {
    title: 'Administration', groups: { users: 'Users', tools: 'Developer tools' }, links: { users: 'Users', roles: 'Roles', teams: 'Teams', webhooks: 'Webhooks', api: 'API documentation' },
    notes: { users: 'accounts, types, invites', roles: 'what each role allows', teams: 'who sees which records', webhooks: 'other programs, notified of changes', api: 'every endpoint, with its schemas' },
    later: 'The other sections will come with later versions. Until then settings, dropdowns, layouts and roles are changed by the API.',
  },
  notFound: { title: 'This page does not exist', help: 'The address may be misspelled, or the page was moved.', action: 'Go to Home' },
  dashboard: {
    title: 'Home', recents: 'Recently seen', favourites: 'Favourites', tasks: 'My open tasks', recentsEmpty: 'Nothing seen yet', recentsHelp: 'Records that you open are listed here.',
    favouritesEmpty: 'No favourites yet', favouritesHelp: 'Choose the star on a record to add it here.', tasksEmpty: 'No open tasks', tasksHelp: 'Tasks assigned to you are listed here, overdue ones first.', openAll: 'Open as grid', failed: 'This list could not be loaded',
  },
  own: {
    title: 'Your records', hello: 'Hello, {{name}}', help: 'Your records, and what comes next.', empty: 'No {{module}} yet', emptyHelp: 'What your contact adds for you shows here.',
    leftOne: '1 task left, {{name}}', leftMany: '{{count}} tasks left, {{name}}', allDone: 'All done, {{name}}', next: 'Next:', due: 'due {{day}}', ring: '{{done}} of {{total}} tasks done', noneTitle: 'Nothing here yet', noneHelp: 'Your contact gives you access when your records are ready.', showAll: 'Show all',
  },
} as const;
