import { useMemo, useState } from 'react';
import type { JsonValue, ModuleView } from '#engine/model';
import { tLeads } from '../texts.ts';
import { firstPrimary, type MergeColumn } from './merge-columns.ts';
import { chosenColumn, countTaken, makeRows, mergedFields, splitRows, type MergeChoices, type MergeRow } from './merge-rows.ts';

/** What the merge call takes. */
export interface MergeBody {
  readonly primaryId: string;
  readonly duplicateIds: readonly string[];
  readonly fields: Readonly<Record<string, JsonValue>>;
}

export interface MergeState {
  readonly columns: readonly MergeColumn[];
  readonly primaryKey: string;
  readonly differing: readonly MergeRow[];
  readonly same: readonly MergeRow[];
  /** Values that come from other columns than the primary's. */
  readonly taken: number;
  /** Saved leads that go away. */
  readonly removed: readonly string[];
  /** Undefined while fewer than two columns are left. */
  readonly body: MergeBody | undefined;
  chosen(row: MergeRow): MergeColumn | undefined;
  choose(row: MergeRow, column: MergeColumn): void;
  readonly setPrimary: (key: string) => void;
  remove(key: string): void;
}

/** The choices of a merge: which lead stays, which values it takes, which leads take part. */
export function useMerge(module: ModuleView, all: readonly MergeColumn[]): MergeState {
  const [choices, setChoices] = useState<MergeChoices>({});
  const [left, setLeft] = useState<readonly string[]>([]);
  const [picked, setPicked] = useState<string>();
  const columns = useMemo(() => all.filter((column) => !left.includes(column.key)), [all, left]);
  const primaryKey = columns.some((column) => column.key === picked) ? (picked ?? '') : firstPrimary(columns);
  const rows = useMemo(() => makeRows(module, tLeads('merge.name')), [module]);
  const { differing, same } = useMemo(() => splitRows(rows, columns), [rows, columns]);
  const primaryId = columns.find((column) => column.key === primaryKey)?.id;
  const removed = columns.flatMap((column) => (column.id === undefined || column.key === primaryKey ? [] : [column.id]));
  const fields = useMemo(() => mergedFields(rows, columns, primaryKey, choices), [rows, columns, primaryKey, choices]);
  return {
    columns, primaryKey, differing, same, removed,
    taken: countTaken(rows, columns, primaryKey, choices),
    body: primaryId === undefined || columns.length < 2 ? undefined : { primaryId, duplicateIds: removed, fields },
    chosen: (row) => chosenColumn(row, columns, primaryKey, choices),
    choose: (row, column) => setChoices({ ...choices, [row.id]: column.key }),
    setPrimary: setPicked,
    remove: (key) => setLeft([...left, key]),
  };
}
