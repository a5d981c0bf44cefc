/** The overview of the administration. */
export const administrationTexts = {
  groups: { users: 'Users', system: 'System', tools: 'Developer tools' },
  links: {
    users: 'Users',
    roles: 'Roles',
    teams: 'Teams',
    settings: 'Settings',
    queues: 'Background jobs',
    indexes: 'Indexes',
    plugins: 'Plugins',
    webhooks: 'Webhooks',
    api: 'API documentation',
  },
  notes: {
    users: 'people, types, invites',
    roles: 'what each role allows',
    teams: 'who sees which records',
    settings: 'rules of the product and its plugins',
    queues: 'schedules, runs, failures',
    indexes: 'which of them queries use, and which slow saves down',
    plugins: 'state, secret settings, permissions',
    webhooks: 'other programs, notified of changes',
    api: 'every endpoint, with its schemas',
  },
  later: 'The other sections will come with later versions. Until then dropdowns, layouts and roles are changed by the API.',
} as const;
