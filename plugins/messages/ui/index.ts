import { createLazySlot, defineUiContribution } from '#ui';

/** Modules whose records messages can be about. */
const MODULES = ['leads', 'contacts', 'providers', 'accounts', 'subs', 'jobs', 'placements'] as const;

/** Modules whose records have phone numbers. */
const PEOPLE = ['leads', 'contacts', 'providers', 'accounts'] as const;

/** The plugin's UI contributions: e-mail and text messages from a record, the outbox, conversations, and the public page on which recipients choose what they receive. */
export const messagesUi = defineUiContribution({
  plugin: 'messages',
  recordActions: [
    {
      id: 'send-email',
      label: 'Send e-mail',
      icon: 'mail',
      modules: MODULES,
      component: createLazySlot(async () => (await import('./send-dialog.tsx')).SendDialog),
    },
    {
      id: 'send-sms',
      label: 'Send text message',
      icon: 'message-square-text',
      modules: PEOPLE,
      component: createLazySlot(async () => (await import('./sms-dialog.tsx')).SmsDialog),
    },
  ],
  cells: {
    'messages.attachments': createLazySlot(async () => (await import('./attachments-cell.tsx')).AttachmentsCell, 'place'),
  },
  routedPages: [
    {
      route: '/app/outbox',
      title: 'Outbox',
      load: async () => (await import('./outbox-page.tsx')).OwnOutboxPage,
      icon: 'send',
      searchableFor: 'staff',
    },
    {
      route: '/admin/message-outbox',
      title: 'Messages of everyone',
      load: async () => (await import('./outbox-page.tsx')).WholeOutboxPage,
      icon: 'send',
      searchableFor: ['System Admin'],
    },
    {
      route: '/app/conversations',
      title: 'Text conversations',
      load: async () => (await import('./conversations-page.tsx')).ConversationsPage,
      icon: 'message-square-text',
      searchableFor: 'staff',
    },
    {
      route: '/message-preferences',
      title: 'Your messages',
      load: async () => (await import('./preferences-page.tsx')).PreferencesPage,
    },
  ],
});
