import type { DuplicateMatch } from '#engine/model';

/** A lead that may be the same person, as the dialog shows it. What the asker may not see is null. */
export interface LeadMatch extends DuplicateMatch {
  readonly profession: string | null;
  readonly lead_status: string | null;
  readonly city: string | null;
  readonly state: string | null;
  /** Name of the user it is assigned to. */
  readonly assigned_to: string | null;
  readonly updatedAt: string | null;
}
