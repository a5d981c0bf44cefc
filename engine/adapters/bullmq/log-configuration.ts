import type { Redis } from 'ioredis';
import type { LogPort } from '../../ports/index.ts';

const MIN_VERSION = [6, 2];

/** Logs what is wrong with the configuration of Redis: with other settings it may lose jobs. */
export async function logConfiguration(client: Redis, log: LogPort): Promise<void> {
  const info = await client.info();
  const read = (name: string): string | undefined => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
  const [version, policy, isAppending] = [read('redis_version'), read('maxmemory_policy'), read('aof_enabled')];
  if (version !== undefined && isOlder(version))
    log.warn({ adapter: 'bullmq', version }, `Redis is older than ${MIN_VERSION.join('.')}: jobs may not work.`);
  if (policy !== undefined && policy !== 'noeviction')
    log.warn({ adapter: 'bullmq', policy }, 'Redis may remove jobs when its memory is full: set maxmemory-policy to noeviction.');
  if (isAppending === '0') log.warn({ adapter: 'bullmq' }, 'Redis loses jobs when it restarts: set appendonly to yes.');
  else if ((await readSetting(client, 'appendfsync')) === 'no')
    log.warn({ adapter: 'bullmq' }, 'Redis may lose jobs when its machine fails: set appendfsync to everysec or always.');
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
