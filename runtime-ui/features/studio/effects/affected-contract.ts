import type { AffectedUser, PlannedAccess } from '#engine/model/wire';

/** A draft, and a right of a role that it changes. */
export interface AffectedRightProps {
  readonly changeSet: { readonly _id: string; readonly _version: number };
  readonly access: PlannedAccess;
}

/** The records that a person gains or loses. */
export interface ShownRecords {
  readonly user: Pick<AffectedUser, '_id' | 'name'>;
  readonly change: 'gains' | 'loses';
}
