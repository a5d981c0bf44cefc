import type { JsonValue } from '#engine/model/values';
import type { RecordValues } from '../../headless/index.ts';

/** One of the compared records. */
export interface MergeColumn {
  /** Id of a saved record, or 'draft' for an unsaved one. */
  readonly key: string;
  /** Undefined for a draft that was never saved: it cannot be the primary record and is not deleted. */
  readonly id: string | undefined;
  /** The values of the column; for a record that is being edited, with the unsaved changes. */
  readonly values: RecordValues;
  /** The stored values. */
  readonly stored: RecordValues | undefined;
  /** The record whose form was open, with unsaved changes. */
  readonly isEdited: boolean;
}

export const DRAFT_KEY = 'draft';

/** The columns in order: the draft first, then the other records in the order of selection. */
export function buildMergeColumns(
  saved: readonly RecordValues[],
  draft: RecordValues | undefined,
  recordId: string | undefined,
): MergeColumn[] {
  const others = saved
    .filter((record) => record._id !== recordId)
    .map((record): MergeColumn => ({ key: record._id ?? '', id: record._id, values: record, stored: record, isEdited: false }));
  if (draft === undefined)
    return saved.map((record) => ({ key: record._id ?? '', id: record._id, values: record, stored: record, isEdited: false }));
  const stored = saved.find((record) => record._id === recordId);
  const own: MergeColumn =
    recordId === undefined
      ? { key: DRAFT_KEY, id: undefined, values: draft, stored: undefined, isEdited: false }
      : { key: recordId, id: recordId, values: { ...stored, ...draft }, stored, isEdited: true };
  return [own, ...others];
}

/** The initial primary record: the first saved column. */
export function firstPrimary(columns: readonly MergeColumn[]): string {
  return columns.find((column) => column.id !== undefined)?.key ?? '';
}

/** The value of a column for a field. */
export function valueIn(column: MergeColumn, fieldName: string): JsonValue | undefined {
  return column.values[fieldName];
}
