/** A record that a bulk write did not save, and why: an error as in the API. */
export interface RefusedRecord {
  /** Id of the record; for one that was to be created, its position in the input. */
  readonly _id: string;
  /** The error code. */
  readonly code: string;
  /** The text of the error, for people. */
  readonly error: string;
  /** Problems with single fields; absent: none. */
  readonly details?: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

/** The result of a bulk write: each record is saved on its own, so some may be refused. */
export interface BulkResult {
  /** Ids of the saved records, in the order of the input. */
  readonly done: readonly string[];
  /** The records that were not saved. */
  readonly refused: readonly RefusedRecord[];
  /** The batch of all saves, for `undoBatch`. */
  readonly batchId: string;
}

/** A row that was not saved, or one of its fields. */
export type RefusedRow = {
  /** Its position in the input, from 0. */
  readonly row: number;
  /** Name of the field at fault; null: the row as a whole. */
  readonly field: string | null;
  /** For programs. */
  readonly code: string;
  /** For people: a sentence. */
  readonly text: string;
};

/** The result of creating and changing records by a key. */
export type SaveManyResult = {
  /** Number of new records. */
  readonly created: number;
  /** Number of changed records. */
  readonly updated: number;
  /** Number of records that had the values already. */
  readonly unchanged: number;
  /** Ids of the records, one per row of the input; null for a row that was refused. */
  readonly ids: readonly (string | null)[];
  /** Why rows were refused: one entry per field at fault. */
  readonly refused: readonly RefusedRow[];
  /** The batch of all saves, for `undoBatch`. */
  readonly batchId: string;
};

/** The ids of new records, if the caller chooses them. */
export interface NewRecordIds {
  /**
   * For 'create': unused ids, one per row, so that a caller that is interrupted finds out which of the records were saved. Default: new ones.
   */
  readonly newIds?: readonly string[] | undefined;
}

/** Input for listing batches. */
export interface BatchesInput {
  /** Batches of a page, 1 to 100. */
  readonly limit: number;
  /** The `next` of the page before. */
  readonly before?: string | undefined;
  /** Id of the user who made them; default: the actor, for System Admins everyone. */
  readonly user?: string | undefined;
}
