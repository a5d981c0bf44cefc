import type { PostSaveContext, SaveKind } from '../records/index.ts';
import type { CompiledModule, JsonObject, JsonValue, RecordDocument, WebhookEvent } from '#engine/model';
import type { StoredWebhook } from './stored-webhook.ts';

const EVENTS: { readonly [kind in SaveKind]: WebhookEvent } = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  restore: 'restored',
  remove: 'removed',
};

/** The parts of a save that webhook events are made of. */
export type PublishedSave = Pick<PostSaveContext, 'event' | 'record' | 'actor'>;

/**
 * The event of a save that a webhook receives; undefined: it subscribes to none of them. A merged record counts as merged and as deleted.
 */
export function selectEvent({ events }: Pick<StoredWebhook, 'events'>, { event }: PublishedSave): WebhookEvent | undefined {
  const names: readonly WebhookEvent[] = event.mergedInto === undefined ? [EVENTS[event.kind]] : ['merged', EVENTS[event.kind]];
  return names.find((name) => events.includes(name));
}

/** Names of the changed fields that may be published; internal fields of plugins are left out. */
export function publicChangedFields({ event }: PublishedSave): readonly string[] {
  return event.changedFields.filter((name) => !isInternal(event.module, name));
}

/** The body of a message, in the format that the standard-webhooks specification recommends. */
export function makeEventBody(webhook: StoredWebhook, name: WebhookEvent, save: PublishedSave): string {
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
