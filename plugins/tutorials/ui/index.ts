import { createLazySlot, defineUiContribution } from '#ui';

/** The plugin's UI contributions: the player of a tutorial, and the tutorials above the lists that they are about. */
export const tutorialsUi = defineUiContribution({
  plugin: 'tutorials',
  recordActions: [
    {
      id: 'play',
      label: 'Play',
      icon: 'video',
      modules: ['tutorials'],
      component: createLazySlot(async () => (await import('./play-action.tsx')).PlayAction),
    },
  ],
  screenParts: [{ place: 'list', component: createLazySlot(async () => (await import('./module-tutorials.tsx')).ModuleTutorials) }],
});
