import type { Actor, Rights } from '../access/index.ts';
import type { ErrorRow } from '../errors/index.ts';
import type { BackOffPolicy, ClockPort, IdsPort, JobInput, LogPort } from '../ports/index.ts';
import type {
  IdempotencyKey,
  MergeHookContext,
  InTransactionContext,
  PostSaveContext,
  PreSaveContext,
  RecordOperations,
} from '../records/index.ts';
import type { ModuleExtension, RoleExtension } from '../registry/index.ts';
import type { ReportReading } from '../reports/index.ts';
import type { PluginFiles } from './plugin-files.ts';
import type { PluginHook } from './plugin-hook.ts';
import type { PluginHttp } from './plugin-http.ts';
import type { PluginThreads } from './plugin-threads.ts';
import type { PluginMenuResult } from './menu-result.ts';
import type { OpenedLink, PluginLink, PluginLinkOptions, ReceivedWebhook } from './plugin-links.ts';
import type { PluginLive, PluginLiveEvent } from './plugin-live.ts';
import type { PluginMail } from './plugin-mail.ts';
import type { NotificationCreator, NotificationKind } from './plugin-notifications.ts';
import type { OfferedService, ServiceReference, ServiceToken } from './plugin-services.ts';
import type { PluginDownload, PluginRouteResponse, RequestOrigin, RouteLimits } from './route-response.ts';
import type { DropdownReader, PluginPermission, PluginSecret, PluginSetting, SecretReader } from './plugin-settings.ts';
import type { WorkflowParts } from './plugin-workflows.ts';
import type { DefinitionKind, DefinitionsByKind, MenuDefinition } from '#engine/model/definitions';
import type { JsonObject, JsonValue, ModuleRecords } from '#engine/model/values';
import type { RefinedFieldType } from '#engine/model/field-types';

/** The context of each kind of hook. */
interface HookContexts<Module extends string> {
  /** Before a save is written. */
  readonly preSave: PreSaveContext<Module> & ReportReading;
  /** In the commit of a save. */
  readonly inTransaction: InTransactionContext<Module>;
  /** After the commit of a save. */
  readonly postSave: EffectContext<Module>;
}

/**
 * What a plugin may do outside a save: other servers, e-mail, live events, files, notifications, secret settings, links, services of
 * other plugins. Hooks that run with the save do not have it: a save must not wait for others, nor be undone after they were notified.
 */
export interface PluginEffects extends SecretReader, LinkCreator, NotificationCreator, PluginThreads {
  /** Requests to other servers. */
  readonly http: PluginHttp;
  /** E-mail. */
  readonly mail: PluginMail;
  /** The address of the product without a slash at its end, for links to its pages: `${publicUrl}/app/reports`. */
  readonly publicUrl: string;
  /** Live events. */
  readonly live: PluginLive;
  /** Uploaded files. */
  readonly files: PluginFiles;
  /**
   * A service of another plugin that the manifest lists in `uses`. Its methods reject with the errors of that plugin, with
   * `service_unavailable` when it was turned off since, and with `plugin_timeout` after 30 seconds.
   * @throws `service_unavailable` when an optional plugin is not enabled, or is off; `plugin_failed` when `uses` does not list it.
   */
  readonly service: <Service>(token: ServiceToken<Service>) => Service;
  /**
   * Whether a service of an optional plugin can be called now.
   * @throws `plugin_failed` when `uses` does not list it.
   */
  readonly hasService: (token: ServiceReference) => boolean;
}

/** The context of a post-save hook. */
export type EffectContext<Module extends string = string> = PostSaveContext<Module> & JobAdder & PluginEffects & ReportReading;

/** A hook whose context is typed by its module, if it names one: a rule for the records of one module cannot be registered for another. */
type ModuleHook<Kind extends keyof HookContexts<string>> =
  | { readonly [module in keyof ModuleRecords]: PluginHook<HookContexts<module>[Kind], module> }[keyof ModuleRecords]
  | PluginHook<HookContexts<string>[Kind]>;

