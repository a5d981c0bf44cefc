import { createPluginTexts } from '#ui';

/** Returns a text of this plugin in the selected language. */
export const tLeads = createPluginTexts('leads', {
  duplicates: {
    touched: 'Last touched {{month}}',
  },
});
