import { createLazySlot, defineUiContribution } from '#ui';

const checklist = () => import('./checklist-slots.ts');

/** The plugin's UI contributions: the page My day, and checklists in forms and records. */
export const tasksUi = defineUiContribution({
  plugin: 'tasks',
  fieldTypes: {
    checklist: {
      field: createLazySlot(async () => (await checklist()).ChecklistField, 'place'),
      cell: createLazySlot(async () => (await checklist()).ChecklistCell, 'place'),
    },
  },
  routedPages: [
    {
      route: '/app/my-day',
      title: 'My day',
      load: async () => (await import('./my-day-page.tsx')).MyDayPage,
      icon: 'sun',
      searchableFor: 'staff',
    },
  ],
});