/** How a run of a job is added; see `JobInput` of the queue. */
export type PluginJobOptions = Pick<JobInput, 'id' | 'key' | 'delay' | 'priority'>;

/** Adds runs of the plugin's own jobs. */
export interface JobAdder {
  /**
   * Adds a run of one of the plugin's jobs, and returns its id. In a post-save hook, which may run several times, each call adds one run at
   * most: its id is derived from the save, the hook, the job and the payload, so the payload must be the same each time. Elsewhere give it
   * an `id` where a repetition must not add another.
   * @throws `job_invalid` for a job that the manifest does not declare, for a payload that does not match its schema or is larger than
   * 256 KiB, and for options outside of their limits; `queue_unavailable`, errors of the store. A post-save hook is then repeated.
   */
  readonly addJob: <Payload extends JsonValue>(job: PluginJob<Payload>, payload: Payload, options?: PluginJobOptions) => Promise<string>;
}

/** The context of everything that a plugin runs outside a save; it never contains the store or the server. */
export interface PluginContext extends JobAdder, PluginEffects, ReportReading, DropdownReader {
  /** Operations on records. */
  readonly records: RecordOperations;
  /** The current time. */
  readonly clock: ClockPort;
  /** New record ids. */
  readonly ids: IdsPort;
  /** The log; each line names the plugin. */
  readonly log: LogPort;
  /** Finds the locations of ZIP codes. */
  readonly geocoder: PreSaveContext['geocoder'];
  /** A setting: the value that an admin set, else the plugin's default; in a preview, that of its draft. */
  setting(key: string): JsonValue | undefined;
  /**
   * Ends the request with an error code of the plugin (or of the catalogue), a text and data.
   * @throws always: the error of the code; `plugin_failed` for an unknown code.
   */
  refuse: PreSaveContext['refuse'];
}

/** The context of a job. */
export interface PluginJobContext<Payload extends JsonValue = JsonValue> extends PluginContext {
  /** Id of the run: the same for all its attempts, and so an idempotency key for its effects. */
  readonly id: string;
  /** What it was added with; null for a scheduled run. */
  readonly payload: Payload;
  /** The system, in the name of the plugin. */
  readonly actor: Actor;
  /** 1 for the first attempt of a run. */
  readonly attempt: number;
  /** Earlier attempts that were lost with their process: above 0, parts of the work may have been done already. */
  readonly losses: number;
  /** Aborted when the run is cancelled, exceeds its deadline or must end because the process stops. A long loop ends then. */
  readonly signal: AbortSignal;
  /**
   * Reports the progress to admins: a number, or an object of at most 4 KiB.
   * @throws `job_invalid` for a larger object; nothing while the queue is unavailable.
   */
  readonly progress: (value: number | JsonObject) => Promise<void>;
}

/** The context of one call of a service that the plugin offers. */
export interface ServiceContext extends PluginContext {
  /** The plugin on behalf of the actor of the caller. */
  readonly actor: Actor;
  /** Name of the plugin that calls. */
  readonly caller: string;
}

/** The context of a route handler. */
export interface PluginRouteContext extends PluginContext, RequestOrigin {
  /**
   * The plugin on behalf of the signed-in user: rights are the user's, and the audit names both. For a link or a webhook, the plugin itself,
   * which has all rights: the handler limits itself to what the data of the link, or the signature, allow.
   */
  readonly actor: Actor;
  /** The rights of the actor. */
  readonly rights: PreSaveContext['rights'];
  /** The link of the request, if the route has `access: 'link'`. */
  readonly link?: OpenedLink;
  /** What the signature of the request is about, if the route has `access: 'public'`. */
  readonly webhook?: ReceivedWebhook;
  /** The `:name` parts of the path, decoded. */
  readonly parameters: { readonly [name: string]: string };
  /** The query parameters. */
  readonly query: { readonly [name: string]: string };
  /** The JSON body, valid for `bodySchema`; undefined: the request has none. */
  readonly body: JsonValue | undefined;
  /** The batch to join, if the client sent one. */
  readonly batchId: string | undefined;
  /**
   * The idempotency key for one of the saves of the request, by a name of its own: `records.update(…, { idempotency:
   * idempotencyKeyFor('status') })`. Undefined when the client sent none. The server replays the response itself.
   */
  idempotencyKeyFor(save: string): IdempotencyKey | undefined;
}

