import type { FailingEffect } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { RoleDefinition, UserType } from '#engine/model/definitions';
import type { Actor } from '../access/index.ts';
import type { PluginManifest } from '../plugin-host/index.ts';
import type { FindInput, GetInput, RecordOperations, VisibleRecord, WriteOptions } from '../records/index.ts';
import type { QueueJob } from '../ports/index.ts';
import type { ApiResponse } from './api-client.ts';
import type { expectRefusal } from './expect-refusal.ts';
import type { LogEntry } from './memory-log.ts';
import type { TestClock } from './test-clock.ts';

/** What `startPlugin` starts. */
export interface PluginTestOptions {
  /** The plugin under test, as its package exports it. Its definitions are loaded from the folder that it names. */
  readonly plugin: PluginManifest;
  /**
   * Plugins that are started too, such as those that it names in `optional`: the manifests of other packages, or the names of plugins that
   * the product contains. Those that it requires are started without being listed if the product contains them.
   */
  readonly plugins?: readonly (PluginManifest | string)[];
  /**
   * Definitions in addition to those of the plugins and to the modules of the system (users, teams, roles): a folder of definition files,
   * such as `new URL('./fixtures/', import.meta.url)`, or several, or 'product' for all that the product contains. Default: none.
   */
  readonly definitions?: 'product' | URL | readonly (URL | string)[];
  /**
   * Where the data are: 'sqlite' (default), a file in a temporary folder; or the address of a MongoDB replica set, on which a database with a
   * new name is created and, on `stop`, dropped. Other databases are not touched.
   */
  readonly store?: 'sqlite' | { readonly mongodb: string };
  /** The first time of the clock, in ISO format; default: the current time. */
  readonly startTime?: string;
  /** Settings that an admin has changed, by key. */
  readonly settings?: { readonly [key: string]: JsonValue };
  /** Secret settings of the plugin that an admin has entered, by key. */
  readonly secrets?: { readonly [key: string]: string };
  /** Hosts with ports that the product may send requests to, such as `server.host` of a stub server. Default: none; no name is looked up. */
  readonly outboundHosts?: readonly string[];
  /** Milliseconds of real time that a start and the run of a job may take; default 30,000. */
  readonly timeout?: number;
}

/**
 * Someone who reads and saves records with their rights, as the API does for them: with all checks and hooks. The errors are those of
 * `RecordOperations`.
 */
export interface TestActor {
  /** For operations of `kit.records` and other parts that take an actor. */
  readonly actor: Actor;
  /** Creates a record and returns it as the actor may see it. */
  create(module: string, fields: JsonObject, options?: WriteOptions): Promise<VisibleRecord>;
  /** Changes fields of a record; a field that is null is cleared. */
  update(module: string, id: string, fields: JsonObject, options?: WriteOptions): Promise<VisibleRecord>;
  /** Marks a record deleted. */
  delete(module: string, id: string): Promise<void>;
  /** Removes the deletion mark. */
  restore(module: string, id: string): Promise<void>;
  get(module: string, id: string, options?: Pick<GetInput, 'populate'>): Promise<VisibleRecord>;
  /** One page of records; the limit is that of `RecordOperations.find`. */
  find(module: string, input?: Omit<FindInput, 'module'>): Promise<readonly VisibleRecord[]>;
}

/** A user of the product. */
export interface TestUser extends TestActor {
  readonly id: string;
  readonly email: string;
}

/** A user to create; by default a user of the type Standard without roles. */
export interface TestUserInput {
  /** Default: a unique one. */
  readonly email?: string;
  /** 'System Admin' has all rights. */
  readonly userType?: UserType;
  /** Names of roles that the definitions contain. */
  readonly roles?: readonly string[];
  /** Rights by module, as in a role: `{ tickets: { access: true, create: true, view: 'All', edit: 'Owner' } }`. */
  readonly rights?: RoleDefinition['module_access'];
  /** Names of permissions of plugins, such as 'tickets.merge'. */
  readonly permissions?: readonly string[];
  /** Ids of teams. */
  readonly teams?: readonly string[];
  /** More fields of the user. */
  readonly fields?: JsonObject;
}

