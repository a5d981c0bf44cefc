import type { DuplicateReason } from './score-duplicate.ts';

/** A lead that may be the same person, as the dialog shows it. What the asker may not see is null. */
export interface DuplicateMatch {
  readonly _id: string;
  readonly name: string;
  readonly profession: string | null;
  readonly lead_status: string | null;
  readonly city: string | null;
  readonly state: string | null;
  /** Name of the user it is assigned to. */
  readonly assigned_to: string | null;
  readonly updatedAt: string | null;
  readonly score: number;
  readonly reasons: readonly DuplicateReason[];
}

/** What goes with the error `duplicate_detected` and what `dup-check` answers. */
export interface DuplicateFindings {
  readonly matches: readonly DuplicateMatch[];
  /** Matches that the asker may not see: counted, not shown. */
  readonly hidden: number;
}
