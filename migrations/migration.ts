import type { LogPort, StorePort } from '../engine/ports/index.ts';

/** A step of the timeline. It may run twice (beside another process, or after a crash) and must come to the same. */
export interface Migration {
  /** Its place in the timeline, from 1 without gaps: the data's version once it has run. */
  readonly number: number;
  /** Says what it does, such as 'fold-phone-keys'. */
  readonly name: string;
  run(context: { readonly store: StorePort; readonly log: LogPort }): Promise<void>;
}
