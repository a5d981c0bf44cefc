import { defineUiContribution, createLazySlot } from '#ui';
import { TIMELINE_MODULES } from '../shared/related-record.ts';

/** The plugin's UI contributions: the timeline of a record, and the note about a next action that is done. */
export const activitiesUi = defineUiContribution({
  plugin: 'activities',
  logDone: async (done) => (await import('./log-done.ts')).logDone(done),
  panels: [
    {
      id: 'activity',
      label: 'Activity',
      modules: TIMELINE_MODULES,
      component: createLazySlot(async () => (await import('./activity-panel.tsx')).ActivityPanel, 'place'),
    },
  ],
});
