import { Redis } from 'ioredis';
import type { LogPort, PubSubPort } from '../../ports/index.ts';

export interface RedisPubSubOptions {
  /** `redis://` or `rediss://` address. */
  readonly url: string;
  /** Name of the channel: the same on every node of an installation, and no other's. */
  readonly channel: string;
  readonly log: LogPort;
}

/** Longest pause between two tries to reach a server that is away, in milliseconds. */
const LONGEST_PAUSE = 2_000;

/**
 * Messages over Redis, on two connections of its own (one that is subscribed can do nothing else). A server that is away
 * is told in the log once, tried again for ever, and never waited for.
 */
export function createRedisPubSub({ url, channel, log }: RedisPubSubOptions): PubSubPort {
  const takers = new Set<(message: string) => void>();
  const returns = new Set<() => void>();
  const options = { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: null, retryStrategy: (tries: number) => Math.min(tries * 100, LONGEST_PAUSE) } as const;
  const sender = new Redis(url, options);
  const hearer = new Redis(url, { ...options, autoResubscribe: false });
  let isSubscribed = false;
  let isAway = false;
  const isConnected = (): boolean => isSubscribed && sender.status === 'ready';
  const noteAway = (): void => {
    isSubscribed &&= hearer.status === 'ready';
    if (isAway) return;
    isAway = true;
    log.warn({ adapter: 'redis' }, 'Redis is away: nodes share live events through the store until it is back.');
  };
  const noteBack = (): void => {
    if (!isAway || !isConnected()) return;
    isAway = false;
    log.info({ adapter: 'redis' }, 'Redis is back: nodes share live events through it again.');
    for (const look of returns) look();
  };
  const subscribe = (): void => void hearer.subscribe(channel).then(() => {
    isSubscribed = true;
    noteBack();
  }, noteAway);
  hearer.on('message', (_channel: string, message: string) => {
    for (const take of takers) take(message);
  });
  hearer.on('ready', subscribe);
  sender.on('ready', noteBack);
  for (const connection of [sender, hearer]) {
    // Without a listener the driver prints each try to the console.
    connection.on('error', noteAway);
    connection.on('close', noteAway);
    connection.connect().catch(noteAway);
  }
  return {
    isConnected,
    publish: (message) => (isConnected() ? sender.publish(channel, message).then(() => true, () => false) : Promise.resolve(false)),
    listen: (take) => {
      takers.add(take);
      return () => takers.delete(take);
    },
    onReturn: (look) => void returns.add(look),
    close: async () => {
      for (const connection of [sender, hearer]) connection.removeListener('close', noteAway);
      isAway = true;
      sender.disconnect();
      hearer.disconnect();
    },
  };
}
