import { defineUiContribution } from '#ui';

/** The plugin's UI contributions: the public page on which recipients choose what they receive. */
export const messagesUi = defineUiContribution({
  plugin: 'messages',
  routedPages: [
    {
      route: '/message-preferences',
      title: 'Your messages',
      load: async () => (await import('./preferences-page.tsx')).PreferencesPage,
    },
  ],
});
