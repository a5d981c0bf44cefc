import { createHash } from 'node:crypto';
import type { FilterNode } from '#engine/model/filter';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { StorePort, StoreWrite } from '../ports/index.ts';
import { documentKeysOf, readStoredDocument, removeInRounds, createDocumentWrite, findDueDocuments } from '../records/index.ts';
import type { DeliveriesInput, WebhookAdmin } from './contract.ts';
import { DELIVERY_KEYS, WEBHOOK_DELIVERIES, readDelivery, toDeliveryView, type StoredDelivery } from './stored-webhook.ts';

/** How long deliveries are stored and can be sent again, in milliseconds. */
export const DELIVERY_RETENTION = 14 * 86_400_000;

/** Documents removed in one commit: few enough that saves never wait long for it. */
const BATCH_SIZE = 200;
const MAX_ROUNDS = 500;

/** The fields of a new delivery. */
export type NewDelivery = Pick<StoredDelivery, '_id' | 'webhook' | 'event' | 'module' | 'record' | 'body' | 'at' | 'due'>;

/**
 * An id that rises with time, the same for the same change and webhook. It contains no dot, because the signed text uses dots as
 * separators.
 */
export function deliveryId(changeId: string, webhook: string): string {
  return `${changeId}-${createHash('sha256').update(webhook).digest('hex').slice(0, 12)}`;
}

/** Inserts deliveries, due at once unless they have a `due`. Existing ones are left unchanged, because an effect may run twice. */
export async function insertDeliveries(store: StorePort, deliveries: readonly NewDelivery[]): Promise<void> {
  const found = await store.get(
    WEBHOOK_DELIVERIES.name,
    deliveries.map(({ _id }) => _id),
  );
  const missing = deliveries.filter((_, index) => found[index] === undefined);
  if (missing.length === 0) return;
  const writes = missing.map(({ _id, ...rest }) =>
    createDocumentWrite(WEBHOOK_DELIVERIES, _id, undefined, { due: rest.at, ...rest, state: 'waiting', tries: 0, attempts: [] }),
  );
  // Not committed: another process inserted some of them first.
  if (!(await store.commit({ writes })).committed) await insertDeliveries(store, missing);
}

/** The changed fields; a missing `due` keeps the value, undefined removes it. */
export type DeliveryChange = { readonly due?: number | undefined } & Partial<Omit<StoredDelivery, 'due' | '_id' | '_version'>>;

/** The write that changes a delivery, and the delivery after it. */
export function makeDeliveryUpdate(
  before: StoredDelivery,
  change: DeliveryChange,
): { readonly write: StoreWrite; readonly after: StoredDelivery } {
  const { _id, _version, ...rest } = before;
  const { due, ...others } = { ...rest, ...change };
  const fields = { ...others, ...(due === undefined ? {} : { due }) };
  return {
    write: createDocumentWrite(WEBHOOK_DELIVERIES, _id, before as unknown as RecordDocument, fields as unknown as JsonObject),
    after: { ...fields, _id, _version: _version + 1 },
  };
}

/** Changes a delivery; undefined when another process changed it first. */
export async function updateDelivery(
  store: StorePort,
  before: StoredDelivery,
  change: DeliveryChange,
): Promise<StoredDelivery | undefined> {
  const { write, after } = makeDeliveryUpdate(before, change);
  return (await store.commit({ writes: [write] })).committed ? after : undefined;
}

/** Returns one delivery of a webhook. */
export async function findDelivery(store: StorePort, webhook: string, id: string): Promise<StoredDelivery | undefined> {
  const found = await readStoredDocument(store, WEBHOOK_DELIVERIES, id);
  return found === undefined || readDelivery(found).webhook !== webhook ? undefined : readDelivery(found);
}

/** Due deliveries of one webhook or of all, longest waiting first. */
export async function findDue(store: StorePort, now: number, limit: number, webhook?: string): Promise<readonly StoredDelivery[]> {
  const filter = webhook === undefined ? {} : { filter: webhookFilter(webhook) };
  const found = await findDueDocuments(store, WEBHOOK_DELIVERIES, { key: DELIVERY_KEYS.due, now, limit, ...filter });
  return found.map(readDelivery);
}

export function webhookFilter(webhook: string): FilterNode {
  return { kind: 'equals', key: DELIVERY_KEYS.webhook, values: [webhook] };
}

/** Removes deliveries permanently, at most 100,000 per call, and returns how many. */
export function removeDeliveries(store: StorePort, filter: FilterNode): Promise<number> {
  return removeInRounds(store, {
    collection: WEBHOOK_DELIVERIES.name,
    filter,
    keysOf: (document) => documentKeysOf(WEBHOOK_DELIVERIES, document),
    round: BATCH_SIZE,
    maxRounds: MAX_ROUNDS,
  });
}

/** The number of waiting and dead deliveries of a webhook. */
interface DeliveryCounts {
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
