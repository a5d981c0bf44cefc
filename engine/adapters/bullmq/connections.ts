import { Redis } from 'ioredis';
import { MusterError } from '../../errors/index.ts';
import type { LogPort } from '../../ports/index.ts';
import { logConfiguration } from './log-configuration.ts';

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
