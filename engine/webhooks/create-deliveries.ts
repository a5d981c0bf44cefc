import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import type { WebhookEvent } from '#engine/model/wire';
import { SYSTEM_ACTOR } from '../access/index.ts';
import type { PostSaveContext, SaveKind } from '../records/index.ts';
import { readCurrentFilter } from './current-filter.ts';
import { deliveryId, insertDeliveries, type NewDelivery } from './delivery-store.ts';
import type { StoredWebhook } from './stored-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';

const EVENTS: { readonly [kind in SaveKind]: WebhookEvent } = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  restore: 'restored',
  remove: 'removed',
};

/** The parts of a save that webhook events are made of. */
type PublishedSave = Pick<PostSaveContext, 'event' | 'record' | 'actor'>;

/**
 * The event of a save that a webhook receives; undefined: it subscribes to none of them. A merged record counts as merged and as deleted.
 */
function selectEvent({ events }: Pick<StoredWebhook, 'events'>, { event }: PublishedSave): WebhookEvent | undefined {
  const names: readonly WebhookEvent[] = event.mergedInto === undefined ? [EVENTS[event.kind]] : ['merged', EVENTS[event.kind]];
  return names.find((name) => events.includes(name));
}

/** Names of the changed fields that may be published; internal fields of plugins are left out. */
function publicChangedFields({ event }: PublishedSave): readonly string[] {
  return event.changedFields.filter((name) => !isInternal(event.module, name));
}

/** The body of a message, in the format that the standard-webhooks specification recommends. */
function makeEventBody(webhook: StoredWebhook, name: WebhookEvent, save: PublishedSave): string {
  const { event, record, actor } = save;
  const data: { [name: string]: JsonValue } = {
    event: name,
    module: event.module.name,
    id: event.id,
    version: event.version,
    changed: publicChangedFields(save),
    batch: event.batchId,
    by: { kind: actor.kind, user: actor.userId ?? null, impersonator: actor.impersonatorId ?? null, through: actor.name ?? null },
  };
  if (event.mergedInto !== undefined) data['mergedInto'] = event.mergedInto;
  if (webhook.includeRecord) data['record'] = record === undefined ? null : toPublicRecord(event.module, record);
  return JSON.stringify({ type: `${event.module.name}.${name}`, timestamp: event.at, data });
}

/** The body of a test message. */
export function makeTestBody(webhook: StoredWebhook, at: string): string {
  return JSON.stringify({ type: 'webhook.test', timestamp: at, data: { event: 'test', webhook: webhook._id, name: webhook.name } });
}

/** The record as it is stored now, without sensitive fields and internal fields of plugins. */
function toPublicRecord(module: CompiledModule, record: RecordDocument): JsonObject {
  const save: { [name: string]: JsonValue } = { _id: record._id, _version: record._version };
  for (const [name, { definition }] of module.fields) {
    const value = record[name];
    if (value !== undefined && definition.sensitive !== true && definition.internal !== true) save[name] = value;
  }
  return save;
}

function isInternal(module: CompiledModule, name: string): boolean {
  return module.fields.get(name)?.definition.internal === true;
}

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
  webhook: StoredWebhook,
  { event, record }: PostSaveContext,
): Promise<boolean> {
  if (Object.keys(webhook.filter).length === 0) return true;
  const known = record ?? event.before;
  if (known === undefined) return false;
  try {
    const scope = await access.scope(SYSTEM_ACTOR);
    const { filter, isBroken } = readCurrentFilter(webhook, scope.snapshot);
    return !isBroken && (await matcher.matches(scope, event.module, filter, known));
  } catch (error) {
    // A field of the filter is not there, such as that of a plugin that is off: the filter matches nothing.
    log.warn({ webhook: webhook._id, code: (error as { readonly code?: string }).code }, 'the filter of a webhook cannot be read any more');
    return false;
  }
}
