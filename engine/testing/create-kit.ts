import assert from 'node:assert/strict';
import type { JsonValue } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../access/index.ts';
import { createJobAdder, type PluginManifest } from '../plugin-host/index.ts';
import type { QueueJob } from '../ports/index.ts';
import { createActor, createTestUser } from './actors.ts';
import { createApiClient, signIn, type ApiResponse } from './api-client.ts';
import type { PluginTestKit, TestUser } from './contract.ts';
import { expectRefusal } from './expect-refusal.ts';
import type { MemoryLog } from './memory-log.ts';
import { readMails } from './read-mails.ts';
import { runDueJobs, runJob, waitForRun } from './run-job.ts';
import { setSetting } from './settings.ts';
import { TEST_ADMIN, type StartedProduct } from './start-product.ts';
import type { TestClock } from './test-clock.ts';

/** Base of the links that plugins create; requests to it go to the server. */
export const PUBLIC_URL = 'http://muster.test';

/** The password of all users that have signed in. */
const PASSWORD = TEST_ADMIN.password;

/** Milliseconds, by the clock of the test, after which a session is opened again: a token is valid for 15 minutes. */
const SESSION_AGE = 600_000;

/** The product that runs now, and the plugin in it. */
export interface KitState extends StartedProduct {
  readonly plugin: PluginManifest;
}

/** The parts of a kit. */
interface KitParts {
  /** The first start. */
  readonly state: KitState;
  /** Starts the product again on the same data. */
  readonly start: (plugin: PluginManifest) => Promise<KitState>;
  readonly clock: TestClock;
  readonly log: MemoryLog;
  readonly timeout: number;
  /** Removes the data. */
  readonly remove: () => Promise<void>;
}

/** Creates the kit of a product that has started. */
export async function createKit({ state: first, start, clock, log, timeout, remove }: KitParts): Promise<PluginTestKit> {
  let state: KitState | undefined = first;
  let users = 0;
  const current = (): KitState => {
    assert.ok(state, 'The kit was stopped.');
    return state;
  };
  const services = (): KitState['application'] => current().application;
  const end = async (): Promise<KitState> => {
    const ended = current();
    state = undefined;
    await ended.running.stop();
    return ended;
  };
  // Its first times are stored now: from then on a schedule is due when the clock reaches them.
  await services().jobs.addDue();
  return {
    admin: await findAdmin(services),
    system: createActor(services, SYSTEM_ACTOR),
    get records() {
      return services().records;
    },
    clock,
    log: log.entries,
    get url() {
      return current().running.url;
    },
    createUser: async (input = {}) => createTestUser(services, (users += 1), input),
    expectRefusal,
    request: createRequest(current, clock),
    setSetting: (key, value) => setSetting(services(), key, value),
    setSecret: async (key, value) => {
      const name = { plugin: current().plugin.name, key };
      const { pluginSecrets } = services();
      await (value === undefined ? pluginSecrets.remove(SYSTEM_ACTOR, name) : pluginSecrets.set(SYSTEM_ACTOR, name, value));
    },
    ...createBackground(current, timeout),
    mails: () => readMails(services()),
    restart: async ({ plugin } = {}) => {
      const ended = await end();
      try {
        state = await start(plugin ?? ended.plugin);
        await services().jobs.addDue();
      } catch (error) {
        await remove();
        throw error;
      }
    },
    stop: async () => {
      if (state === undefined) return;
      await end();
      await remove();
    },
  };
}

/** What a kit runs that the product runs by itself. */
function createBackground(current: () => KitState, timeout: number): Pick<PluginTestKit, 'runJob' | 'runDueJobs' | 'drainEffects'> {
  return {
    runJob: (name, payload) => runPluginJob(current(), name, payload, timeout),
    runDueJobs: async () => {
      const { application } = current();
      const before = await countFailed(application);
      await runDueJobs(application, timeout);
      await assertNoneFailed(application, before, timeout);
    },
    drainEffects: async ({ allowFailures = false } = {}) => {
      const { outbox } = current().application;
      await outbox.drain();
      const failing = await outbox.failing();
      const [failed] = failing;
      if (failed !== undefined && !allowFailures)
        assert.fail(
          `The effect ${failed.plugin}/${failed.hook} of ${failed.module}/${failed.record_id} failed: ${failed.text} (${failed.code})`,
        );
      return failing;
    },
  };
}

function createRequest(current: () => KitState, clock: TestClock): PluginTestKit['request'] {
  const openSession = createSessions(current, clock);
  return async <Body>(...[by, method, path, body, headers]: Parameters<PluginTestKit['request']>): Promise<ApiResponse<Body>> => {
    const client = createApiClient<Body>(current().running.url, by === undefined ? undefined : await openSession(by));
    const place = path.startsWith(`${PUBLIC_URL}/`) ? path.slice(PUBLIC_URL.length) : path;
    return client.raw(method, place, body === undefined ? undefined : JSON.stringify(body), headers);
  };
}

async function findAdmin(services: () => KitState['application']): Promise<TestUser> {
  const { email } = TEST_ADMIN;
  const { data } = await services().records.find(SYSTEM_ACTOR, { module: 'users', filter: { email }, limit: 1 });
  const id = data[0]?._id;
  assert.ok(id !== undefined, 'There is no first admin.');
  return { ...createActor(services, { kind: 'user', userId: id }), id, email };
}

/** Opens the sessions of users: a user gets a password with the first one, and a new session when the clock was moved. */
function createSessions(current: () => KitState, clock: TestClock): (user: TestUser) => Promise<string> {
  const opened = new Map<string, { readonly token: string; readonly at: number }>();
  return async ({ id, email }) => {
    const known = opened.get(id);
    const at = clock.now();
    if (known !== undefined && Math.abs(at - known.at) < SESSION_AGE) return known.token;
    const { application, running } = current();
    if (known === undefined && email !== TEST_ADMIN.email) await application.sessions.setPassword({ userId: id, password: PASSWORD });
    const token = await signIn(running.url, email, PASSWORD);
    opened.set(id, { token, at });
    return token;
  };
}

async function runPluginJob(
  { application, plugin }: KitState,
  name: string,
  payload: JsonValue | undefined,
  timeout: number,
): Promise<QueueJob> {
  const job = plugin.jobs?.find((one) => one.name === name);
  assert.ok(
    job,
    `The plugin ${plugin.name} declares no job ${name}; it declares: ${plugin.jobs?.map((one) => one.name).join(', ') || 'none'}.`,
  );
  const queue = `${plugin.name}/${name}`;
  if (payload === undefined && job.schedule !== undefined) return runJob(application, queue, timeout);
  const id = await createJobAdder(plugin)(() => application.queue)(job, payload ?? null);
  return waitForRun(application, { queue, id }, timeout);
}

/** How many runs of each queue have failed. */
async function countFailed({ queue }: KitState['application']): Promise<ReadonlyMap<string, number>> {
  return new Map((await queue.health()).map((one) => [one.queue, one.failed]));
}

async function assertNoneFailed(application: KitState['application'], before: ReadonlyMap<string, number>, timeout: number): Promise<void> {
  for (const [queue, count] of await countFailed(application)) {
    if (count <= (before.get(queue) ?? 0)) continue;
    const [failed] = (await application.queue.list({ queue, state: 'failed', limit: 1 })).jobs;
    if (failed !== undefined) await waitForRun(application, failed, timeout);
  }
}
