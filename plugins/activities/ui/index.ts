import { defineUiContribution, showWhenNeeded } from '#ui';
import { MODULES_WITH_ACTIVITIES } from '../shared/about-record.ts';

/** What the plugin adds to the UI: the line of time of a record. */
export const activitiesUi = defineUiContribution({
  plugin: 'activities',
  panels: [
    { id: 'activity', label: 'Activity', modules: MODULES_WITH_ACTIVITIES, component: showWhenNeeded(async () => (await import('./activity-panel.tsx')).ActivityPanel, 'place') },
  ],
});
