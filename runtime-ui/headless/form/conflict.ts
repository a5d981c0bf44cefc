import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import type { RecordValues } from '../module/record-value.ts';
import { changedFields, type Draft } from './draft.ts';
import { isSameValue } from './wire-value.ts';

/** A field that two people changed to different values. */
export interface ConflictRow {
  /** The field. */
  readonly field: FieldView;
  /** The value that both started from; undefined: missing. */
  readonly before: JsonValue | undefined;
  /** The value of the draft. */
  readonly mine: JsonValue | undefined;
  /** The value that was saved in the meantime. */
  readonly theirs: JsonValue | undefined;
}

/** A refused save: the current record, and the fields that differ. */
export interface Conflict {
  /** The record as it is stored now. */
  readonly current: RecordValues;
  /** The fields that both changed; empty: the changes do not touch each other. */
  readonly rows: readonly ConflictRow[];
  /** The other fields of forms that the other save changed: their values are taken over. */
  readonly taken: readonly FieldView[];
  /** Who saved last, if their name is known. */
  readonly by: string | undefined;
}

/**
 * Finds the fields that both the draft and the other save changed to different values. Fields changed by only one of them are no conflict.
 */
export function findConflict(module: ModuleView, base: RecordValues, draft: Draft, current: RecordValues): Conflict {
  const rows = changedFields(module, base, draft)
    .filter(({ fieldName }) => fieldName in current)
    .filter(
      (field) =>
        !isSameValue(field, base[field.fieldName], current[field.fieldName]) &&
        !isSameValue(field, draft[field.fieldName], current[field.fieldName]),
    )
    .map((field) => ({ field, before: base[field.fieldName], mine: draft[field.fieldName], theirs: current[field.fieldName] }));
  return { current, rows, taken: findTaken(module, base, current, rows), by: nameOf(current['modified_by']) };
}

/** The fields that only the other save changed. Those that the system sets say nothing new. */
function findTaken(module: ModuleView, base: RecordValues, current: RecordValues, rows: readonly ConflictRow[]): readonly FieldView[] {
  return changedFields(module, base, current as Draft).filter(
    (one) => one.system !== true && one.readOnly !== true && !rows.some(({ field }) => field.fieldName === one.fieldName),
  );
}

function nameOf(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { name } = value as { readonly name?: JsonValue };
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** The draft after a conflict: their values, the user's changes on top, and the chosen value of each conflicting field. */
export function resolveConflict(
  module: ModuleView,
  base: RecordValues,
  draft: Draft,
  conflict: Conflict,
  choices: { readonly [field: string]: 'mine' | 'theirs' },
): Draft {
  const mine = changedFields(module, base, draft).filter((field) => choices[field.fieldName] !== 'theirs');
  return { ...(conflict.current as Draft), ...Object.fromEntries(mine.map((field) => [field.fieldName, draft[field.fieldName]])) };
}
