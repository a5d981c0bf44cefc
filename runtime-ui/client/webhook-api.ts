import type { WebhookDeliveryDetail, WebhookDeliveryState, WebhookDeliveryView, WebhookInput, WebhookView, WebhookWithSecret } from '#engine/model';
import { callApi } from './call-api.ts';
import { createIdempotentSend } from './idempotent-send.ts';

const PATH = '/api/webhooks';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
const deliveryPath = (webhook: string, id: string) => `${pathOf(webhook)}/deliveries/${encodeURIComponent(id)}`;
const once = createIdempotentSend();

/** Writes so that the same sent again after its answer was lost is not done twice. */
function write<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
  return once([method, path, body], (idempotencyKey) => callApi<T>(method, path, { body, idempotencyKey }));
}

/** All webhooks, by their names. */
export async function getWebhooks(signal?: AbortSignal): Promise<readonly WebhookView[]> {
  return (await callApi<{ readonly data: readonly WebhookView[] }>('GET', PATH, signal ? { signal } : {})).data;
}

export function getWebhook(id: string, signal?: AbortSignal): Promise<WebhookView> {
  return callApi<WebhookView>('GET', pathOf(id), signal ? { signal } : {});
}

/** Makes a webhook; sent again after its answer was lost, it answers the same one, with the same secret. */
export function createWebhook(input: WebhookInput): Promise<WebhookWithSecret> {
  return write('POST', PATH, input);
}

/** Changes what is given; with `_version`, one changed meanwhile is refused with 409. */
export function updateWebhook(id: string, input: Partial<WebhookInput> & { readonly _version?: number }): Promise<WebhookView> {
  return write('PUT', pathOf(id), input);
}

export async function deleteWebhook(id: string): Promise<void> {
  await write('DELETE', pathOf(id));
}

export function rotateWebhookSecret(id: string): Promise<WebhookWithSecret> {
  return write('POST', `${pathOf(id)}/rotate-secret`);
}

/** Sends a test message and waits for what becomes of it, ten seconds at most. */
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

/** Deliveries of a webhook, the newest first. */
export function getDeliveries(webhook: string, query: DeliveriesQuery, signal?: AbortSignal): Promise<DeliveryPage> {
  return callApi('GET', `${pathOf(webhook)}/deliveries`, { query: { ...query }, ...(signal ? { signal } : {}) });
}

/** A delivery with what is sent. */
export function getDelivery(webhook: string, id: string, signal?: AbortSignal): Promise<WebhookDeliveryDetail> {
  return callApi<WebhookDeliveryDetail>('GET', deliveryPath(webhook, id), signal ? { signal } : {});
}

/** Sends a delivery anew, under its id. */
export function redeliver(webhook: string, id: string): Promise<WebhookDeliveryView> {
  return callApi<WebhookDeliveryView>('POST', `${deliveryPath(webhook, id)}/redeliver`);
}
