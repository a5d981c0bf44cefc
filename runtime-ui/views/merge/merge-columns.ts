import type { JsonValue } from '#engine/model';
import type { RecordValues } from '../../headless/index.ts';

/** One of the records side by side. */
export interface MergeColumn {
  /** Id of a saved record, or 'draft' for one that was only typed. */
  readonly key: string;
  /** Undefined for a draft that was never saved: it can be no primary, and nothing of it is removed. */
  readonly id: string | undefined;
  /** What the column shows; for a record that is being changed, with what was typed. */
  readonly values: RecordValues;
  /** What is stored of it. */
  readonly stored: RecordValues | undefined;
  /** The record whose form was open, with changes that are not saved. */
  readonly isEdited: boolean;
}

export const DRAFT_KEY = 'draft';

/** The columns in order: what was typed first, then the others as they were chosen. */
export function buildMergeColumns(saved: readonly RecordValues[], draft: RecordValues | undefined, recordId: string | undefined): MergeColumn[] {
  const others = saved.filter((record) => record._id !== recordId).map((record): MergeColumn => ({ key: record._id ?? '', id: record._id, values: record, stored: record, isEdited: false }));
  if (draft === undefined) return saved.map((record) => ({ key: record._id ?? '', id: record._id, values: record, stored: record, isEdited: false }));
  const stored = saved.find((record) => record._id === recordId);
  const own: MergeColumn = recordId === undefined
    ? { key: DRAFT_KEY, id: undefined, values: draft, stored: undefined, isEdited: false }
    : { key: recordId, id: recordId, values: { ...stored, ...draft }, stored, isEdited: true };
  return [own, ...others];
}

/** The primary at first: the first of the columns that is saved. */
export function firstPrimary(columns: readonly MergeColumn[]): string {
  return columns.find((column) => column.id !== undefined)?.key ?? '';
}

/** A value of a column by field. */
export function valueIn(column: MergeColumn, fieldName: string): JsonValue | undefined {
  return column.values[fieldName];
}
