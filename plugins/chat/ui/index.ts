import { createLazySlot, defineUiContribution } from '#ui';

/** The plugin's UI contributions: the message bar, the entry of the menu with the unread messages, and the page of chat. */
export const chatUi = defineUiContribution({
  plugin: 'chat',
  screenParts: [
    { place: 'frame', component: createLazySlot(async () => (await import('./message-bar.tsx')).MessageBar, 'notice', 'home') },
    { place: 'menu', component: createLazySlot(async () => (await import('./menu-part.tsx')).MenuPart, 'notice', 'home') },
  ],
  routedPages: [
    {
      route: '/app/chat',
      title: 'Chat',
      load: async () => (await import('./chat-page.tsx')).ChatPage,
      icon: 'message-square',
      searchableFor: 'staff',
    },
  ],
});