/** An endpoint that the plugin adds to the API. */
export interface PluginRouteDefinition extends RouteLimits {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under /api, such as '/api/tickets/merge'; `:name` parts are parameters. */
  readonly path: string;
  /** Who may call it: 'session' (default), signed-in users; 'link', who has a link of the plugin; 'public', who signs it (README, Webhooks). */
  readonly access?: 'session' | 'link' | 'public';
  /** Name of one of the plugin's permissions, required of the requester: others are refused with `permission_required`. */
  readonly permission?: string;
  /**
   * A POST that only reads, such as a search: previews of definitions serve it too, and no response is stored for an idempotency key, so
   * that each request is computed with the rights of its moment. Default false.
   */
  readonly readOnly?: boolean;
  /** What it does, in a few words, for the OpenAPI document. */
  readonly summary?: string;
  /**
   * JSON Schema of the body, an object: an invalid body is rejected with `body_invalid` before the handler runs, and so is one with names that
   * are not in `properties` of it or of an object inside, unless that has `additionalProperties`, `patternProperties` or a combination such
   * as `anyOf`. An object inside without `properties` is a map.
   */
  readonly bodySchema?: JsonObject;
  /** Where a request with a session names modules ('module', 'records.module'): the handler gets current names for earlier ones. */
  readonly moduleNames?: readonly string[];
  /** JSON Schema of the response, for the OpenAPI document. */
  readonly responseSchema?: JsonObject;
  /** The status of a successful response, for the OpenAPI document; default 200. */
  readonly status?: number;
  /** Codes of the plugin's own errors that it may return; default: all of them. */
  readonly errors?: readonly string[];
  /** Content types of the downloads that it may return instead of JSON; only for GET and `readOnly`. */
  readonly downloads?: readonly string[];
  /**
   * Handles a request.
   * @throws any error: a `MusterError` is the response, any other one is reported as `plugin_failed`.
   */
  handle(context: PluginRouteContext): Promise<PluginRouteResponse | PluginDownload> | PluginRouteResponse | PluginDownload;
}

/**
 * Work in the background: on a schedule, or when a hook, an endpoint or another job of the plugin adds a run. Its runs are jobs of the queue
 * `<plugin>/<name>`, which System Admins see with their results.
 */
export interface PluginJob<Payload extends JsonValue = JsonValue> {
  /** Letters, digits and `-`. */
  readonly name: string;
  /**
   * Cron expression (five fields, or six with seconds) in the time zone of the setting `time_zone`; or 'once': soon after the product
   * starts with it, again ten minutes after each failed run, and never after a successful one. Absent: it runs only when it is added.
   */
  readonly schedule?: string;
  /** JSON Schema of the payload of runs that are added; default: any JSON of at most 256 KiB. Not with `schedule`. */
  readonly payloadSchema?: JsonObject;
  /** Runs at the same time in one process, 1 to 1,000; default 1. */
  readonly concurrency?: number;
  /** Milliseconds, a whole number of less than 7 days; default 60,000. */
  readonly deadline?: number;
  /** How often a run is tried, 1 to 100; default 1: it runs again at its next time. */
  readonly attempts?: number;
  /** The delay between two attempts; default one second, doubled after each. */
  readonly backOff?: BackOffPolicy;
  /** False for an error that `run` threw: it would occur again, and the run fails without further attempts. Default: true. */
  isRetryable?(error: unknown): boolean;
  /**
   * A run can be repeated, such as after a crash. What it returns is kept for 30 days as its result, at most 64 KiB.
   * @throws any error: the attempt has failed.
   */
  run(context: PluginJobContext<Payload>): Promise<JsonValue | void> | JsonValue | void;
}

