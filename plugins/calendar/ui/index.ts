import { createLazySlot, defineUiContribution } from '#ui';

const pages = () => import('./pages.ts');
const fields = () => import('./field-slots.ts');

/** The plugin's UI contributions: how an event repeats, who is free, feeds and imports. */
export const calendarUi = defineUiContribution({
  plugin: 'calendar',
  fieldTypes: {
    'recurrence-rule': {
      field: createLazySlot(async () => (await fields()).RuleField, 'place'),
      cell: createLazySlot(async () => (await fields()).RuleCell, 'place'),
    },
  },
  screenParts: [{ place: 'calendar', component: createLazySlot(async () => (await import('./group-legend.tsx')).GroupLegend, 'place') }],
  widgets: async () => (await pages()).loadWidgets(),
  pages: [
    {
      path: 'availability',
      title: 'Who is free',
      icon: 'users',
      listsOf: ['calendarEvents'],
      component: createLazySlot(async () => (await pages()).loadAvailability(), 'place'),
    },
    {
      path: 'connect',
      title: 'Feeds and import',
      icon: 'rss',
      listsOf: ['calendarEvents'],
      component: createLazySlot(async () => (await pages()).loadConnect(), 'place'),
    },
  ],
});
