import type { StorePort } from '../ports/index.ts';
import type { FilterNode } from '#engine/model';
import { DELIVERY_KEYS, WEBHOOK_DELIVERIES } from './collections.ts';
import type { DeliveriesInput, WebhookAdmin } from './contract.ts';
import { webhookFilter } from './delivery-store.ts';
import { readDelivery, toDeliveryView } from './stored-webhook.ts';

/** The number of waiting and dead deliveries of a webhook. */
export interface DeliveryCounts {
  readonly waiting: number;
  readonly dead: number;
}

export async function listDeliveries(
  store: StorePort,
  { webhook, state, offset, limit }: DeliveriesInput,
): ReturnType<WebhookAdmin['deliveries']> {
  const nodes: readonly FilterNode[] = [
    webhookFilter(webhook),
    ...(state === undefined ? [] : [{ kind: 'equals', key: DELIVERY_KEYS.state, values: [state] } as const]),
  ];
  const { records, total } = await store.page({
    collection: WEBHOOK_DELIVERIES.name,
    filter: { kind: 'all', nodes },
    sort: [{ kind: 'id', descending: true }],
    offset,
    limit,
  });
  return { data: records.map(({ document }) => toDeliveryView(readDelivery(document))), total };
}

/** The counts of all webhooks with waiting or dead deliveries. */
export async function countDeliveries(store: StorePort): Promise<ReadonlyMap<string, DeliveryCounts>> {
  const filter: FilterNode = { kind: 'equals', key: DELIVERY_KEYS.state, values: ['waiting', 'dead'] };
  const groups = await store.group({
    collection: WEBHOOK_DELIVERIES.name,
    filter,
    by: [
      { kind: 'key', key: DELIVERY_KEYS.webhook },
      { kind: 'key', key: DELIVERY_KEYS.state },
    ],
    measures: [{ name: 'count', kind: 'count' }],
  });
  const counts = new Map<string, DeliveryCounts>();
  for (const {
    keys: [webhook, state],
    measures,
  } of groups) {
    const before = counts.get(String(webhook)) ?? NO_DELIVERIES;
    counts.set(String(webhook), { ...before, [state as keyof DeliveryCounts]: measures['count'] ?? 0 });
  }
  return counts;
}

export const NO_DELIVERIES: DeliveryCounts = { waiting: 0, dead: 0 };
