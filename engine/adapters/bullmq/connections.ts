import { Redis } from 'ioredis';
import { MusterError } from '../../errors/index.ts';
import type { LogPort } from '../../ports/index.ts';

/** Maximum delay between two connection attempts, in milliseconds. */
const MAX_RETRY_DELAY = 1_000;
/** Milliseconds after which a command that got no reply has failed. */
const COMMAND_TIMEOUT = 5_000;

/** The connections of a queue to Redis. Each reconnects by itself, for as long as it takes. */
export interface Connections {
  /** For requests: fails at once while Redis is away, and nothing is sent later. */
  readonly client: Redis;
  /** For workers: waits until Redis is back. */
  readonly worker: Redis;
  /** Subscribed to the channel, again after each outage. */
  readonly subscriber: Redis;
  readonly close: () => void;
}

/** Opens the connections; resolves after the first attempt, successful or not. */
export async function openConnections(url: string, channel: string, log: LogPort): Promise<Connections> {
  const common = { retryStrategy: (tries: number) => Math.min(tries * 100, MAX_RETRY_DELAY) };
  const client = new Redis(url, {
    ...common,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT,
  });
  // Not lazy: workers duplicate it, and BullMQ gives a lazy connection up when its first attempt fails.
  const worker = new Redis(url, { ...common, maxRetriesPerRequest: null });
  const subscriber = new Redis(url, { ...common, lazyConnect: true, maxRetriesPerRequest: null, autoResubscribe: false });
  logAvailability(client, log);
  // Their state is the one of `client`; without a listener the driver prints each failed attempt to the console.
  for (const connection of [worker, subscriber]) connection.on('error', () => undefined);
  subscriber.on('ready', () => void subscriber.subscribe(channel).catch(() => undefined));
  await Promise.allSettled([client, subscriber].map((connection) => connection.connect()));
  return {
    client,
    worker,
    subscriber,
    close: () => {
      for (const connection of [client, worker, subscriber]) connection.disconnect();
    },
  };
}

/** Logs once when Redis goes away and when it comes back, and what is wrong with its configuration. */
function logAvailability(client: Redis, log: LogPort): void {
  let isAway = false;
  const noticeAway = (): void => {
    if (isAway || client.status === 'end') return;
    isAway = true;
    log.warn({ adapter: 'bullmq' }, 'Redis is unavailable: jobs are neither added nor taken until it is back.');
  };
  client.on('error', noticeAway);
  client.on('close', noticeAway);
  client.on('ready', () => {
    if (isAway) log.info({ adapter: 'bullmq' }, 'Redis is back: jobs are taken again.');
    isAway = false;
    void logConfiguration(client, log).catch(() => undefined);
  });
}

/** Runs a request, and translates the errors of the driver. Throws `queue_unavailable`. */
export async function request<T>({ client }: Connections, run: () => Promise<T>): Promise<T> {
  if (client.status !== 'ready') throw new MusterError('queue_unavailable');
  try {
    return await run();
  } catch (error) {
    throw error instanceof MusterError ? error : new MusterError('queue_unavailable', { cause: error });
  }
}

const MIN_VERSION = [6, 2];

/** Logs what is wrong with the configuration of Redis: with other settings it may lose jobs. */
async function logConfiguration(client: Redis, log: LogPort): Promise<void> {
  for (const { data, text } of await findConfigurationProblems(client)) log.warn({ adapter: 'bullmq', ...data }, text);
}

interface ConfigurationProblem {
  readonly data: { readonly [name: string]: string };
  readonly text: string;
}

async function findConfigurationProblems(client: Redis): Promise<readonly ConfigurationProblem[]> {
  const problems: ConfigurationProblem[] = [];
  const info = await client.info();
  const read = (name: string): string | undefined => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
  const [version, policy, isAppending] = [read('redis_version'), read('maxmemory_policy'), read('aof_enabled')];
  if (version !== undefined && isOlder(version))
    problems.push({ data: { version }, text: `Redis is older than ${MIN_VERSION.join('.')}: jobs may not work.` });
  if (policy !== undefined && policy !== 'noeviction')
    problems.push({ data: { policy }, text: 'Redis may remove jobs when its memory is full: set maxmemory-policy to noeviction.' });
  if (isAppending === '0') problems.push({ data: {}, text: 'Redis loses jobs when it restarts: set appendonly to yes.' });
  else if ((await readSetting(client, 'appendfsync')) === 'no')
    problems.push({ data: {}, text: 'Redis may lose jobs when its machine fails: set appendfsync to everysec or always.' });
  return problems;
}

/** What is wrong with the configuration of Redis, in sentences; empty: nothing. Throws `queue_unavailable` when it cannot be reached. */
export async function inspectRedis(url: string): Promise<readonly string[]> {
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, commandTimeout: COMMAND_TIMEOUT, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await findConfigurationProblems(client)).map(({ text }) => text);
  } catch (cause) {
    throw new MusterError('queue_unavailable', { cause });
  } finally {
    client.disconnect();
  }
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_VERSION;
  return major < minMajor || (major === minMajor && minor < minMinor);
}

/** A setting of the server; undefined where CONFIG is not allowed, as in many hosted services. */
async function readSetting(client: Redis, name: string): Promise<string | undefined> {
  const [, value] = (await client.config('GET', name).catch(() => [])) as readonly (string | undefined)[];
  return value;
}
