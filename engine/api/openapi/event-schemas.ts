import {
  BATCH_KINDS,
  INDEX_STATES,
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_EVENTS,
  WEBHOOK_STATES,
  LIVE_SERVER_MESSAGE_SCHEMAS,
  LIVE_CLOSE_CODES,
  LIVE_CLIENT_MESSAGE_SCHEMAS,
  LiveTargetSchema,
  SYSTEM_UPDATE_EVENT,
  JOB_STATES,
  UNDO_STATES,
  type BatchPage,
  type BatchView,
  type IndexOffer,
  type IndexView,
  type JobDetail,
  type JobErrorView,
  type JobView,
  type LayoutCost,
  type LayoutCostItem,
  type NotificationPage,
  type NotificationPreference,
  type NotificationView,
  type QueueView,
  type UndoProgress,
  type WebhookAttempt,
  type WebhookDeliveryDetail,
  type WebhookDeliveryView,
  type WebhookView,
  type WebhookWithSecret,
} from '#engine/model/wire';
import type { PluginLiveEvent } from '../../plugin-host/index.ts';
import { INDEX_RULES } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import { COUNT, FLAG, listOf, NULLABLE_TEXT, closedObject, reference, TEXT, TEXTS, ID_AND_NAME } from './schema-parts.ts';

const WEBHOOK = {
  _id: TEXT,
  _version: COUNT,
  name: TEXT,
  url: TEXT,
  modules: TEXTS,
  events: listOf({ enum: [...WEBHOOK_EVENTS] }),
  filter: { type: 'object' },
  includeRecord: FLAG,
  active: FLAG,
  state: { enum: [...WEBHOOK_STATES] },
  failingSince: NULLABLE_TEXT,
  waiting: COUNT,
  dead: COUNT,
  createdAt: TEXT,
  createdBy: TEXT,
  previousSecretUntil: NULLABLE_TEXT,
};

const ATTEMPT = closedObject<WebhookAttempt>({
  at: TEXT,
  status: { type: ['integer', 'null'] },
  duration: COUNT,
  error: NULLABLE_TEXT,
  excerpt: TEXT,
});

const DELIVERY = {
  _id: TEXT,
  event: { enum: [...WEBHOOK_EVENTS, 'test'] },
  module: NULLABLE_TEXT,
  record: NULLABLE_TEXT,
  state: { enum: [...WEBHOOK_DELIVERY_STATES] },
  createdAt: TEXT,
  nextAt: NULLABLE_TEXT,
  attempts: listOf(ATTEMPT),
};

/** Schemas of webhooks and their deliveries in responses. */
export function webhookSchemas(): { readonly [name: string]: JsonObject } {
  return {
    Webhook: closedObject<WebhookView>(WEBHOOK),
    WebhookWithSecret: closedObject<WebhookWithSecret>({ ...WEBHOOK, secret: TEXT }),
    WebhookDelivery: closedObject<WebhookDeliveryView>(DELIVERY),
    WebhookDeliveryDetail: closedObject<WebhookDeliveryDetail>({ ...DELIVERY, body: TEXT }),
  };
}

const JOB_ERROR = { code: TEXT, message: TEXT };
const JOB = {
  _id: TEXT,
  queue: TEXT,
  state: { enum: [...JOB_STATES] },
  addedAt: TEXT,
  runAt: TEXT,
  startedAt: NULLABLE_TEXT,
  endedAt: NULLABLE_TEXT,
  attempts: COUNT,
  maxAttempts: COUNT,
  losses: COUNT,
  progress: {},
  result: {},
  error: { anyOf: [closedObject<JobErrorView>(JOB_ERROR), { type: 'null' }] },
  isCancelling: FLAG,
};
const QUEUE = {
  name: TEXT,
  schedule: NULLABLE_TEXT,
  nextAt: NULLABLE_TEXT,
  isDeclared: FLAG,
  waiting: COUNT,
  delayed: COUNT,
  blocked: COUNT,
  running: COUNT,
  failed: COUNT,
  last: { anyOf: [reference('Job'), { type: 'null' }] },
};

const LAYOUT_COST_ITEM = closedObject<LayoutCostItem>({
  field: TEXT,
  use: { enum: ['sort', 'filter'] },
  isServed: FLAG,
  willBeServed: FLAG,
  index: { type: ['array', 'null'], items: TEXT },
  milliseconds: { type: ['number', 'null'], minimum: 0 },
  isStopped: FLAG,
  offer: { anyOf: [closedObject<IndexOffer>({ fields: TEXTS, isLeftOut: FLAG }), { type: 'null' }] },
  isTooMany: FLAG,
});

/** Schema of an index of a module in responses. */
export function indexSchemas(): { readonly [name: string]: JsonObject } {
  return {
    Index: closedObject<IndexView>({
      module: TEXT,
      moduleLabel: TEXT,
      fields: TEXTS,
      fieldLabels: TEXTS,
      unique: FLAG,
      rules: listOf({ enum: [...INDEX_RULES] }),
      state: { enum: [...INDEX_STATES] },
      uses: { type: ['integer', 'null'], minimum: 0 },
      lastUsed: NULLABLE_TEXT,
      since: NULLABLE_TEXT,
      canDrop: FLAG,
      rows: COUNT,
    }),
    LayoutCost: closedObject<LayoutCost>({ module: TEXT, records: COUNT, scanLimit: COUNT, items: listOf(LAYOUT_COST_ITEM) }),
  };
}

/** Schemas of queues and their jobs in responses. */
export function queueSchemas(): { readonly [name: string]: JsonObject } {
  const failure = closedObject<JobDetail['failures'][number]>({ ...JOB_ERROR, startedAt: TEXT, endedAt: TEXT });
  return {
    Job: closedObject<JobView>(JOB),
    JobDetail: closedObject<JobDetail>({ ...JOB, payload: {}, failures: listOf(failure) }),
    Queue: closedObject<QueueView>(QUEUE),
  };
}

