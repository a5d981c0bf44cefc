import { defineUiContribution, createLazySlot } from '#ui';
import { TIMELINE_MODULES } from '../shared/related-record.ts';

/** What the plugin adds to the UI: the line of time of a record. */
export const activitiesUi = defineUiContribution({
  plugin: 'activities',
  panels: [
    { id: 'activity', label: 'Activity', modules: TIMELINE_MODULES, component: createLazySlot(async () => (await import('./activity-panel.tsx')).ActivityPanel, 'place') },
  ],
});
