import type { DuplicateReason } from './score-similarity.ts';

/** A record that may be a duplicate of the one being saved; a rule adds the properties by which people recognize it. */
export interface DuplicateMatch {
  readonly _id: string;
  readonly name: string;
  /** 0 to 99 percent. */
  readonly score: number;
  readonly reasons: readonly DuplicateReason[];
}

/** The result of a duplicate check, and the data of the error that rejects a duplicate. */
export interface DuplicateCheckResult<Match extends DuplicateMatch = DuplicateMatch> {
  /** Sorted by score, the highest first. */
  readonly matches: readonly Match[];
  /** Number of matches that the requester may not see. */
  readonly hidden: number;
}
