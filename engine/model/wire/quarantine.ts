/** An entry of `GET /api/quarantine`: a removed field or module whose values stay for 30 days, hidden from everybody. */
export interface QuarantineEntry {
  /** Stable id of the field or module. */
  readonly _id: string;
  readonly kind: 'field' | 'module';
  readonly module: { readonly _id: string; readonly name: string; readonly label: string };
  /** null: the whole module. */
  readonly field: { readonly name: string; readonly label: string } | null;
  /** ISO time of its removal. */
  readonly removedAt: string;
  readonly removedBy: { readonly _id: string; readonly name: string } | null;
  /** The change-set that removed it. */
  readonly changeSet: { readonly _id: string; readonly name: string };
  /** ISO time at which its values are removed for good. */
  readonly until: string;
}