/** A mail that the product stored instead of sending it. */
export interface TestMail {
  readonly to: readonly string[];
  readonly subject: string;
  /** The plain text, also of a confidential mail such as an invite. */
  readonly text: string;
  /** ISO time, by the clock of the test. */
  readonly sentAt: string;
}

/** How a kit is started again. */
export interface RestartOptions {
  /** Another version of the plugin, such as one with one more migration; default: the same. */
  readonly plugin?: PluginManifest;
}

/** How effects are drained. */
export interface DrainOptions {
  /** True: failures are returned; default false: the first failure is thrown. */
  readonly allowFailures?: boolean;
}

/**
 * The product with one plugin, on an empty store. Everything is real but the clock, the log and the network. Effects and scheduled jobs run
 * only when a test runs them.
 */
export interface PluginTestKit {
  /** The first System Admin, who has all rights. */
  readonly admin: TestUser;
  /** The product itself, whom no right stops; hooks run for it too. It has no session. */
  readonly system: TestActor;
  /** All operations on records; they take an actor, such as `clerk.actor`. */
  readonly records: RecordOperations;
  readonly clock: TestClock;
  /** The lines of the log, oldest first. */
  readonly log: readonly LogEntry[];
  /** The address of the server, such as 'http://127.0.0.1:4711'; another one after `restart`. */
  readonly url: string;
  /** Creates a user. @throws AssertionError for a role that does not exist, `definition_invalid`, `not_unique`, `validation_failed` */
  createUser(input?: TestUserInput): Promise<TestUser>;
  readonly expectRefusal: typeof expectRefusal;
  /**
   * Sends a request to the API and returns the response, whatever its status. `by` undefined: without a session. `path` starts with '/', or
   * is the URL of a link that the plugin created. `body` is sent as JSON. `Body` is the type of the response.
   */
  request<Body = unknown>(
    by: TestUser | undefined,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: JsonValue,
    headers?: { readonly [name: string]: string },
  ): Promise<ApiResponse<Body>>;
  /** Changes a setting as an admin does. @throws AssertionError when there is no such setting, `definition_invalid` */
  setSetting(key: string, value: JsonValue): Promise<void>;
  /** Enters a secret setting of the plugin; undefined removes it. @throws `secret_not_found`, `secret_invalid` */
  setSecret(key: string, value: string | undefined): Promise<void>;
  /**
   * Runs a job of the plugin once and waits for its end. A job without a schedule, and one that is given a payload, is added with the payload.
   * @throws the code and message of its error when the attempt fails, `job_invalid` for a wrong payload, AssertionError for a job that the
   * plugin does not declare or that takes too long
   */
  runJob(name: string, payload?: JsonValue): Promise<QueueJob>;
  /**
   * Adds the scheduled jobs that are due by the clock, and waits until no job is due, also of those that hooks have added.
   * @throws the code and message of the error when a job has failed, AssertionError when it takes too long
   */
  runDueJobs(): Promise<void>;
  /**
   * Runs the post-save effects of all saves, and those of the saves that they make. Failed ones are due again later, by the clock.
   * @throws AssertionError when an effect has failed and is not retried yet
   */
  drainEffects(options?: DrainOptions): Promise<readonly FailingEffect[]>;
  /** All mails that the product has sent, oldest first. Mails of post-save hooks are there after `drainEffects`. */
  mails(): Promise<readonly TestMail[]>;
  /** Stops the product and starts it again on the same data. Users stay valid. The errors are those of `startPlugin`; the kit is stopped then. */
  restart(options?: RestartOptions): Promise<void>;
  /** Stops the product and removes its data. A second call changes nothing. */
  stop(): Promise<void>;
}
