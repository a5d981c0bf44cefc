import { defineUiContribution, createLazySlot } from '#ui';
import { TIMELINE_MODULES } from '../shared/related-record.ts';

/** The plugin's UI contributions: the timeline of a record. */
export const activitiesUi = defineUiContribution({
  plugin: 'activities',
  panels: [
    {
      id: 'activity',
      label: 'Activity',
      modules: TIMELINE_MODULES,
      component: createLazySlot(async () => (await import('./activity-panel.tsx')).ActivityPanel, 'place'),
    },
  ],
});
