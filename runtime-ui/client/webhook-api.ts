import type {
  WebhookDeliveryDetail,
  WebhookDeliveryState,
  WebhookDeliveryView,
  WebhookInput,
  WebhookView,
  WebhookWithSecret,
} from '#engine/model/wire';
import { callApi } from './call-api.ts';
import { createIdempotentSend } from './idempotent-send.ts';

const PATH = '/api/webhooks';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
const deliveryPath = (webhook: string, id: string) => `${pathOf(webhook)}/deliveries/${encodeURIComponent(id)}`;
const once = createIdempotentSend();

/** Sends a write that is executed once, even if it is sent again after a lost response. */
function write<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
  return once([method, path, body], (idempotencyKey) => callApi<T>(method, path, { body, idempotencyKey }));
}

/** All webhooks, sorted by name. */
export async function getWebhooks(signal?: AbortSignal): Promise<readonly WebhookView[]> {
  return (await callApi<{ readonly data: readonly WebhookView[] }>('GET', PATH, signal ? { signal } : {})).data;
}

export function getWebhook(id: string, signal?: AbortSignal): Promise<WebhookView> {
  return callApi<WebhookView>('GET', pathOf(id), signal ? { signal } : {});
}

/** Creates a webhook. If it is sent again after a lost response, it returns the same webhook with the same secret. */
export function createWebhook(input: WebhookInput): Promise<WebhookWithSecret> {
  return write('POST', PATH, input);
}

/** Changes the given fields. With `_version`, the server returns 409 if the webhook was changed meanwhile. */
export function updateWebhook(id: string, input: Partial<WebhookInput> & { readonly _version?: number }): Promise<WebhookView> {
  return write('PUT', pathOf(id), input);
}

export async function deleteWebhook(id: string): Promise<void> {
  await write('DELETE', pathOf(id));
}

export function rotateWebhookSecret(id: string): Promise<WebhookWithSecret> {
  return write('POST', `${pathOf(id)}/rotate-secret`);
}

/** Sends a test message and waits for its result, at most ten seconds. */
export function testWebhook(id: string): Promise<WebhookDeliveryView> {
  return callApi<WebhookDeliveryView>('POST', `${pathOf(id)}/test`);
}

export interface DeliveriesQuery {
  readonly state?: WebhookDeliveryState | undefined;
  readonly pageSize: number;
}

export interface DeliveryPage {
  readonly data: readonly WebhookDeliveryView[];
  readonly total: number;
}

/** Deliveries of a webhook, newest first. */
export function getDeliveries(webhook: string, query: DeliveriesQuery, signal?: AbortSignal): Promise<DeliveryPage> {
  return callApi('GET', `${pathOf(webhook)}/deliveries`, { query: { ...query }, ...(signal ? { signal } : {}) });
}

/** A delivery with its payload. */
export function getDelivery(webhook: string, id: string, signal?: AbortSignal): Promise<WebhookDeliveryDetail> {
  return callApi<WebhookDeliveryDetail>('GET', deliveryPath(webhook, id), signal ? { signal } : {});
}

/** Sends a delivery again, with the same id. */
export function redeliver(webhook: string, id: string): Promise<WebhookDeliveryView> {
  return callApi<WebhookDeliveryView>('POST', `${deliveryPath(webhook, id)}/redeliver`);
}
