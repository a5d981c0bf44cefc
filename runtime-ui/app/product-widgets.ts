import { defineUiContribution } from '../extensions/index.ts';

/** The widgets that the product itself has. Their code is loaded with the first dashboard. */
export const PRODUCT_WIDGETS = defineUiContribution({
  plugin: 'product',
  widgets: async () => {
    const [home, own] = await Promise.all([
      import('../features/dashboard/index.ts').then(({ loadHomeWidgets }) => loadHomeWidgets()),
      import('../features/own-records/index.ts'),
    ]);
    return [...home, ...own.createOwnWidgets()];
  },
});
