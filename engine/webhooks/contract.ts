import type { Actor } from '../access/index.ts';
import type { IdempotencyKey, HookRegistry } from '../records/index.ts';
import type { WebhookDeliveryDetail, WebhookDeliveryState, WebhookDeliveryView, WebhookInput, WebhookView, WebhookWithSecret } from '#engine/model';

/** Who asks for a change whose answer holds a secret, and under which key. */
export interface SecretRequester {
  readonly userId: string;
  /** The same key, body and user: the same answer. */
  readonly key?: IdempotencyKey | undefined;
}

/** Which deliveries. */
export interface DeliveriesInput {
  readonly webhook: string;
  readonly state?: WebhookDeliveryState | undefined;
  readonly offset: number;
  readonly limit: number;
}

/**
 * What System Admins do with webhooks; whoever calls has seen to it that it is one. The commit of each change writes it into
 * the audit log, as of the module `webhooks`. Errors: `webhook_not_found`, `webhook_delivery_not_found`, and those of the store.
 */
export interface WebhookAdmin {
  list(): Promise<readonly WebhookView[]>;
  get(id: string): Promise<WebhookView>;
  /** Errors: `webhook_address_refused`, `module_not_found`, `filter_invalid`, `webhook_filter_of_many`, `webhooks_too_many`, `idempotency_conflict`. */
  create(actor: Actor, input: WebhookInput, requester: SecretRequester): Promise<WebhookWithSecret>;
  /** What is not given stays. Switching one on that was paused lets it begin anew. Errors: as of `create`, `version_conflict`. */
  update(actor: Actor, input: { readonly id: string; readonly version: number | undefined; readonly changes: Partial<WebhookInput> }): Promise<WebhookView>;
  /** Its deliveries go with it. */
  remove(actor: Actor, id: string): Promise<void>;
  /** A new secret; for a day deliveries are signed with the one before as well. */
  rotateSecret(actor: Actor, input: { readonly id: string; readonly requester: SecretRequester }): Promise<WebhookWithSecret>;
  /** Sends a test message now, once, whether the webhook is active or not, and answers what became of it. */
  test(id: string): Promise<WebhookDeliveryView>;
  /** Newest first. */
  deliveries(input: DeliveriesInput): Promise<{ readonly data: readonly WebhookDeliveryView[]; readonly total: number }>;
  delivery(webhook: string, id: string): Promise<WebhookDeliveryDetail>;
  /** Sends a delivery anew, under its id, with all its tries. Errors: `webhook_not_active`. */
  redeliver(webhook: string, id: string): Promise<WebhookDeliveryView>;
}

/** The webhooks of the product. */
export interface Webhooks extends WebhookAdmin {
  /** The hooks of a module with that of the webhooks, where one is told of it. */
  addHooksTo(hooks: HookRegistry): HookRegistry;
  /** Brings up to date who is told of what. */
  readonly refresh: () => Promise<void>;
  /** Begins to send what is due. */
  start(): void;
  /** Sends all that is due, and resolves when nothing is left or under way. */
  drain(): Promise<void>;
  /** Removes deliveries older than 14 days, and answers how many. */
  removeOld(): Promise<number>;
  stop(): Promise<void>;
}
