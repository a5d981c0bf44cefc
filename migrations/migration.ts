import type { LogPort, StorePort } from '../engine/ports/index.ts';

/** A step of the timeline. It may run twice (in two processes, or after a crash) and must be idempotent. */
export interface Migration {
  /** Its position in the timeline, from 1 without gaps: the version of the data after it has run. */
  readonly number: number;
  /** What it does, such as 'fold-phone-keys'. */
  readonly name: string;
  run(context: { readonly store: StorePort; readonly log: LogPort }): Promise<void>;
}
