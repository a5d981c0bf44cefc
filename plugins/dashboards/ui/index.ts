import { createLazySlot, defineUiContribution } from '#ui';

/** The plugin's UI contributions: dashboards as the first page, and those of a module above its list. */
export const dashboardsUi = defineUiContribution({
  plugin: 'dashboards',
  homeBody: createLazySlot(async () => (await import('./home-page.tsx')).HomePage, 'place', 'home'),
  screenParts: [{ place: 'list', component: createLazySlot(async () => (await import('./module-part.tsx')).ModulePart) }],
});
