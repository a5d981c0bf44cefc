/** The states of a backtest. */
export const BACKTEST_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

/** The state of a backtest. */
export type BacktestState = (typeof BACKTEST_STATES)[number];

/** For which of the two versions a save would have started the workflow. */
export type BacktestSide = 'both' | 'draft' | 'live';

/** A save that would have started the workflow. */
export type BacktestSave = {
  /** Id of the audit entry. */
  readonly change: string;
  readonly record: string;
  /** Name of the record at that time; empty if it is sensitive. */
  readonly name: string;
  readonly at: string;
  /** Id of the user who saved; null: nobody. */
  readonly by: string | null;
  readonly isNew: boolean;
};

/** A backtest as the API shows it. */
export interface BacktestView {
  readonly _id: string;
  readonly workflow: string;
  /** Current name of the module. */
  readonly module: string;
  readonly days: number;
  /** The draft whose version was evaluated; null: the published version alone. */
  readonly changeSet: { readonly _id: string; readonly name: string } | null;
  /** Whether there is a published, active version to compare with. */
  readonly hasLive: boolean;
  readonly state: BacktestState;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly error: string | null;
  /** Saves that were evaluated, of how many. */
  readonly scanned: number;
  readonly total: number;
  /** Saves that could not be evaluated, because their records are permanently removed. */
  readonly skipped: number;
  /** How many saves would have started it. */
  readonly counts: { readonly [side in BacktestSide]: number };
  /** The latest of them, at most 50 of each. */
  readonly saves: { readonly [side in BacktestSide]: readonly BacktestSave[] };
}
