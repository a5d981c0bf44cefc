/** The bell and its panel. */
export const notificationTexts = {
  title: 'Notifications',
  count: 'Notifications, {{count}} unread',
  markAll: 'Mark all as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  unread: 'Unread',
  more: 'Show more',
  empty: 'No notifications',
  help: 'What others assign to you, mention you in or ask you to approve is shown here.',
} as const;
