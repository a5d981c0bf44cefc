import type { GridApi } from 'ag-grid-community';
import { useCallback, useEffect, useRef } from 'react';
import type { RecordData } from '../../client/index.ts';
import type { Selection } from '../../headless/index.ts';

interface Anchor {
  readonly row: number;
  /** The selection before the range started. */
  readonly before: ReadonlySet<string>;
}

function idsBetween(api: GridApi<RecordData>, from: number, to: number): string[] {
  const [first, last] = from < to ? [from, to] : [to, from];
  const rows = Array.from({ length: last - first + 1 }, (_, at) => api.getDisplayedRowAtIndex(first + at));
  return rows.flatMap((row) => (row?.data === undefined ? [] : [row.data._id]));
}

/** Extends the selection from the row where Shift was first pressed to the focused row. */
export function useRange(
  api: GridApi<RecordData>,
  selection: Selection,
): { readonly extend: (from: number) => void; readonly forget: () => void } {
  const anchor = useRef<Anchor | undefined>(undefined);
  const chosen = useRef(selection);
  useEffect(() => {
    chosen.current = selection;
  });
  const extend = useCallback(
    (from: number) => {
      anchor.current ??= { row: from, before: chosen.current.ids };
      const to = api.getFocusedCell()?.rowIndex;
      if (to === undefined) return;
      chosen.current.set([...anchor.current.before, ...idsBetween(api, anchor.current.row, to)]);
    },
    [api],
  );
  const forget = useCallback(() => {
    anchor.current = undefined;
  }, []);
  return { extend, forget };
}
