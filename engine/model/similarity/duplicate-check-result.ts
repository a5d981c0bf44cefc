import type { DuplicateReason } from './score-similarity.ts';

/** A record that may be the same as the one that is being saved; a rule adds what tells people which one it is. */
export interface DuplicateMatch {
  readonly _id: string;
  readonly name: string;
  /** 0 to 99 percent. */
  readonly score: number;
  readonly reasons: readonly DuplicateReason[];
}

/** What goes with the refusal of a duplicate, and what a check answers. */
export interface DuplicateCheckResult<Match extends DuplicateMatch = DuplicateMatch> {
  /** The most alike first. */
  readonly matches: readonly Match[];
  /** Matches that the asker may not see: counted, not shown. */
  readonly hidden: number;
}
