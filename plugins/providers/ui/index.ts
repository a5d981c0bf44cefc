import { defineUiContribution } from '#ui';

/** The plugin's UI contributions: the areas of users who see their own records instead of the pages of the staff. */
export const providersUi = defineUiContribution({
  plugin: 'providers',
  areas: [
    { path: '/provider', userTypes: ['Provider'], home: '/provider/dashboard', hasRecords: true },
    { path: '/dashboard', userTypes: ['Dashboard'] },
  ],
});
