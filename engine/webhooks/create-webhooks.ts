import { SYSTEM_ACTOR } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { commitUnitWithRetry, readStoredDocument, type HookRegistry, type NamedHook, type PostSaveContext } from '../records/index.ts';
import type { WebhookView, WebhookWithSecret } from '#engine/model/wire';
import { replaceInWebhooks } from './replace-in-webhooks.ts';
import {
  DELIVERY_KEYS,
  WEBHOOK_HEALTH,
  readHealth,
  toDeliveryView,
  toWebhookView,
  type StoredDelivery,
  type StoredWebhook,
} from './stored-webhook.ts';
import type { Webhooks } from './contract.ts';
import { createDeliveryWorker, type DeliveryWorker } from './delivery-worker.ts';
import {
  deliveryId,
  findDelivery,
  insertDeliveries,
  DELIVERY_RETENTION,
  removeDeliveries,
  makeDeliveryUpdate,
  countDeliveries,
  listDeliveries,
  NO_DELIVERIES,
} from './delivery-store.ts';
import { withCurrentFilter } from './current-filter.ts';
import { makeTestBody, createDeliveries } from './create-deliveries.ts';
import { createWebhook, requireWebhook, removeWebhook, rotateSecret, updateWebhook, type WebhookSecretResult } from './manage-webhooks.ts';
import { LEASE, sendDelivery } from './send-delivery.ts';
import type { WebhookContext } from './webhook-context.ts';
import { readWebhooks, type WebhookCache } from './webhook-cache.ts';

/** Creates the webhooks service over a store; `directory` is the webhook cache, which access control refreshes. */
export function createWebhooks(context: WebhookContext, directory: WebhookCache): Webhooks {
  const { store, clock } = context;
  const deliverer = createDeliveryWorker(context, directory);
  return {
    list: async () => show(context, await readWebhooks(store)),
    get: async (id) => showOne(context, await requireWebhook(context, id)),
    create: async (actor, input, by) => showSecret(context, await createWebhook(context, actor, input, by)),
    update: async (actor, input) => {
      const webhook = await updateWebhook(context, actor, input);
      deliverer.wake();
      return showOne(context, webhook);
    },
    remove: (actor, id) => removeWebhook(context, actor, id),
    rotateSecret: async (actor, input) => showSecret(context, await rotateSecret(context, actor, input)),
    test: async (id) => toDeliveryView(await sendTest(context, await requireWebhook(context, id))),
    deliveries: async (input) => {
      await requireWebhook(context, input.webhook);
      return listDeliveries(store, input);
    },
    delivery: async (webhook, id) => {
      const delivery = await requireDelivery(context, webhook, id);
      return { ...toDeliveryView(delivery), body: delivery.body };
    },
    redeliver: async (webhook, id) => {
      const delivery = await resendDelivery(context, webhook, id);
      deliverer.wake();
      return toDeliveryView(delivery);
    },
    addHooksTo: (hooks) => addTo(hooks, context, directory, deliverer),
    refresh: () => directory.refresh(),
    replaceOption: (option) => replaceInWebhooks(context, option),
    start: () => deliverer.start(),
    drain: () => deliverer.drain(),
    removeOld: () => removeDeliveries(store, { kind: 'range', key: DELIVERY_KEYS.at, lt: clock.now() - DELIVERY_RETENTION }),
    stop: () => deliverer.stop(),
  };
}

function addTo(hooks: HookRegistry, context: WebhookContext, directory: WebhookCache, deliverer: DeliveryWorker): HookRegistry {
  const hook: NamedHook<PostSaveContext> = {
    plugin: 'muster',
    name: 'webhooks',
    run: async (save) => {
      const made = await createDeliveries(context, directory.subscribedTo(save.event.module.name), save);
      if (made > 0) deliverer.wake();
    },
  };
  return {
    ...hooks,
    postSave: (module) => (directory.subscribedTo(module).length === 0 ? hooks.postSave(module) : [...hooks.postSave(module), hook]),
  };
}

async function show({ store, clock, access }: WebhookContext, webhooks: readonly StoredWebhook[]): Promise<readonly WebhookView[]> {
  if (webhooks.length === 0) return [];
  const { snapshot } = await access.scope(SYSTEM_ACTOR);
  const [health, counts] = await Promise.all([
    store.get(
      WEBHOOK_HEALTH.name,
      webhooks.map(({ _id }) => _id),
    ),
    countDeliveries(store),
  ]);
  const views = webhooks.map((webhook, index) => {
    const state = health[index];
    const named = { ...withCurrentFilter(webhook, snapshot), modules: webhook.modules.map(snapshot.moduleNames.ofKey) };
    return toWebhookView(named, state && readHealth(state.document), counts.get(webhook._id) ?? NO_DELIVERIES, clock.now());
  });
  return views.sort((a, b) => a.name.localeCompare(b.name));
}

async function showOne(context: WebhookContext, webhook: StoredWebhook): Promise<WebhookView> {
  const [view] = await show(context, [webhook]);
  if (view === undefined) throw new MusterError('webhook_not_found');
  return view;
}

async function showSecret(context: WebhookContext, { webhook, secret }: WebhookSecretResult): Promise<WebhookWithSecret> {
  return { ...(await showOne(context, webhook)), secret };
}

async function requireDelivery({ store }: WebhookContext, webhook: string, id: string): Promise<StoredDelivery> {
  await requireWebhook({ store }, webhook);
  const delivery = await findDelivery(store, webhook, id);
  if (delivery === undefined) throw new MusterError('webhook_delivery_not_found');
  return delivery;
}

async function sendTest(context: WebhookContext, webhook: StoredWebhook): Promise<StoredDelivery> {
  const { store, clock, ids } = context;
  const at = clock.now();
  const _id = deliveryId(ids.next(), webhook._id);
  await insertDeliveries(store, [
    {
      _id,
      webhook: webhook._id,
      event: 'test',
      module: null,
      record: null,
      body: makeTestBody(webhook, new Date(at).toISOString()),
      at,
      due: at + LEASE,
    },
  ]);
  // Due later, so that only this process sends it; undefined: the webhook was deleted in the meantime.
  const sent = await sendDelivery(context, await requireDelivery(context, webhook._id, _id));
  return sent ?? requireDelivery(context, webhook._id, _id);
}

async function resendDelivery(context: WebhookContext, webhookId: string, id: string): Promise<StoredDelivery> {
  const { store, clock } = context;
  const { active } = await requireWebhook(context, webhookId);
  const health = await readStoredDocument(store, WEBHOOK_HEALTH, webhookId);
  if (!active || (health !== undefined && readHealth(health).pausedAt !== null)) throw new MusterError('webhook_not_active');
  return commitUnitWithRetry(store, async () => {
    const { write, after } = makeDeliveryUpdate(await requireDelivery(context, webhookId, id), {
      state: 'waiting',
      due: clock.now(),
      tries: 0,
    });
    return { unit: { writes: [write] }, result: after };
  });
}
