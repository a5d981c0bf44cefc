/** The job works on it; or it is done, except for records that keep their values because a rule refuses the change. */
export const REPLACEMENT_STATES = ['running', 'refused'] as const;
export type ReplacementState = (typeof REPLACEMENT_STATES)[number];

/** How far the job is with the values of what a change-set removed. */
export interface ReplacementSummary {
  readonly state: ReplacementState;
  /** Records that are changed, removed or refused. */
  readonly done: number;
  /** Records with these values when the job began; 0: it has not. */
  readonly total: number;
  /** Records that keep their values. */
  readonly refused: number;
}

/** A removed option whose values are replaced or removed, or a removed module whose records are. */
export interface ReplacementTask {
  readonly _id: string;
  readonly state: ReplacementState;
  /** Name of the module. */
  readonly module: string;
  readonly moduleLabel: string;
  /** Label of the field, and of the column of its entries; null: all records of the module are removed. */
  readonly field: string | null;
  /** The removed option; null: all records of the module are removed. */
  readonly value: string | null;
  /** The option instead; null: none. */
  readonly to: string | null;
  readonly records: number;
  readonly done: number;
  readonly refused: number;
  /** Up to 50 of the refused records, and what the rule says. */
  readonly examples: readonly { readonly _id: string; readonly name: string; readonly reason: string }[];
}

/** The values of what a change-set removed. */
export interface ReplacementView extends ReplacementSummary {
  readonly tasks: readonly ReplacementTask[];
}
