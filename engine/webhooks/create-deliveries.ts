import { SYSTEM_ACTOR } from '../access/index.ts';
import type { PostSaveContext } from '../records/index.ts';
import { deliveryId, insertDeliveries, type NewDelivery } from './delivery-store.ts';
import { selectEvent, makeEventBody, publicChangedFields } from './make-event.ts';
import type { StoredWebhook } from './stored-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Creates the deliveries of a save, once even if it runs several times. Errors: of the store. */
export async function createDeliveries(
  context: WebhookContext,
  webhooks: readonly StoredWebhook[],
  save: PostSaveContext,
): Promise<number> {
  if (save.event.kind === 'update' && publicChangedFields(save).length === 0) return 0;
  const made = await Promise.all(webhooks.map((webhook) => makeDelivery(context, webhook, save)));
  const deliveries = made.filter((one) => one !== undefined);
  if (deliveries.length > 0) await insertDeliveries(context.store, deliveries);
  return deliveries.length;
}

async function makeDelivery(context: WebhookContext, webhook: StoredWebhook, save: PostSaveContext): Promise<NewDelivery | undefined> {
  const { event } = save;
  const name = selectEvent(webhook, save);
  if (name === undefined || !(await matches(context, webhook, save))) return undefined;
  return {
    _id: deliveryId(event.changeId, webhook._id),
    webhook: webhook._id,
    event: name,
    module: event.module.name,
    record: event.id,
    body: makeEventBody(webhook, name, save),
    at: Date.parse(event.at),
  };
}

/** Whether the filter matches the current record; for a removed record, its last state. */
async function matches(
  { access, matcher, log }: WebhookContext,
  { _id, filter }: StoredWebhook,
  { event, record }: PostSaveContext,
): Promise<boolean> {
  if (Object.keys(filter).length === 0) return true;
  const known = record ?? event.before;
  if (known === undefined) return false;
  try {
    return await matcher.matches(await access.scope(SYSTEM_ACTOR), event.module, filter, known);
  } catch (error) {
    // A field of the filter was removed: the filter matches nothing.
    log.warn({ webhook: _id, code: (error as { readonly code?: string }).code }, 'the filter of a webhook cannot be read any more');
    return false;
  }
}
