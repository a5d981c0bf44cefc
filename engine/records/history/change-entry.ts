import type { Actor } from '../../access/index.ts';
import type { JsonObject, RecordDocument } from '#engine/model';
import type { SaveKind } from '../hooks.ts';

/** A save as stored in `_changes`. Its `_id` increases with time. */
export interface ChangeEntry {
  readonly _id: string;
  readonly _version: number;
  readonly module: string;
  readonly record_id: string;
  readonly kind: SaveKind;
  readonly batch_id: string;
  readonly at: string;
  readonly actor: Actor;
  /** Version of the record after the save; for a removal, its last version. */
  readonly version: number;
  /** Names of the fields that changed. */
  readonly changed: readonly string[];
  /** Values of those fields before the save; missing ones are null. */
  readonly before: JsonObject;
  /** The changed fields that the requester set; the others were set by the product or a hook. */
  readonly asked: readonly string[];
  /** The change whose in-transaction hook made this one; absent for a requested change. */
  readonly caused_by?: string;
  /** Made with the product's rights instead of the requester's. */
  readonly by_product?: boolean;
  /** The record that this one was merged into, if a merge marked it deleted. */
  readonly merged_into?: string;
  readonly allow_duplicates?: boolean;
  /** The hooks that led to the save, first one first; only stored if effects are pending. */
  readonly chain?: readonly string[];
  /** 1 while post-save effects are pending. */
  readonly pending?: number;
  /** The whole record before the save; stored if effects are pending, and for a removal. */
  readonly before_record?: RecordDocument;
  /** Failed attempts of effects, and other state of the effect runner. */
  readonly effects?: JsonObject;
}