/** An event of the product, or of a plugin. */
type DescribedEvent = Pick<PluginLiveEvent, 'name' | 'description' | 'dataSchema'> & { readonly example?: JsonObject };

const OWN_EVENTS: readonly DescribedEvent[] = [
  {
    name: SYSTEM_UPDATE_EVENT,
    description: 'Pages should be reloaded: a System Admin called `POST /api/events/trigger-update`. For everyone.',
    dataSchema: { type: 'object', additionalProperties: false },
  },
];

/** The section on live events, which OpenAPI itself cannot describe. */
export function describeLive(events: readonly PluginLiveEvent[]): JsonObject {
  return { name: 'live', description: [...LIVE_TEXTS, describeEvents([...OWN_EVENTS, ...events])].join('\n\n') };
}

function describeEvents(events: readonly DescribedEvent[]): string {
  const intro =
    'Events come as `{ "type": "event", "name", "data" }`, without a subscription and only to those who may see what they are about. They are not stored: who is not connected does not get them. Their data are the schemas `LiveEvent.*`:';
  return [intro, ...events.map(({ name, description }) => `- \`${name}\`: ${description}`)].join('\n');
}

const LIVE_TEXTS: readonly string[] = [
  'A websocket at `/api/live` for clients that subscribe to changes. Messages are JSON texts with a `type`: those of a client are the schemas `LiveClientMessage.*`, those of the server `LiveServerMessage.*`.',
  '1. Open the socket and send `hello` with an access token or an API token within 4 seconds (never in the address). The response is `welcome`.',
  '2. `subscribe` to a list by its filter, to a record, to a related list, to the shell, or to the notifications of the user. Each change is sent once, with the subscriptions that it affects, limited to the records and fields that the receiver may see. What they can no longer see is `gone`, with nothing but its id.',
  '3. After a lost connection: `hello`, the subscriptions again, then `resume` with the last `position`. `resync` says what must be read again.',
  '4. Send `token` with a renewed token before the current one expires. Rights that change take effect on the open socket.',
  `The server closes with ${Object.entries(LIVE_CLOSE_CODES)
    .map(([name, code]) => `${code} (${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)})`)
    .join(', ')}, 1009 for a message over 64 KiB.`,
];

/** Schemas of the messages of live events, by name. */
export function liveSchemas(events: readonly PluginLiveEvent[]): { readonly [name: string]: JsonObject } {
  return {
    LiveTarget: plain(LiveTargetSchema),
    ...Object.fromEntries(
      Object.entries(LIVE_CLIENT_MESSAGE_SCHEMAS).map(([type, schema]) => [`LiveClientMessage.${type}`, plain(schema)]),
    ),
    ...Object.fromEntries(
      Object.entries(LIVE_SERVER_MESSAGE_SCHEMAS).map(([type, schema]) => [`LiveServerMessage.${type}`, plain(schema)]),
    ),
    ...Object.fromEntries(
      [...OWN_EVENTS, ...events].map(({ name, description, dataSchema, example }: DescribedEvent) => [
        `LiveEvent.${name}`,
        { description, ...dataSchema, ...(example === undefined ? {} : { examples: [example] }) },
      ]),
    ),
  };
}

/** Removes the metadata that the schema library adds. */
function plain(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

const NULLABLE_LINK: JsonObject = { anyOf: [ID_AND_NAME, { type: 'null' }] };

/** Schemas of batches. */
export function batchSchemas(): { readonly [name: string]: JsonObject } {
  const undo = { enum: [...UNDO_STATES] };
  return {
    Batch: closedObject<BatchView>({
      _id: TEXT,
      kind: { enum: [...BATCH_KINDS] },
      module: { anyOf: [closedObject<NonNullable<BatchView['module']>>({ name: TEXT, label: TEXT }), { type: 'null' }] },
      user: ID_AND_NAME,
      at: TEXT,
      records: COUNT,
      refused: COUNT,
      undo,
      undoableUntil: NULLABLE_TEXT,
    }),
    BatchPage: closedObject<BatchPage>({ data: listOf(reference('Batch')), next: NULLABLE_TEXT }),
    UndoProgress: closedObject<UndoProgress>({
      state: undo,
      ...{ total: COUNT, undone: COUNT, left: COUNT },
      reason: NULLABLE_TEXT,
      undoBatchId: NULLABLE_TEXT,
    }),
  };
}

/** Schemas of notifications. */
export function notificationSchemas(): { readonly [name: string]: JsonObject } {
  return {
    Notification: closedObject<NotificationView>({
      _id: TEXT,
      kind: { ...TEXT, description: "'assigned', 'mentioned', 'approval_requested', 'import_ended', or a kind of a plugin." },
      icon: TEXT,
      text: { ...TEXT, description: 'A sentence that names nothing that the user may not see.' },
      module: NULLABLE_TEXT,
      record: NULLABLE_LINK,
      path: NULLABLE_TEXT,
      count: COUNT,
      by: NULLABLE_LINK,
      createdAt: TEXT,
      readAt: NULLABLE_TEXT,
    }),
    NotificationPreference: closedObject<NotificationPreference>({
      kind: TEXT,
      label: TEXT,
      icon: TEXT,
      app: { type: 'boolean', description: 'Shown under the bell.' },
      mail: { enum: ['off', 'now', 'daily'], description: 'When e-mails are sent.' },
    }),
    NotificationPage: closedObject<NotificationPage>({ data: listOf(reference('Notification')), unread: COUNT, next: NULLABLE_TEXT }),
  };
}
