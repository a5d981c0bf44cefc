export { AdministrationPage } from './administration-page.tsx';
export { IndexesPage } from './indexes/indexes-page.tsx';
export { PluginsPage } from './plugins/plugins-page.tsx';
export { QueuePage } from './queues/queue-page.tsx';
export { QueuesPage } from './queues/queues-page.tsx';
export { SettingsPage } from './settings/settings-page.tsx';
export { WebhookPage } from './webhooks/webhook-page.tsx';
export { WebhooksPage } from './webhooks/webhooks-page.tsx';
