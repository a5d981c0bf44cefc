import type { GridApi, SelectionChangedEvent } from 'ag-grid-community';
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { RecordData } from '../../client/index.ts';
import type { Selection } from '../../headless/index.ts';

type Ids = ReadonlySet<string>;

function setRowSelected(ids: Set<string>, id: string, isChosen: boolean): void {
  if (isChosen) ids.add(id);
  else ids.delete(id);
}

/** Writes down which of the rows that are there the grid shows as chosen; others stay as they were noted. */
function collectSelectedRows(api: GridApi<RecordData>, ids: Set<string>): void {
  api.forEachNode((node) => { if (node.data !== undefined) setRowSelected(ids, node.data._id, node.isSelected() === true); });
}

/**
 * Makes what the grid shows as chosen the same as what is chosen. The grid tells a moment later what was clicked: a row
 * that is not as it was last shown was clicked just now, and is left alone until then.
 */
function showSelection(api: GridApi<RecordData>, ids: Ids, shown: Set<string>): void {
  api.forEachNode((node) => {
    const id = node.data?._id;
    if (id === undefined || (node.isSelected() === true) !== shown.has(id) || shown.has(id) === ids.has(id)) return;
    node.setSelected(ids.has(id), false, 'api');
    setRowSelected(shown, id, ids.has(id));
  });
}

interface GridSelection {
  /** Rows that came anew are shown as they are chosen. */
  readonly onModelUpdated: () => void;
  readonly onSelectionChanged: (event: SelectionChangedEvent<RecordData>) => void;
}

/** Keeps the boxes of a table and what is chosen the same, whichever of the two changes. */
export function useGridSelection(api: RefObject<GridApi<RecordData> | undefined>, { ids, set }: Pick<Selection, 'ids' | 'set'>): GridSelection {
  const latest = useRef<Ids>(ids);
  // What the table said itself is not given back to it: another row may have been chosen there meanwhile.
  const own = useRef(new WeakSet<Ids>());
  // Another density is another table, in which nothing was shown yet.
  const shown = useRef(new WeakMap<GridApi<RecordData>, Set<string>>());
  const shownIn = useCallback((grid: GridApi<RecordData>) => {
    const known = shown.current.get(grid) ?? new Set();
    shown.current.set(grid, known);
    return known;
  }, []);
  const onModelUpdated = useCallback(() => { if (api.current) showSelection(api.current, latest.current, shownIn(api.current)); }, [api, shownIn]);
  useEffect(() => {
    if (own.current.has(ids)) return;
    latest.current = ids;
    onModelUpdated();
  }, [ids, onModelUpdated]);
  const onSelectionChanged = useCallback<GridSelection['onSelectionChanged']>(({ api: grid, source }) => {
    if (source === 'api' || source === 'rowDataChanged') return;
    collectSelectedRows(grid, shownIn(grid));
    // Rows that are not in sight stay as they were.
    const next = new Set(latest.current);
    collectSelectedRows(grid, next);
    own.current.add(next);
    latest.current = next;
    set(next);
  }, [set, shownIn]);
  return { onModelUpdated, onSelectionChanged };
}
