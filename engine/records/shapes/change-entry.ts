import type { Actor } from '../../access/index.ts';
import type { JsonObject, RecordDocument } from '#engine/model';
import type { SaveKind } from '../hooks.ts';

/** A save as `_changes` keeps it. Its `_id` rises with time. */
export interface ChangeEntry {
  readonly _id: string;
  readonly _version: number;
  readonly module: string;
  readonly record_id: string;
  readonly kind: SaveKind;
  readonly batch_id: string;
  readonly at: string;
  readonly actor: Actor;
  /** Version of the record after the save; for a removal, the last it had. */
  readonly version: number;
  /** Names of the fields that changed. */
  readonly changed: readonly string[];
  /** What those fields held before; missing ones are null. */
  readonly before: JsonObject;
  /** Those of the changed fields that the asker set; the rest were set by the product or a hook. */
  readonly asked: readonly string[];
  /** The change that an in-save hook answered with this one; absent for what was asked for. */
  readonly caused_by?: string;
  /** It was made with the product's rights, not with those of whoever asked. */
  readonly by_product?: boolean;
  /** The record that this one became part of, where a merge marked it deleted. */
  readonly merged_into?: string;
  readonly allow_duplicates?: boolean;
  /** The hooks that led to the save, the first one first, where effects are due. */
  readonly chain?: readonly string[];
  /** 1 while post-save effects are due. */
  readonly pending?: number;
  /** The whole record before, kept while effects are due (and for a removal). */
  readonly before_record?: RecordDocument;
  /** Times that an effect was tried in vain, and what else the runner of effects keeps. */
  readonly effects?: JsonObject;
}
