import { useEffect, useRef, useState } from 'react';
import type { FieldView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { entryColumnsOf, isEmptyValue, readEntries } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';
import type { WidgetProps } from '../widgets/widget-props.ts';
import type { FrameRows } from './row-frame.tsx';
import { moveEntry } from './row-list.ts';

/** An entry on the screen: it keeps its id while it moves in the list. */
export interface EditedEntry {
  readonly id: number;
  readonly entry: JsonObject;
  /** Why the typed text of a cell is not a value of its column, by column. */
  readonly unread: { readonly [column: string]: string };
}

interface EntriesSnapshot {
  readonly rows: readonly EditedEntry[];
  readonly nextId: number;
}

export interface EntriesState extends FrameRows {
  readonly rows: readonly EditedEntry[];
  readonly write: (id: number, column: string, value: JsonValue | undefined) => void;
  /** Reports that the typed text of a cell is not a value of its column; undefined: it is again. */
  readonly setUnread: (id: number, column: string, message: string | undefined) => void;
}

function toSnapshot(value: JsonValue | undefined): EntriesSnapshot {
  const rows = readEntries(value).map((entry, id): EditedEntry => ({ id, entry, unread: {} }));
  return { rows, nextId: rows.length };
}

function withCell(entry: JsonObject, column: string, value: JsonValue | undefined): JsonObject {
  const { [column]: _, ...rest } = entry;
  return isEmptyValue(value) ? rest : { ...rest, [column]: value as JsonValue };
}

/** The first typed text that is not a value, with its place. */
function findUnread(field: FieldView, rows: readonly EditedEntry[]): string | undefined {
  for (const [at, { unread }] of rows.entries()) {
    const column = entryColumnsOf(field).find(({ fieldName }) => unread[fieldName] !== undefined);
    const message = unread[column?.fieldName ?? ''];
    if (column === undefined || message === undefined) continue;
    if (field.inputType === 'Object') return t('views.fields.partProblem', { part: column.label, message });
    return t('views.fields.cellProblem', { column: column.label, number: at + 1, message });
  }
  return undefined;
}

type Props = Pick<WidgetProps, 'field' | 'value' | 'onChange' | 'onParseError'>;

/** The entries of a field with an entry schema while they are edited; those of an Object are its one value. */
export function useEntries({ field, value, onChange, onParseError }: Props): EntriesState {
  const [snapshot, setSnapshot] = useState<EntriesSnapshot>(() => toSnapshot(value));
  // An input may report a problem and a value in one event: the second change starts from the first.
  const latest = useRef(snapshot);
  const sent = useRef(value);
  const show = (next: EntriesSnapshot) => {
    latest.current = next;
    setSnapshot(next);
  };
  useEffect(() => {
    // The value was changed from outside: the form was reset, or another user saved.
    if (value === sent.current) return;
    sent.current = value;
    const next = toSnapshot(value);
    latest.current = next;
    setSnapshot(next);
  }, [value]);
  const set = (rows: readonly EditedEntry[], nextId = latest.current.nextId) => {
    show({ rows, nextId });
    const entries = rows.map(({ entry }) => entry);
    sent.current = field.inputType === 'Object' ? entries[0] : entries.length === 0 ? undefined : entries;
    onChange(sent.current);
    onParseError(findUnread(field, rows));
  };
  const setRow = (id: number, change: (row: EditedEntry) => EditedEntry) => {
    const { rows, nextId } = latest.current;
    // The one entry of an Object may not exist yet.
    const all = rows.length === 0 && field.inputType === 'Object' ? [{ id, entry: {}, unread: {} }] : rows;
    set(
      all.map((row) => (row.id === id ? change(row) : row)),
      Math.max(nextId, all.length),
    );
  };
  return {
    ...snapshot,
    add: () => {
      const { rows, nextId } = latest.current;
      set([...rows, { id: nextId, entry: {}, unread: {} }], nextId + 1);
    },
    remove: (id) => set(latest.current.rows.filter((row) => row.id !== id)),
    move: (id, by) => {
      const { rows } = latest.current;
      set(
        moveEntry(
          rows,
          rows.findIndex((row) => row.id === id),
          by,
        ),
      );
    },
    write: (id, column, cell) => setRow(id, (row) => ({ ...row, entry: withCell(row.entry, column, cell) })),
    setUnread: (id, column, message) => {
      const found = latest.current.rows.find((row) => row.id === id);
      if (found?.unread[column] === message) return;
      setRow(id, (row) => {
        const { [column]: _, ...rest } = row.unread;
        return { ...row, unread: message === undefined ? rest : { ...rest, [column]: message } };
      });
    },
  };
}
