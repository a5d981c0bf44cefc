import type { IndexRule } from '../compiled/index.ts';

/**
 * Whether queries used an index since it was first observed. `unknown`: the store does not say. `dropped`: the definition
 * of the module leaves it out.
 */
export const INDEX_STATES = ['unused', 'used', 'unknown', 'dropped'] as const;
export type IndexState = (typeof INDEX_STATES)[number];

/** An index of a module, as returned to System Admins. Times are ISO 8601. */
export interface IndexView {
  /** Name of the module. */
  readonly module: string;
  readonly moduleLabel: string;
  /** Its fields, as they are named in definitions. */
  readonly fields: readonly string[];
  /** Its fields for people: 'Status', 'Address: city'. */
  readonly fieldLabels: readonly string[];
  readonly unique: boolean;
  readonly rules: readonly IndexRule[];
  readonly state: IndexState;
  /** Number of queries that used it, in all processes; null for `unknown` and `dropped`. */
  readonly uses: number | null;
  /** When it was used last, to ten minutes; null: never, or not known. */
  readonly lastUsed: string | null;
  /** When it was first observed; null: not yet. */
  readonly since: string | null;
  readonly canDrop: boolean;
  /** Number of records of the module, roughly. Queries of up to 1,000 records need no index. */
  readonly rows: number;
}
