import type { DropdownDefinition } from '../definitions/index.ts';
import type { ReplacementSummary } from './replacement.ts';

/** An option of a dropdown that was removed, and that records still have. */
export interface RemovedOptionView {
  readonly dropdown: { readonly _id: string; readonly name: string };
  /** The option as it was. */
  readonly definition: DropdownDefinition['options'][number];
  /** Its place among the options then. */
  readonly position: number;
  /**
   * Records that keep it, also deleted ones, once for each field; those that the job changes now do not count. null: not counted, because
   * that took too long.
   */
  readonly records: number | null;
  /** The job that removes it from records, or replaces it; null: none. */
  readonly replacement: RemovedOptionReplacement | null;
}

/** How far the removal of an option from the records is, and the records that keep it because a rule refuses the change. */
export interface RemovedOptionReplacement extends ReplacementSummary {
  /** Id of the change-set that shows it, and that can make the job try again. */
  readonly changeSet: string;
}

/**
 * An entry of `GET /api/quarantine`: a removed field or module whose values stay for 30 days, hidden from everybody; or a removed option
 * that records still have.
 */
export interface QuarantineEntry {
  /** Stable id of the field or module; of an option an id for these endpoints. */
  readonly _id: string;
  readonly kind: 'field' | 'module' | 'option';
  /** null: an option. */
  readonly module: { readonly _id: string; readonly name: string; readonly label: string } | null;
  /** null: the whole module, or an option. */
  readonly field: { readonly name: string; readonly label: string } | null;
  /** null: a field or a module. */
  readonly option: RemovedOptionView | null;
  /** ISO time of its removal. */
  readonly removedAt: string;
  readonly removedBy: { readonly _id: string; readonly name: string } | null;
  /** The change-set that removed it. */
  readonly changeSet: { readonly _id: string; readonly name: string };
  /** ISO time at which its values are removed for good; null: those of options stay. */
  readonly until: string | null;
}
