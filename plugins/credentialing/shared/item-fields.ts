import type { ModuleExtension } from '#engine';

/** Fields of items that only the rules of credentialing use. */
export const ITEM_FIELDS: ModuleExtension = {
  module: 'credentialingRequiredItems',
  fields: [
    {
      id: 'credentialingRequiredItems_has_conditions',
      fieldName: 'has_conditions',
      label: 'Has conditions',
      inputType: 'Checkbox',
      readOnly: true,
      internal: true,
      audited: false,
      description: 'Finds the items that depend on others.',
    },
    {
      id: 'credentialingRequiredItems_reminded',
      fieldName: 'reminded',
      label: 'Last reminder',
      inputType: 'TextField',
      readOnly: true,
      internal: true,
      audited: false,
      description: 'The end and the days before it of the last reminder, so that none is sent twice.',
    },
  ],
};
