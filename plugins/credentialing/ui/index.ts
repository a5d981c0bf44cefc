import { createLazySlot, defineUiContribution } from '#ui';

const pages = () => import('./pages.ts');

/** The plugin's UI contributions: checklists, items and setups in place of their fields, what waits for review, and the build from a placement. */
export const credentialingUi = defineUiContribution({
  plugin: 'credentialing',
  recordBodies: {
    credentialing: createLazySlot(async () => (await pages()).CredentialingPage, 'place'),
    credentialingRequiredItems: createLazySlot(async () => (await pages()).ItemPage, 'place'),
    credentialingSetup: createLazySlot(async () => (await pages()).SetupPage, 'place'),
  },
  recordActions: [
    {
      id: 'build-credentialing',
      label: 'Build credentialing',
      modules: ['placements'],
      component: createLazySlot(async () => (await pages()).BuildDialog),
    },
  ],
  pages: [
    {
      path: 'work',
      title: 'Credentialing work',
      listsOf: ['credentialing', 'credentialingRequiredItems'],
      component: createLazySlot(async () => (await pages()).WorkPage, 'place'),
    },
  ],
  routedPages: [{ route: '/doc-cap/*', title: 'Document', audience: 'signed-in', load: async () => (await pages()).DocCapPage }],
});
