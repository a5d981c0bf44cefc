import type { DemoDataView } from '#engine/model/wire';
import type { Access, AccessScope, Actor } from '../access/index.ts';
import type { Jobs, Outbox, WorkflowOperations } from '../automation/index.ts';
import type { AliasUses, ChangeSets } from '../change-sets/index.ts';
import type { IndexUses, LayoutCosts } from '../indexes/index.ts';
import type { Files } from '../files/index.ts';
import type { ExportJobOperations } from '../export-jobs/index.ts';
import type { ImportOperations } from '../imports/index.ts';
import type { ErrorRow } from '../errors/index.ts';
import type { ClockPort, GeocoderPort, IdsPort, LogPort, MailPort, QueuePort, StorePort } from '../ports/index.ts';
import type { RecordOperations } from '../records/index.ts';
import type { Live } from '../live/index.ts';
import type { SaveTraceOperations } from '../save-traces/index.ts';
import type { RequestTimes } from '../metrics/index.ts';
import type { OwnNotifications } from '../notifications/index.ts';
import type { HostedRoute, PluginHost, PluginLiveEvent, PluginSecrets } from '../plugin-host/index.ts';
import type { Previews } from '../previews/index.ts';
import type { Registry } from '../registry/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { WebhookAdmin } from '../webhooks/index.ts';

/** Configuration of the server. */
export interface ApiConfiguration {
  /** Version of the product, for `/api/health` and the OpenAPI document. */
  readonly version: string;
  /** Public URL, such as 'https://muster.example'; its scheme decides whether cookies are Secure. */
  readonly publicUrl: string;
  /** Signs access tokens; the same on every node. */
  readonly secret: string;
  /** True after migration and first seed; `/api/ready` returns it. */
  isReady(): Promise<boolean>;
  /** Proxies that are trusted to forward the client's address; empty: none. */
  readonly trustProxy: readonly string[];
  /** Delay of the event loop in milliseconds above which requests get `overloaded`. */
  readonly maxLoopDelay: number;
  /** Reads the delay of the event loop in milliseconds; absent: it is measured each second. */
  readonly readLoopDelay?: (() => number) | undefined;
}

/** Returns the current rights of an actor: the part of `Access` that the server uses. */
export interface RightsSource extends Pick<Access, 'beginRequest'> {
  scope(actor: Actor): Promise<Pick<AccessScope, 'rights' | 'snapshot'>>;
}

/** What the server measures, and what `GET /api/metrics` returns. */
export interface ApiMetrics {
  /** The bearer token of the endpoint. */
  readonly token: string;
  readonly requests: RequestTimes;
  /** All metrics in the text format of Prometheus. */
  collect(): Promise<string>;
}

/** The services that the server uses. */
export interface ApiServices {
  readonly records: RecordOperations;
  readonly registry: Registry;
  readonly access: RightsSource;
  readonly sessions: Sessions;
  /** Live events over websockets. */
  readonly live: Pick<Live, 'connect' | 'broadcastUpdate'>;
  /** Effects of saves that wait for a retry. */
  readonly outbox: Pick<Outbox, 'failing' | 'retry'>;
  /** Background jobs: what admins see of them, and do with them. */
  readonly jobs: Pick<Jobs, 'list' | 'get' | 'assertKnown' | 'runNow'>;
  readonly queue: Pick<QueuePort, 'get' | 'list' | 'retry' | 'cancel'>;
  /** The records of the first seed: how many are left by module, and the start of their removal. */
  readonly demoData: {
    count(): Promise<DemoDataView['modules']>;
    remove(): Promise<void>;
  };
  /** How often queries used the indexes of the modules. */
  readonly indexUses: Pick<IndexUses, 'report'>;
  /** What layouts cost on this store. */
  readonly layoutCosts: LayoutCosts;
  /** What users do with their notifications. */
  readonly notifications: OwnNotifications;
  /** Drafts and the history of changes to the definitions. */
  readonly changeSets: ChangeSets;
  /** Counts the uses of earlier names of modules and fields. */
  readonly aliasUses: Pick<AliasUses, 'count'>;
  /** What System Admins see through drafts, as somebody else. */
  readonly previews: Previews;
  /** External servers that are notified of saves. */
  readonly webhooks: WebhookAdmin;
  /** What people do with workflows and their runs. */
  readonly workflows: WorkflowOperations;
  /** What admins do with traces of saves. */
  readonly saveTraces: SaveTraceOperations;
  /** Uploaded files. */
  readonly uploads: Files;
  /** Imports of records from files. */
  readonly imports: ImportOperations;
  /** Exports that run as jobs. */
  readonly exportJobs: ExportJobOperations;
  /** Locations of ZIPs. */
  readonly geocoder: GeocoderPort;
  /** E-mails that were sent, or stored because no mail server is configured. */
  readonly mail: Pick<MailPort, 'listStored' | 'resend'>;
  /** Status of the plugins, and what they add to sessions. */
  readonly pluginHost: Pick<PluginHost, 'statuses' | 'errorsOf' | 'sessionData' | 'menu'>;
  /** Secret settings of the plugins. */
  readonly pluginSecrets: Pick<PluginSecrets, 'list' | 'set' | 'remove'>;
  /** Live events that plugins send. */
  readonly pluginEvents: readonly PluginLiveEvent[];
  /** Endpoints that plugins add. */
  readonly pluginRoutes: readonly HostedRoute[];
  /** Rows of all error codes, including those of plugins. */
  readonly errorRows: { readonly [code: string]: ErrorRow };
  /** Undefined: nothing is measured, and the endpoint is off. */
  readonly metrics?: ApiMetrics | undefined;
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  readonly configuration: ApiConfiguration;
  /** Folder of the built UI; undefined: only the API is served. */
  readonly uiFolder: string | undefined;
}
