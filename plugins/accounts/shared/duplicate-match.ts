import type { DuplicateMatch } from '#engine/model';

/** A possible duplicate account, as the dialog shows it. Values that the requester cannot see are null. */
export interface AccountMatch extends DuplicateMatch {
  readonly account_type: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly createdAt: string | null;
}
