import { createLazySlot, defineUiContribution } from '#ui';

const pages = () => import('./pages.ts');

/** The plugin's UI contributions: the editor of documents, the panel of a document to sign, the signing area and the public pages. */
export const signingUi = defineUiContribution({
  plugin: 'signing',
  recordActions: [
    {
      id: 'edit-pages',
      label: 'Edit pages',
      icon: 'signature',
      modules: ['interactiveDocuments'],
      component: createLazySlot(async () => (await pages()).loadOpenEditor()),
    },
  ],
  panels: [
    {
      id: 'signing',
      label: 'Signing',
      modules: ['interactiveDocumentInstances'],
      component: createLazySlot(async () => (await pages()).loadEnvelope(), 'place'),
    },
  ],
  routedPages: [
    { route: '/app/document-editor', title: 'Document editor', load: async () => (await pages()).loadEditor() },
    { route: '/esign', title: 'Sign', load: async () => (await pages()).loadSigningArea() },
    {
      route: '/doc-certificate-of-completion',
      title: 'Certificate of completion',
      load: async () => (await pages()).loadCertificate(),
    },
    { route: '/verify-document', title: 'Check a signed document', load: async () => (await pages()).loadVerification() },
  ],
});
