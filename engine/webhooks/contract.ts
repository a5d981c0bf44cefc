import type { Actor } from '../access/index.ts';
import type { ReplacedOption } from '#engine/model/filter';
import type { IdempotencyKey, HookRegistry } from '../records/index.ts';
import type {
  WebhookDeliveryDetail,
  WebhookDeliveryState,
  WebhookDeliveryView,
  WebhookInput,
  WebhookView,
  WebhookWithSecret,
} from '#engine/model/wire';

/** The requester of a change whose response contains a secret, with the idempotency key. */
export interface SecretRequester {
  readonly userId: string;
  /** The same key, body and user return the same response. */
  readonly key?: IdempotencyKey | undefined;
}

/** Selects deliveries. */
export interface DeliveriesInput {
  readonly webhook: string;
  readonly state?: WebhookDeliveryState | undefined;
  readonly offset: number;
  readonly limit: number;
}

/**
 * What System Admins do with webhooks; the caller has checked that the actor is one. The commit of each change also writes an audit entry,
 * under the module `webhooks`. Errors: `webhook_not_found`, `webhook_delivery_not_found`, and those of the store.
 */
export interface WebhookAdmin {
  list(): Promise<readonly WebhookView[]>;
  get(id: string): Promise<WebhookView>;
  /**
   * Errors: `webhook_address_refused`, `module_not_found`, `filter_invalid`, `webhook_filter_of_many`, `webhooks_too_many`,
   * `idempotency_conflict`.
   */
  create(actor: Actor, input: WebhookInput, requester: SecretRequester): Promise<WebhookWithSecret>;
  /** Missing fields stay unchanged. Switching on a paused webhook resumes it. Errors: as of `create`, `version_conflict`. */
  update(
    actor: Actor,
    input: { readonly id: string; readonly version: number | undefined; readonly changes: Partial<WebhookInput> },
  ): Promise<WebhookView>;
  /** Also removes its deliveries. */
  remove(actor: Actor, id: string): Promise<void>;
  /** Creates a new secret; for a day deliveries are also signed with the previous one. */
  rotateSecret(actor: Actor, input: { readonly id: string; readonly requester: SecretRequester }): Promise<WebhookWithSecret>;
  /** Sends a test message once, whether the webhook is active or not, and returns its result. */
  test(id: string): Promise<WebhookDeliveryView>;
  /** Newest first. */
  deliveries(input: DeliveriesInput): Promise<{ readonly data: readonly WebhookDeliveryView[]; readonly total: number }>;
  delivery(webhook: string, id: string): Promise<WebhookDeliveryDetail>;
  /** Sends a delivery again, under its id, with all its attempts. Errors: `webhook_not_active`. */
  redeliver(webhook: string, id: string): Promise<WebhookDeliveryView>;
}

/** The webhooks service. */
export interface Webhooks extends WebhookAdmin {
  /** Returns the hooks of a module with the webhooks hook added where a webhook subscribes to the module. */
  addHooksTo(hooks: HookRegistry): HookRegistry;
  /** Reloads the webhook cache if it is outdated. */
  readonly refresh: () => Promise<void>;
  /** Replaces a removed option in the filters; returns how many webhooks changed. */
  replaceOption(option: ReplacedOption): Promise<number>;
  /** Starts sending due deliveries. */
  start(): void;
  /** Sends all due deliveries, and resolves when none is due or in progress. */
  drain(): Promise<void>;
  /** Removes deliveries older than 14 days, and returns how many. */
  removeOld(): Promise<number>;
  stop(): Promise<void>;
}
