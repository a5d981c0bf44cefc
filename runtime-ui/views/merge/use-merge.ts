import { t } from '../../kit/index.ts';
import { useCallback, useMemo, useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { firstPrimary, type MergeColumn } from './merge-columns.ts';
import { chosenColumn, countTaken, buildMergeRows, mergedFields, splitRows, type MergeChoices, type MergeRow } from './merge-rows.ts';

/** The request body of the merge endpoint. */
export interface MergeBody {
  readonly primaryId: string;
  readonly duplicateIds: readonly string[];
  readonly fields: Readonly<Record<string, JsonValue>>;
}

/** The choices of the user. */
export interface MergeDecisions {
  readonly choices: MergeChoices;
  /** Keys of the columns that were removed. */
  readonly excluded: readonly string[];
  /** The key of the primary record, if the user chose one. */
  readonly chosenPrimary: string | undefined;
}

const NOTHING: MergeDecisions = { choices: {}, excluded: [], chosenPrimary: undefined };

export interface MergeState {
  readonly columns: readonly MergeColumn[];
  readonly primaryKey: string;
  readonly differing: readonly MergeRow[];
  readonly same: readonly MergeRow[];
  /** Number of values that are taken from other columns than the primary. */
  readonly taken: number;
  /** Saved records that are deleted by the merge. */
  readonly removed: readonly string[];
  /** Unsaved choices, which would be lost; undefined: there are none. */
  readonly decisions: MergeDecisions | undefined;
  /** Undefined while fewer than two columns are left. */
  readonly body: MergeBody | undefined;
  chosen(row: MergeRow): MergeColumn | undefined;
  choose(row: MergeRow, column: MergeColumn): void;
  readonly setPrimary: (key: string) => void;
  remove(key: string): void;
}

/** The state of a merge: the primary record, the chosen values, and the removed columns. `restored`: choices of a stored draft. */
export function useMerge(module: ModuleView, all: readonly MergeColumn[], restored: MergeDecisions = NOTHING): MergeState {
  const [decisions, setMade] = useState(restored);
  const { choices, excluded, chosenPrimary } = decisions;
  const add = useCallback((part: Partial<MergeDecisions>) => setMade((before) => ({ ...before, ...part })), []);
  const columns = useMemo(() => all.filter((column) => !excluded.includes(column.key)), [all, excluded]);
  const primaryKey = columns.some((column) => column.key === chosenPrimary) ? (chosenPrimary ?? '') : firstPrimary(columns);
  const rows = useMemo(() => buildMergeRows(module, t('views.merge.name')), [module]);
  const { differing, same } = useMemo(() => splitRows(rows, columns), [rows, columns]);
  const primaryId = columns.find((column) => column.key === primaryKey)?.id;
  const removed = columns.flatMap((column) => (column.id === undefined || column.key === primaryKey ? [] : [column.id]));
  const fields = useMemo(() => mergedFields(rows, columns, primaryKey, choices), [rows, columns, primaryKey, choices]);
  return {
    columns,
    primaryKey,
    differing,
    same,
    removed,
    decisions: decisions === NOTHING ? undefined : decisions,
    taken: countTaken(rows, columns, primaryKey, choices),
    body: primaryId === undefined || columns.length < 2 ? undefined : { primaryId, duplicateIds: removed, fields },
    chosen: (row) => chosenColumn(row, columns, primaryKey, choices),
    choose: (row, column) => add({ choices: { ...choices, [row.id]: column.key } }),
    setPrimary: useCallback((key: string) => add({ chosenPrimary: key }), [add]),
    remove: (key) => add({ excluded: [...excluded, key] }),
  };
}
