import type { Actor, Rights } from '../access/index.ts';
import type { Outbox } from '../automation/index.ts';
import type { Files } from '../files/index.ts';
import type { ErrorRow } from '../errors/index.ts';
import type { ClockPort, GeocoderPort, IdsPort, LogPort, MailPort, StorePort } from '../ports/index.ts';
import type { RecordOperations } from '../records/index.ts';
import type { Live } from '../live/index.ts';
import type { HostedRoute, PluginHost } from '../plugin-host/index.ts';
import type { Registry } from '../registry/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { WebhookAdmin } from '../webhooks/index.ts';

/** What the server is told of its surroundings. */
export interface ApiConfiguration {
  /** Version of the product, for `/api/health` and the OpenAPI document. */
  readonly version: string;
  /** Where people reach it, such as 'https://muster.example'; its scheme decides whether cookies are Secure. */
  readonly publicUrl: string;
  /** Signs access tokens; the same on every node. */
  readonly secret: string;
  /** True after migration and first seed: what `/api/ready` answers. */
  isReady(): Promise<boolean>;
  /** Which proxies in front are believed when they name the caller's address. */
  readonly trustProxy: boolean | string;
}

/** Answers the rights of an actor, as they are in force now. */
export interface RightsSource {
  scope(actor: Actor): Promise<{ readonly rights: Rights }>;
}

/** The rooms that the server stands on. */
export interface ApiServices {
  readonly records: RecordOperations;
  readonly registry: Registry;
  readonly access: RightsSource;
  readonly sessions: Sessions;
  /** Who is told what over websockets. */
  readonly live: Pick<Live, 'connect' | 'broadcastUpdate'>;
  /** Effects of saves that wait to be tried again. */
  readonly outbox: Pick<Outbox, 'failing' | 'retry'>;
  /** Servers outside that are told of saves. */
  readonly webhooks: WebhookAdmin;
  /** Uploaded files. */
  readonly uploads: Files;
  /** Where ZIPs are. */
  readonly geocoder: GeocoderPort;
  /** What was kept instead of sent, where no mail server is configured. */
  readonly mail: Pick<MailPort, 'listStored'>;
  /** Which plugins run. */
  readonly pluginHost: Pick<PluginHost, 'statuses' | 'errorsOf'>;
  /** The calls that plugins add. */
  readonly pluginRoutes: readonly HostedRoute[];
  /** Rows of all error codes, those of plugins too. */
  readonly errorRows: { readonly [code: string]: ErrorRow };
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  readonly configuration: ApiConfiguration;
  /** Folder of the built UI; undefined: the API alone. */
  readonly uiFolder: string | undefined;
}
