import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { FilesPort, StorePort } from '../../ports/index.ts';
import type { Configuration } from '../configuration.ts';

/** Result of a check: `warning` may become a problem, `problem` must be settled. */
export type CheckState = 'ok' | 'warning' | 'problem';

/** One line of the report. */
export interface CheckResult {
  /** For programs, such as `references`. */
  readonly check: string;
  /** For people, such as 'References'. */
  readonly title: string;
  readonly state: CheckState;
  /** What was found. */
  readonly text: string;
  /** What to do; absent when there is nothing to do. */
  readonly advice?: string;
  /** Up to ten places; absent: none. */
  readonly examples?: readonly string[];
}

/** What the checks of the data use: the store, opened to read it. */
export interface StoreChecks {
  readonly configuration: Configuration;
  readonly store: StorePort;
  readonly contents: FilesPort;
  /** The definitions that serve. */
  readonly snapshot: DefinitionSnapshot;
  /** Names of collections that the store does not have. */
  readonly missingCollections: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Examples in a result. */
export const MAX_EXAMPLES = 10;

/** '1 record', '2,000 records'. */
export function countOf(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
}
