import type { DuplicateMatch } from '#engine/model';

/** A possible duplicate lead, as the dialog shows it. Values that the requester cannot see are null. */
export interface LeadMatch extends DuplicateMatch {
  readonly profession: string | null;
  readonly lead_status: string | null;
  readonly city: string | null;
  readonly state: string | null;
  /** Name of the assigned user. */
  readonly assigned_to: string | null;
  readonly updatedAt: string | null;
}
