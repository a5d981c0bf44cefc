import type { Redis } from 'ioredis';

/** Removes all keys of a prefix from Redis. */
export async function removeKeys(client: Redis, prefix: string): Promise<void> {
  for await (const keys of client.scanStream({ match: `${prefix}:*`, count: 1_000 }) as AsyncIterable<string[]>)
    if (keys.length > 0) await client.unlink(...keys);
}
