export { WEBHOOK_COLLECTIONS } from './stored-webhook.ts';
export type { DeliveriesInput, SecretRequester, WebhookAdmin, Webhooks } from './contract.ts';
export { createWebhooks } from './create-webhooks.ts';
export { findWebhookReferences, type WebhookReference } from './find-references.ts';
export { createWebhookCache, type WebhookCache } from './webhook-cache.ts';
export type { WebhookContext } from './webhook-context.ts';
