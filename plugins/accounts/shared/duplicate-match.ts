import type { DuplicateMatch } from '#engine/model';

/** An account that may be the same, as the dialog shows it. What the asker may not see is null. */
export interface AccountMatch extends DuplicateMatch {
  readonly account_type: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly createdAt: string | null;
}
