import { createLazySlot, defineUiContribution } from '#ui';

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
  screenParts: [{ place: 'list', component: createLazySlot(async () => (await import('./calendar-tools.tsx')).CalendarTools) }],
  pages: [
    {
      path: 'availability',
      title: 'Who is free',
      component: createLazySlot(async () => (await import('./availability-page.tsx')).AvailabilityPage, 'place'),
    },
    {
      path: 'connect',
      title: 'Feeds and import',
      component: createLazySlot(async () => (await import('./connect-page.tsx')).ConnectPage, 'place'),
    },
  ],
});
