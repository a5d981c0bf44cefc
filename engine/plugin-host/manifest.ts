import type { Actor } from '../access/index.ts';
import type { ErrorRow } from '../errors/index.ts';
import type { ClockPort, IdsPort, LogPort } from '../ports/index.ts';
import type { IdempotencyKey, MergeHookContext, InTransactionContext, PostSaveContext, PreSaveContext, RecordOperations } from '../records/index.ts';
import type { ModuleExtension } from '../registry/index.ts';
import type { DefinitionKind, DefinitionsByKind, JsonObject, JsonValue, ModuleRecords, RefinedFieldType } from '#engine/model';

/** A rule that runs with the saves of a module. */
export interface PluginHook<Context, Module extends string = string> {
  /** Name of the module, or '*' for all. */
  readonly module: Module;
  /** Says what it does, such as 'duplicates'; unique among the plugin's hooks of its kind. */
  readonly name: string;
  /** Milliseconds it may take; default 5,000. A longer run is reported as `plugin_timeout`. */
  readonly deadline?: number;
  readonly run: (context: Context) => Promise<void> | void;
}

/** What each kind of hook is given. */
interface HookContexts<Module extends string> {
  readonly preSave: PreSaveContext<Module>;
  readonly inTransaction: InTransactionContext<Module>;
  readonly postSave: PostSaveContext<Module>;
}

/** A hook whose context is typed by the module that it names, or by none: a rule of one module's records is not taken for another's. */
type ModuleHook<Kind extends keyof HookContexts<string>> =
  | { readonly [module in keyof ModuleRecords]: PluginHook<HookContexts<module>[Kind], module> }[keyof ModuleRecords]
  | PluginHook<HookContexts<string>[Kind]>;

/** What everything that a plugin runs outside a save may use; never the store or the server. */
export interface PluginContext {
  readonly records: RecordOperations;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** Where ZIPs are. */
  readonly places: PreSaveContext['geocoder'];
  /** A setting as an admin set it, else the plugin's default. */
  setting(key: string): JsonValue | undefined;
  /** Ends the call with a code of the plugin's errors (or of the catalogue), a text and data. */
  refuse: PreSaveContext['refuse'];
}

/** What work on a schedule is handed. */
export interface PluginJobContext extends PluginContext {
  /** The product, in the name of the plugin. */
  readonly actor: Actor;
}

/** What a route handler sees of a request. */
export interface PluginRouteContext extends PluginContext {
  /** The plugin on behalf of the signed-in user: rights are the user's, and the audit names both. */
  readonly actor: Actor;
  readonly parameters: { readonly [name: string]: string };
  readonly query: { readonly [name: string]: string };
  readonly body: JsonValue | undefined;
  /** The batch that the caller wants to join, if any. */
  readonly batchId: string | undefined;
  /**
   * The idempotency key for one of the saves that the call makes, by a name of its own: `records.update(…, { idempotency:
   * keyOf('status') })`. Undefined when the caller sent none. The answer itself is given again by the server.
   */
  idempotencyKeyFor(save: string): IdempotencyKey | undefined;
}

/** The answer of a route: `status` is 200 when absent; `batchId` is sent as `X-Batch-Id`. */
export interface PluginRouteResponse {
  readonly status?: number;
  readonly body: JsonValue;
  readonly batchId?: string;
}

/** A call that the plugin adds to the API. It needs a session. */
export interface PluginRouteDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under /api, such as '/api/leads/merge'; `:name` parts are parameters. */
  readonly path: string;
  /** Name of one of the plugin's permissions that the caller needs. */
  readonly permission?: string;
  /** Milliseconds; default 30,000. */
  readonly deadline?: number;
  /** What it does, in a few words, for the OpenAPI document. */
  readonly summary?: string;
  /** JSON Schema of its body, an object: what does not fit is refused with `body_invalid` before the handler runs. */
  readonly bodySchema?: JsonObject;
  /** JSON Schema of its answer, for the OpenAPI document. */
  readonly responseSchema?: JsonObject;
  /** The status of its answer when it goes well, for the OpenAPI document; default 200. */
  readonly status?: number;
  /** Codes of the plugin's own errors that it may answer with; default: all of them. */
  readonly errors?: readonly string[];
  handle(context: PluginRouteContext): Promise<PluginRouteResponse> | PluginRouteResponse;
}

/** A permission is a name for a right on a module, so that roles give it as they give all others. */
export interface PluginPermission {
  /** Such as 'leads.merge'. */
  readonly name: string;
  readonly label: string;
  readonly module: string;
  readonly action: 'access' | 'create' | 'edit' | 'delete' | 'export' | 'mass_update';
}

/** Work on a schedule. */
export interface PluginJob {
  readonly name: string;
  /**
   * Cron expression (five fields, or six with seconds) in the time zone of the setting `time_zone`; or 'once': soon after the
   * product starts with it, again ten minutes after each run that failed, and never after one that ended well.
   */
  readonly schedule: string;
  /** Milliseconds; default 60,000. */
  readonly deadline?: number;
  run(context: PluginJobContext): Promise<void> | void;
}

/** A setting: JSON Schema of its value, with a default; an admin sees its title and description. */
export type PluginSetting = JsonObject & { readonly title: string; readonly default: JsonValue };

/** All that a plugin is. The manifest holds no logic: handlers live in files of their own. */
export interface PluginManifest {
  /** Lower case letters, digits and hyphens; the name of its folder. */
  readonly name: string;
  /** Three numbers: '1.0.0'. */
  readonly version: string;
  /** Versions of the engine it works with: '^0.1.0', '~1.2.0', '>=1.0.0', '1.x' or '*'. */
  readonly engine: string;
  /** Names of plugins that must be enabled; they run first. */
  readonly requires?: readonly string[];
  /** By key. */
  readonly settings?: { readonly [key: string]: PluginSetting };
  readonly definitions?: {
    /** Folder of definition files: `new URL('./definitions/', import.meta.url)`. */
    readonly folder?: URL | string;
    readonly items?: readonly { readonly kind: DefinitionKind; readonly definition: DefinitionsByKind[DefinitionKind] }[];
    /** Fields added to modules of others. */
    readonly extensions?: readonly ModuleExtension[];
  };
  readonly hooks?: {
    readonly preSave?: readonly ModuleHook<'preSave'>[];
    readonly inTransaction?: readonly ModuleHook<'inTransaction'>[];
    /** Run in the commit that ends a merge of records of the module. */
    readonly onMerge?: readonly PluginHook<MergeHookContext>[];
    readonly postSave?: readonly ModuleHook<'postSave'>[];
  };
  readonly routes?: readonly PluginRouteDefinition[];
  /** Field types for the fields of any module, named there as `fieldType`; what shows them is in the browser half. */
  readonly fieldTypes?: readonly RefinedFieldType[];
  readonly permissions?: readonly PluginPermission[];
  readonly jobs?: readonly PluginJob[];
  /** Its own errors by code; codes are unique in the product. */
  readonly errors?: { readonly [code: string]: ErrorRow };
  /** Fields that its code reads and writes, 'leads.email' or 'leads.*': checked at boot, and shown before a field is changed. */
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  /** Runs once at boot. A throw turns the plugin off, and the modules that it hooks refuse writes. */
  start?(context: PluginContext): Promise<void> | void;
  stop?(): Promise<void> | void;
}

/** Declares a plugin. Answers the manifest as it is; its type checks it while it is written. */
export function definePlugin(manifest: PluginManifest): PluginManifest {
  return manifest;
}
