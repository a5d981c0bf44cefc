import type { PluginManifest } from '#engine';

/** The settings of credentialing. */
export const CREDENTIALING_SETTINGS: NonNullable<PluginManifest['settings']> = {
  confirm_needs_credentialing: {
    type: 'boolean',
    title: 'Starts need complete credentialing',
    description: 'The start of a placement cannot be confirmed while a required item of its credentialing record is open.',
    default: true,
  },
  sub_required_items: {
    type: 'array',
    maxItems: 20,
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['status', 'items'],
      properties: {
        status: { type: 'string', title: 'Status of the sub', maxLength: 200, 'x-dropdown': 'sub_status' },
        items: {
          type: 'array',
          title: 'Required items',
          minItems: 1,
          maxItems: 50,
          items: { type: 'string', title: 'Title of an item', minLength: 1, maxLength: 200 },
        },
      },
    },
    title: 'Items that subs need',
    description: 'A sub reaches the status only if its provider has these items complete on a credentialing record.',
    default: [],
  },
  expiry_reminder_days: {
    type: 'array',
    maxItems: 20,
    uniqueItems: true,
    items: { type: 'integer', title: 'Days before', minimum: 0, maximum: 365 },
    title: 'Reminders before an item expires',
    description: 'Days before the end on which the provider and the owner are reminded, once each.',
    default: [90, 60, 30, 7, 0],
  },
  due_reminder_days: {
    type: 'array',
    maxItems: 20,
    uniqueItems: true,
    items: { type: 'integer', title: 'Days before', minimum: 0, maximum: 365 },
    title: 'Reminders before an item is due',
    description: 'Days before the due date on which the provider is reminded of what is missing, once each.',
    default: [7, 1],
  },
  reminder_channels: {
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', enum: ['email', 'sms'] },
    title: 'Ways of reminding providers',
    description: 'Besides the notification in the product. Nobody gets messages who has opted out of them.',
    default: ['email', 'sms'],
  },
};
