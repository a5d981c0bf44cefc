import type { ClockPort, IdsPort, LogPort, StorePort } from '../../ports/index.ts';

/** Options of an embedded queue. */
export interface EmbeddedQueueOptions {
  /** Shared by the processes that share the queue. It is not closed with the queue. */
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** Milliseconds after which the jobs of a process that does not report itself are taken over; default 30,000. */
  readonly lease?: number;
  /** Milliseconds for which jobs are kept after their end; default 30 days. */
  readonly retention?: number;
  /** Milliseconds between two searches for what other processes changed; default 1,000. Jobs that are added are noticed at once. */
  readonly pollInterval?: number;
}
