import { lazy } from 'react';
import { defineUiContribution } from '#ui';

/** What the plugin adds to the UI: the dialog in place of a refused duplicate, and merging what is selected. Loaded when first shown. */
export const leadsUi = defineUiContribution({
  plugin: 'leads',
  dialogs: { duplicate_detected: lazy(async () => ({ default: (await import('./dialogs/lazy-dialogs.ts')).DuplicateDialog })) },
  bulkActions: [
    { id: 'leads.merge', label: 'Merge', icon: 'merge', modules: ['leads'], minimum: 2, component: lazy(async () => ({ default: (await import('./dialogs/lazy-dialogs.ts')).MergeSelected })) },
  ],
});
