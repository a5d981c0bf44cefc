import { Redis } from 'ioredis';
import type { LogPort, PubSubPort } from '../../ports/index.ts';

export interface RedisPubSubOptions {
  /** `redis://` or `rediss://` address. */
  readonly url: string;
  /** Name of the channel: the same on every node of an installation, and not used by any other installation. */
  readonly channel: string;
  readonly log: LogPort;
}

/** Maximum delay between two connection attempts, in milliseconds. */
const MAX_RETRY_DELAY = 2_000;

const CONNECTION_OPTIONS = {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: null,
  retryStrategy: (tries: number) => Math.min(tries * 100, MAX_RETRY_DELAY),
} as const;

/**
 * Messages over Redis, on two connections (a subscribed connection can do nothing else). An unavailable server is logged
 * once, retried forever, and never waited for.
 */
export function createRedisPubSub({ url, channel, log }: RedisPubSubOptions): PubSubPort {
  const listeners = new Set<(message: string) => void>();
  const reconnectListeners = new Set<() => void>();
  const publisher = new Redis(url, CONNECTION_OPTIONS);
  const subscriber = new Redis(url, { ...CONNECTION_OPTIONS, autoResubscribe: false });
  let isSubscribed = false;
  let isDisconnected = false;
  const isConnected = (): boolean => isSubscribed && publisher.status === 'ready';
  const handleDisconnect = (): void => {
    isSubscribed &&= subscriber.status === 'ready';
    if (isDisconnected) return;
    isDisconnected = true;
    log.warn({ adapter: 'redis' }, 'Redis is unavailable: nodes share live events through the store until it is back.');
  };
  const handleReconnect = (): void => {
    if (!isDisconnected || !isConnected()) return;
    isDisconnected = false;
    log.info({ adapter: 'redis' }, 'Redis is back: nodes share live events through it again.');
    for (const listener of reconnectListeners) listener();
  };
  const subscribeToChannel = (): void =>
    void subscriber.subscribe(channel).then(() => {
      isSubscribed = true;
      handleReconnect();
    }, handleDisconnect);
  subscriber.on('message', (_channel: string, message: string) => {
    for (const listener of listeners) listener(message);
  });
  subscriber.on('ready', subscribeToChannel);
  publisher.on('ready', handleReconnect);
  for (const connection of [publisher, subscriber]) {
    // Without a listener the driver prints each attempt to the console.
    connection.on('error', handleDisconnect);
    connection.on('close', handleDisconnect);
    connection.connect().catch(handleDisconnect);
  }
  return {
    isConnected,
    publish: (message) =>
      isConnected()
        ? publisher.publish(channel, message).then(
            () => true,
            () => false,
          )
        : Promise.resolve(false),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onReconnect: (listener) => void reconnectListeners.add(listener),
    close: async () => {
      for (const connection of [publisher, subscriber]) connection.removeListener('close', handleDisconnect);
      isDisconnected = true;
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
