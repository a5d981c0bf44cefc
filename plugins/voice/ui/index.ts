import { createLazySlot, defineUiContribution } from '#ui';

const actions = () => import('./voiceshot-actions.tsx');

/** Modules whose records are people with phone numbers. */
const PEOPLE = ['leads', 'contacts', 'providers'] as const;

/** The plugin's UI contributions: the dialer, and voiceshots to one person or to those selected in a list. */
export const voiceUi = defineUiContribution({
  plugin: 'voice',
  recordActions: [
    {
      id: 'send-voiceshot',
      label: 'Send voiceshot',
      icon: 'megaphone',
      modules: PEOPLE,
      component: createLazySlot(async () => (await actions()).RecordVoiceshot),
    },
  ],
  bulkActions: [
    {
      id: 'send-voiceshot-to-all',
      label: 'Send voiceshot',
      icon: 'megaphone',
      modules: PEOPLE,
      component: createLazySlot(async () => (await actions()).BulkVoiceshot),
    },
  ],
  routedPages: [
    {
      route: '/app/dialer',
      title: 'Dialer',
      load: async () => (await import('./dialer-page.tsx')).DialerPage,
      icon: 'phone',
      searchableFor: 'staff',
    },
  ],
});
