import type { IdsPort, LogPort } from '../../ports/index.ts';

/** Options of a queue in Redis. */
export interface BullmqQueueOptions {
  /** `redis://` or `rediss://` address of Redis 6.2 or newer, with `maxmemory-policy noeviction`. */
  readonly url: string;
  /** Start of the names of all keys, without a colon: the same on every node of an installation, and not used by any other. */
  readonly prefix: string;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** Milliseconds after which a job whose lease was not renewed counts as lost; default 30,000. It is noticed within as long again. */
  readonly lease?: number;
  /** Milliseconds for which jobs are kept after their end; default 30 days. */
  readonly retention?: number;
}
