/** The panel of the bell, and the preferences. */
export const notificationTexts = {
  markAll: 'Mark all as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  unread: 'Unread',
  more: 'Show more',
  empty: 'No notifications',
  help: 'What others assign to you, mention you in or ask you to approve is shown here.',
  preferences: 'Preferences',
  preferencesHelp: 'Choose what you are told under the bell, and by e-mail. E-mails leave out what you have read before they are sent.',
  kind: 'Kind',
  bell: 'Bell',
  email: 'E-mail',
  inApp: '{{kind}} under the bell',
  byMail: '{{kind}} by e-mail',
  mail: { off: 'Never', now: 'At once', daily: 'Once a day' },
} as const;
