import { MusterError } from '../errors/index.ts';
import { commitKept, readKept, type HookRegistry, type NamedHook, type PostSaveContext } from '../records/index.ts';
import type { WebhookView, WebhookWithSecret } from '#engine/model';
import { DELIVERY_KEYS, WEBHOOK_HEALTH } from './collections.ts';
import type { Webhooks } from './contract.ts';
import { createDeliverer, type Deliverer } from './create-deliverer.ts';
import { deliveryId, findDelivery, keepNew, KEPT_FOR, removeDeliveries, writeChange } from './keep-deliveries.ts';
import { countDeliveries, listDeliveries, NONE } from './list-deliveries.ts';
import { makeTestBody } from './make-event.ts';
import { createWebhook, readStanding, removeWebhook, rotateSecret, updateWebhook, type SecretMade } from './manage-webhooks.ts';
import { LEASE, sendDelivery } from './send-delivery.ts';
import { readHealth, toDeliveryView, toView, type StoredDelivery, type StoredWebhook } from './stored-webhook.ts';
import { tellWebhooks } from './tell-webhooks.ts';
import type { WebhookContext } from './webhook-context.ts';
import { readAll, type WebhookDirectory } from './webhook-directory.ts';

/** The webhooks over a store, and the directory of them that access keeps up to date. */
export function createWebhooks(context: WebhookContext, directory: WebhookDirectory): Webhooks {
  const { store, clock } = context;
  const deliverer = createDeliverer(context, directory);
  return {
    list: async () => show(context, await readAll(store)),
    get: async (id) => showOne(context, await readStanding(context, id)),
    create: async (actor, input, by) => showSecret(context, await createWebhook(context, actor, input, by)),
    update: async (actor, input) => {
      const webhook = await updateWebhook(context, actor, input);
      deliverer.wake();
      return showOne(context, webhook);
    },
    remove: (actor, id) => removeWebhook(context, actor, id),
    rotateSecret: async (actor, input) => showSecret(context, await rotateSecret(context, actor, input)),
    test: async (id) => toDeliveryView(await sendTest(context, await readStanding(context, id))),
    deliveries: async (input) => {
      await readStanding(context, input.webhook);
      return listDeliveries(store, input);
    },
    delivery: async (webhook, id) => {
      const delivery = await readOne(context, webhook, id);
      return { ...toDeliveryView(delivery), body: delivery.body };
    },
    redeliver: async (webhook, id) => {
      const delivery = await sendAnew(context, webhook, id);
      deliverer.wake();
      return toDeliveryView(delivery);
    },
    addTo: (hooks) => addTo(hooks, context, directory, deliverer),
    refresh: () => directory.refresh(),
    start: () => deliverer.start(),
    drain: () => deliverer.drain(),
    removeOld: () => removeDeliveries(store, { kind: 'range', key: DELIVERY_KEYS.at, lt: clock.now() - KEPT_FOR }),
    stop: () => deliverer.stop(),
  };
}

function addTo(hooks: HookRegistry, context: WebhookContext, directory: WebhookDirectory, deliverer: Deliverer): HookRegistry {
  const hook: NamedHook<PostSaveContext> = {
    plugin: 'muster',
    name: 'webhooks',
    run: async (save) => {
      const made = await tellWebhooks(context, directory.listening(save.event.module.name), save);
      if (made > 0) deliverer.wake();
    },
  };
  return { ...hooks, postSave: (module) => (directory.listening(module).length === 0 ? hooks.postSave(module) : [...hooks.postSave(module), hook]) };
}

async function show({ store, clock }: WebhookContext, webhooks: readonly StoredWebhook[]): Promise<readonly WebhookView[]> {
  if (webhooks.length === 0) return [];
  const [health, counts] = await Promise.all([store.get(WEBHOOK_HEALTH.name, webhooks.map(({ _id }) => _id)), countDeliveries(store)]);
  const views = webhooks.map((webhook, index) => {
    const state = health[index];
    return toView(webhook, state && readHealth(state.document), counts.get(webhook._id) ?? NONE, clock.now());
  });
  return views.sort((a, b) => a.name.localeCompare(b.name));
}

async function showOne(context: WebhookContext, webhook: StoredWebhook): Promise<WebhookView> {
  const [view] = await show(context, [webhook]);
  if (view === undefined) throw new MusterError('webhook_not_found');
  return view;
}

async function showSecret(context: WebhookContext, { webhook, secret }: SecretMade): Promise<WebhookWithSecret> {
  return { ...(await showOne(context, webhook)), secret };
}

async function readOne({ store }: WebhookContext, webhook: string, id: string): Promise<StoredDelivery> {
  await readStanding({ store }, webhook);
  const delivery = await findDelivery(store, webhook, id);
  if (delivery === undefined) throw new MusterError('webhook_delivery_not_found');
  return delivery;
}

async function sendTest(context: WebhookContext, webhook: StoredWebhook): Promise<StoredDelivery> {
  const { store, clock, ids } = context;
  const at = clock.now();
  const _id = deliveryId(ids.next(), webhook._id);
  await keepNew(store, [{ _id, webhook: webhook._id, event: 'test', module: null, record: null, body: makeTestBody(webhook, new Date(at).toISOString()), at, due: at + LEASE }]);
  // Due later, so that it is sent here and by nobody else; undefined: the webhook was deleted meanwhile.
  const sent = await sendDelivery(context, await readOne(context, webhook._id, _id));
  return sent ?? readOne(context, webhook._id, _id);
}

async function sendAnew(context: WebhookContext, webhookId: string, id: string): Promise<StoredDelivery> {
  const { store, clock } = context;
  const { active } = await readStanding(context, webhookId);
  const health = await readKept(store, WEBHOOK_HEALTH, webhookId);
  if (!active || (health !== undefined && readHealth(health).pausedAt !== null)) throw new MusterError('webhook_not_active');
  return commitKept(store, async () => {
    const { write, after } = writeChange(await readOne(context, webhookId, id), { state: 'waiting', due: clock.now(), tries: 0 });
    return { unit: { writes: [write] }, answer: after };
  });
}
