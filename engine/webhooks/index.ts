export { WEBHOOK_COLLECTIONS } from './collections.ts';
export type { DeliveriesInput, SecretInput, WebhookAdmin, Webhooks } from './contract.ts';
export { createWebhooks } from './create-webhooks.ts';
export { createWebhookDirectory, type WebhookDirectory } from './webhook-directory.ts';
export type { WebhookContext } from './webhook-context.ts';
