import type { GridApi, SelectionChangedEvent } from 'ag-grid-community';
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { RecordData } from '../../client/index.ts';
import type { Selection } from '../../headless/index.ts';

type Ids = ReadonlySet<string>;

function setRowSelected(ids: Set<string>, id: string, isChosen: boolean): void {
  if (isChosen) ids.add(id);
  else ids.delete(id);
}

/** Collects which loaded rows are selected in the grid; the others stay unchanged. */
function collectSelectedRows(api: GridApi<RecordData>, ids: Set<string>): void {
  api.forEachNode((node) => {
    if (node.data !== undefined) setRowSelected(ids, node.data._id, node.isSelected() === true);
  });
}

/**
 * Applies the selection to the grid. The grid fires its selection event with a delay: a row whose state differs from the last one shown was
 * just clicked, and is skipped until that event.
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
  /** Applies the selection to newly loaded rows. */
  readonly onModelUpdated: () => void;
  readonly onSelectionChanged: (event: SelectionChangedEvent<RecordData>) => void;
}

/** Synchronizes the selection between the grid and the list, in both directions. */
export function useGridSelection(
  api: RefObject<GridApi<RecordData> | undefined>,
  { ids, set }: Pick<Selection, 'ids' | 'set'>,
): GridSelection {
  const latest = useRef<Ids>(ids);
  // A selection that the grid set itself is not applied to it again: another row may have been selected meanwhile.
  const own = useRef(new WeakSet<Ids>());
  // A change of density mounts a new grid, to which no selection was applied yet.
  const shown = useRef(new WeakMap<GridApi<RecordData>, Set<string>>());
  const shownIn = useCallback((grid: GridApi<RecordData>) => {
    const known = shown.current.get(grid) ?? new Set();
    shown.current.set(grid, known);
    return known;
  }, []);
  const onModelUpdated = useCallback(() => {
    if (api.current) showSelection(api.current, latest.current, shownIn(api.current));
  }, [api, shownIn]);
  useEffect(() => {
    if (own.current.has(ids)) return;
    latest.current = ids;
    onModelUpdated();
  }, [ids, onModelUpdated]);
  const onSelectionChanged = useCallback<GridSelection['onSelectionChanged']>(
    ({ api: grid, source }) => {
      if (source === 'api' || source === 'rowDataChanged') return;
      collectSelectedRows(grid, shownIn(grid));
      // Rows that are not loaded stay unchanged.
      const next = new Set(latest.current);
      collectSelectedRows(grid, next);
      own.current.add(next);
      latest.current = next;
      set(next);
    },
    [set, shownIn],
  );
  return { onModelUpdated, onSelectionChanged };
}
