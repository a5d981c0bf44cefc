import { defineUiContribution } from '#ui';
import { showWhenNeeded } from './show-when-needed.tsx';

/** What the plugin adds to the UI: the dialog in place of a refused duplicate, and merging what is selected. */
export const leadsUi = defineUiContribution({
  plugin: 'leads',
  dialogs: { duplicate_detected: showWhenNeeded(async () => (await import('./dialogs/lazy-dialogs.ts')).DuplicateDialog) },
  saveTexts: { leads: 'Checking for duplicate leads' },
  bulkActions: [
    { id: 'leads.merge', label: 'Merge', icon: 'merge', modules: ['leads'], minimum: 2, component: showWhenNeeded(async () => (await import('./dialogs/lazy-dialogs.ts')).MergeSelected) },
  ],
});
