import { defineUiContribution } from '#ui';

/** The plugin's UI contributions: the inbox. */
export const mailboxUi = defineUiContribution({
  plugin: 'mailbox',
  routedPages: [
    {
      route: '/app/inbox',
      title: 'Inbox',
      load: async () => (await import('./inbox-page.tsx')).InboxPage,
      icon: 'inbox',
      searchableFor: 'staff',
    },
  ],
});
