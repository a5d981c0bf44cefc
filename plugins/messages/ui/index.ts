import { createLazySlot, defineUiContribution } from '#ui';
import { MESSAGE_MODULES } from '../shared/message-modules.ts';

/** Modules whose records have phone numbers. */
const PEOPLE = ['leads', 'contacts', 'providers', 'accounts'] as const;

const templates = () => import('./templates/slots.ts');
const outbox = () => import('./outbox-page.tsx');
const TemplateField = createLazySlot(async () => (await templates()).TemplateField, 'place');

/** The plugin's UI contributions: the editor and the versions of templates, e-mail and text messages from a record, the outbox, conversations, and the public page on which recipients choose what they receive. */
export const messagesUi = defineUiContribution({
  plugin: 'messages',
  recordActions: [
    {
      id: 'send-email',
      label: 'Send e-mail',
      icon: 'mail',
      modules: MESSAGE_MODULES,
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
  fields: { 'templates.subject': TemplateField, 'templates.body': TemplateField, 'templates.body_html': TemplateField },
  panels: [
    {
      id: 'versions',
      label: 'Versions',
      modules: ['templates'],
      afterRelated: true,
      component: createLazySlot(async () => (await templates()).VersionsPanel, 'place'),
    },
  ],
  routedPages: [
    {
      route: '/app/outbox',
      title: 'Outbox',
      load: async () => (await outbox()).OwnOutboxPage,
      icon: 'send',
      searchableFor: 'staff',
    },
    {
      route: '/admin/message-outbox',
      title: 'Messages of everyone',
      load: async () => (await outbox()).WholeOutboxPage,
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