/** The context of session data. */
export interface SessionDataContext extends PluginContext {
  /** The plugin on behalf of the user: rights are the user's. */
  readonly actor: Actor;
  /** The rights of the user, and the records that represent them, by variable (`userVariable` of modules). */
  readonly rights: PreSaveContext['rights'] & Pick<Rights, 'ofUser'>;
}

/** What a plugin adds to the session of a user, such as the record that represents them. */
export interface PluginSessionData {
  /** Its name in `session` of the responses: letters, digits and `_`; unique in the product. */
  readonly name: string;
  /** Types of the users who have it; default: all. */
  readonly userTypes?: readonly string[];
  /** Milliseconds; default 2,000. */
  readonly deadline?: number;
  /**
   * Reads it with each sign-in and each load of the application, within the rights of the user. Undefined: the user has none.
   * @throws any error: it is logged, and the session has no such data.
   */
  read(context: SessionDataContext): Promise<JsonValue | undefined> | JsonValue | undefined;
}

/** The context of a menu. */
export interface MenuContext extends SessionDataContext {
  /** The groups of the user's menu in the definitions. */
  readonly groups: MenuDefinition['groups'];
}

/** The menus of users, if a plugin makes them of more than the definitions. One plugin can have it. */
export interface PluginMenu {
  /** Milliseconds; default 2,000. */
  readonly deadline?: number;
  /**
   * Makes the menu of a user with each load of the application, within the rights of the user.
   * @throws any error: it is logged, and the user has the menu of the definitions.
   */
  read(context: MenuContext): Promise<PluginMenuResult> | PluginMenuResult;
}

/** The context of a migration. */
export interface PluginMigrationContext extends PluginContext {
  /** The system, in the name of the plugin. */
  readonly actor: Actor;
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
}

/** A change of the plugin's own data that a new version of it needs. */
export interface PluginMigration {
  /** 1, 2, 3 … without gaps. A number that was released stays as it is. */
  readonly number: number;
  /** What it does, in a few words: 'split names'. */
  readonly name: string;
  /** Milliseconds; default 600,000. */
  readonly deadline?: number;
  /**
   * Runs once for each installation, before `start`, also in a new one. It must be safe to repeat: a process that is killed in the middle
   * of it begins it again. Other processes wait for it.
   * @throws any error: the plugin is off, and the modules that it hooks refuse writes.
   */
  run(context: PluginMigrationContext): Promise<void> | void;
}

/** Creates links for people without an account, such as a candidate who confirms an interview. */
export interface LinkCreator {
  /**
   * Returns a new link to a route of the plugin with `access: 'link'`. Its token is encrypted and authenticated with a key derived from
   * `MUSTER_SECRET`; it stays valid after a change of the secret while `MUSTER_SECRET_PREVIOUS` is set.
   * @throws `plugin_failed` for a route that the plugin does not declare with that access, a missing parameter, too much data, or a
   * duration outside of its limits.
   */
  readonly createLink: (route: Pick<PluginRouteDefinition, 'method' | 'path'>, options?: PluginLinkOptions) => PluginLink;
}

