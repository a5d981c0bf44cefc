import { createLazySlot, defineUiContribution } from '../extensions/index.ts';

/** The dialogs that the product itself has for errors of a save. Those of a plugin for the same error come first. */
export const PRODUCT_DIALOGS = defineUiContribution({
  plugin: 'product',
  dialogs: { possible_duplicates: createLazySlot(async () => (await import('./duplicates/duplicates-chunk.ts')).RuleDuplicates) },
});
