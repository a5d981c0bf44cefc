import { useEffect, useRef, useState } from 'react';
import type { FieldView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { t } from '../../kit/index.ts';
import { kindOfColumn, listColumns, moveEntry, readRows, setCell, type CellKind, type CellValue, type Row } from './row-list.ts';

/** A row on the screen: it keeps its id while it moves in the list. */
interface EditedRow {
  readonly id: number;
  readonly row: Row;
  /** Texts of its cells that are not valid values of their column. */
  readonly unread: { readonly [column: string]: string };
}

interface RowsSnapshot {
  readonly rows: readonly EditedRow[];
  readonly columns: readonly { readonly name: string; readonly kind: CellKind }[];
  readonly nextId: number;
}

type Known = FieldView['entryColumns'];

/** The columns of the definition come first; values of the entries take precedence over the definition for the kind of a column. */
function toSnapshot(rows: readonly Row[], known: Known = []): RowsSnapshot {
  const found = listColumns(rows);
  const undeclared = found.filter((name) => !known.some((column) => column.name === name));
  const isFilled = (name: string): boolean => rows.some((row) => row[name] !== undefined && row[name] !== null);
  const columns = [
    ...known.map(({ name, kind }) => ({ name, kind: isFilled(name) ? kindOfColumn(rows, name) : kind })),
    ...undeclared.map((name) => ({ name, kind: kindOfColumn(rows, name) })),
  ];
  return { columns, nextId: rows.length, rows: rows.map((row, id) => ({ id, row, unread: {} })) };
}

export interface RowsState extends RowsSnapshot {
  readonly add: () => void;
  readonly remove: (id: number) => void;
  readonly move: (id: number, by: -1 | 1) => void;
  readonly write: (id: number, column: string, value: CellValue | undefined) => void;
  /** Stores typed text that is not a valid value of its column. */
  readonly setInvalid: (id: number, column: string, text: string) => void;
}

/** The rows of a list while they are edited. An empty new row is not an entry yet; columns stay when their last row is removed. */
export function useRows(
  known: Known,
  value: JsonValue | undefined,
  onChange: (value: JsonValue | undefined) => void,
  onUnreadable: (message: string | undefined) => void,
): RowsState {
  const [snapshot, setSnapshot] = useState<RowsSnapshot>(() => toSnapshot(readRows(value) ?? [], known));
  const sent = useRef(value);
  useEffect(() => {
    // The value was changed from outside: the form was reset, or another user saved.
    if (value === sent.current) return;
    sent.current = value;
    const rows = readRows(value) ?? [];
    setSnapshot((before) => (rows.length === 0 ? { ...before, rows: [] } : toSnapshot(rows, known)));
  }, [value, known]);
  const set = (next: RowsSnapshot) => {
    setSnapshot(next);
    const entries = next.rows.filter(({ row }) => Object.keys(row).length > 0).map(({ row }): JsonValue => ({ ...row }));
    sent.current = entries.length === 0 ? undefined : entries;
    onChange(sent.current);
    onUnreadable(next.rows.some(({ unread }) => Object.keys(unread).length > 0) ? t('views.fields.notANumber') : undefined);
  };
  const setRow = (id: number, change: (row: EditedRow) => EditedRow) =>
    set({ ...snapshot, rows: snapshot.rows.map((row) => (row.id === id ? change(row) : row)) });
  const names = snapshot.columns.map(({ name }) => name);
  return {
    ...snapshot,
    add: () => set({ ...snapshot, nextId: snapshot.nextId + 1, rows: [...snapshot.rows, { id: snapshot.nextId, row: {}, unread: {} }] }),
    remove: (id) => set({ ...snapshot, rows: snapshot.rows.filter((row) => row.id !== id) }),
    move: (id, by) =>
      set({
        ...snapshot,
        rows: moveEntry(
          snapshot.rows,
          snapshot.rows.findIndex((row) => row.id === id),
          by,
        ),
      }),
    write: (id, column, cell) =>
      setRow(id, ({ row, unread: { [column]: _, ...unread } }) => ({ id, row: setCell(row, names, column, cell), unread })),
    setInvalid: (id, column, text) =>
      setRow(id, ({ row, unread }) => ({ id, row: setCell(row, names, column, undefined), unread: { ...unread, [column]: text } })),
  };
}