/** The complete declaration of a plugin. The manifest contains no logic: handlers are in separate files. */
export interface PluginManifest extends WorkflowParts<PluginContext> {
  /** Lower case letters, digits and hyphens; the name of its folder. */
  readonly name: string;
  /** Its name for people, at most 40 characters: 'PTO'. Default: the words of `name`, such as "Pay calculator" for `pay-calculator`. */
  readonly label?: string;
  /** Three numbers: '1.0.0'. */
  readonly version: string;
  /** Versions of the engine it works with: '^0.1.0', '~1.2.0', '>=1.0.0', '1.x' or '*'. */
  readonly engine: string;
  /** Names of plugins that must be enabled; they run first. */
  readonly requires?: readonly string[];
  /** Names of plugins that may be enabled; they run first then. */
  readonly optional?: readonly string[];
  /** Services for other plugins, made by `offerService`. */
  readonly services?: readonly OfferedService<ServiceContext>[];
  /** Services of plugins that `requires` or `optional` name; their versions are checked at boot. */
  readonly uses?: readonly ServiceReference[];
  /** By key. */
  readonly settings?: { readonly [key: string]: PluginSetting };
  /** Secret settings, by key: lower case letters, digits, `_` and `-`. */
  readonly secrets?: { readonly [key: string]: PluginSecret };
  /** Definitions that the plugin brings. */
  readonly definitions?: {
    /**
     * Folder of definition files. A plugin from a package names it relative to its built file: `new URL('../definitions/', import.meta.url)`.
     * Default for a bundled plugin: `plugins/<name>/definitions`, if it exists; for one from a package: none.
     */
    readonly folder?: URL | string;
    readonly items?: readonly { readonly kind: DefinitionKind; readonly definition: DefinitionsByKind[DefinitionKind] }[];
    /** Fields added to modules of others; rights on the plugin's own modules, and its permissions, for roles of the product. */
    readonly extensions?: readonly (ModuleExtension | RoleExtension)[];
  };
  /** Rules that run with saves, by the moment at which they run; plugins run in the order in which they are enabled. */
  readonly hooks?: {
    readonly preSave?: readonly ModuleHook<'preSave'>[];
    readonly inTransaction?: readonly ModuleHook<'inTransaction'>[];
    /** Run in the commit that ends a merge of records of the module. */
    readonly onMerge?: readonly PluginHook<MergeHookContext>[];
    readonly postSave?: readonly ModuleHook<'postSave'>[];
  };
  /** Endpoints added to the API. */
  readonly routes?: readonly PluginRouteDefinition[];
  /**
   * Field types for the fields of any module, which refer to them as `fieldType`; their components are in the browser part of the plugin.
   */
  readonly fieldTypes?: readonly RefinedFieldType[];
  /** Makes the menus of users. */
  readonly menu?: PluginMenu;
  /** What it adds to the sessions of users. */
  readonly sessionData?: readonly PluginSessionData[];
  /** Kinds of notifications that it creates, besides those of the product. */
  readonly notifications?: readonly NotificationKind[];
  /** Permissions that its endpoints may require. */
  readonly permissions?: readonly PluginPermission[];
  /** In the order of their numbers. */
  readonly migrations?: readonly PluginMigration[];
  /** Live events that it sends, with their payloads: for the documentation of `/api/live`. */
  readonly events?: readonly PluginLiveEvent[];
  /** Work in the background. */
  readonly jobs?: readonly PluginJob[];
  /** Its own errors by code; codes are unique in the product. */
  readonly errors?: { readonly [code: string]: ErrorRow };
  /** Fields that its code reads and writes, 'tickets.email' or 'tickets.*': checked at boot, and shown before a field is changed. */
  readonly reads?: readonly string[];
  /** Fields that its code writes, in the form of `reads`. */
  readonly writes?: readonly string[];
  /**
   * Runs once at boot.
   * @throws any error: the plugin is off, and the modules that it hooks refuse writes.
   */
  start?(context: PluginContext): Promise<void> | void;
  /**
   * Runs once when the process stops.
   * @throws any error: it is logged.
   */
  stop?(): Promise<void> | void;
}

/** Declares a plugin. Returns the manifest unchanged, checked by its type. The plugin host checks it at boot (`plugin_invalid`). */
export function definePlugin(manifest: PluginManifest): PluginManifest {
  return manifest;
}
