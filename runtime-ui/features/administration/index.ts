export { AdministrationPage } from './administration-page.tsx';
export { QueuePage } from './jobs/queue-page.tsx';
export { QueuesPage } from './jobs/queues-page.tsx';
export { WebhookPage } from './webhooks/webhook-page.tsx';
export { WebhooksPage } from './webhooks/webhooks-page.tsx';
