import type { UndoState } from './wire.ts';

/** What a batch does: `save` creates and changes records by a key, `remove` removes them for good. */
export const BATCH_KINDS = ['create', 'update', 'save', 'delete', 'restore', 'remove', 'merge', 'undo'] as const;
/** What a batch does. */
export type BatchKind = (typeof BATCH_KINDS)[number];

/** A bulk operation, of `GET /api/batches`. */
export interface BatchView {
  /** Id of the batch, for its undo. */
  readonly _id: string;
  /** What it did. */
  readonly kind: BatchKind;
  /** Null: the module no longer exists, or the reader has no access to it. */
  readonly module: { readonly name: string; readonly label: string } | null;
  /** Who made it; the name is empty if the reader may not see it. */
  readonly user: { readonly _id: string; readonly name: string };
  /** When it began, as ISO text. */
  readonly at: string;
  /** Records that were saved; what hooks changed in response is not counted. */
  readonly records: number;
  /** Records that were not saved. */
  readonly refused: number;
  /** How far its undo is. */
  readonly undo: UndoState;
  /** Until when it can be undone, as ISO text; null: it cannot, because the records were removed for good. */
  readonly undoableUntil: string | null;
}

/** A page of batches, newest first. */
export interface BatchPage {
  /** The batches of the page. */
  readonly data: readonly BatchView[];
  /** For the parameter `before` of the next page; null: there is none. */
  readonly next: string | null;
}
