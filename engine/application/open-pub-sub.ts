import { createHash } from 'node:crypto';
import type { LogPort, PubSubPort } from '../ports/index.ts';

/** Opens the messaging between nodes over Redis, if it is configured; its driver is loaded only then. */
export async function openPubSub({
  redisUrl,
  secret,
  log,
}: {
  readonly redisUrl: string | undefined;
  readonly secret: string;
  readonly log: LogPort;
}): Promise<PubSubPort | undefined> {
  if (redisUrl === undefined) return undefined;
  const { createRedisPubSub } = await import('../adapters/redis-pub-sub/index.ts');
  // The nodes of an installation share its secret; two installations may share a Redis.
  const installation = createHash('sha256').update(`live events ${secret}`).digest('hex').slice(0, 16);
  return createRedisPubSub({ url: redisUrl, channel: `muster:${installation}:live`, log });
}
