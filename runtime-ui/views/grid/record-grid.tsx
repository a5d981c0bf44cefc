import { AgGridReact } from 'ag-grid-react';
import type { ColumnMovedEvent, ColumnResizedEvent, GridApi, SelectionColumnDef, SortChangedEvent } from 'ag-grid-community';
import { useCallback, useMemo, useRef, useState, type RefObject, useEffect } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import type { ApiError, RecordData } from '../../client/index.ts';
import { useListCache, useLiveList, useOnListInvalidated, type ListHandle, type Selection, type ListState } from '../../headless/index.ts';
import { LazyBoundary, createLazyComponent, showTruncatedText, t } from '../../kit/index.ts';
import { usePageShortcuts } from '../use-page-shortcuts.ts';
import { ROW_HEIGHTS, type Density } from './densities.ts';
import { gridColumns, type GridContext } from './grid-columns.tsx';
import { storePendingKey, moveByLetterKeys } from './grid-events.ts';
import { registerGridModules } from './grid-modules.ts';
import { createGridSource, ENDLESS_BLOCK_SIZE, MAX_BLOCKS, type ListResult } from './grid-source.ts';
import { GRID_THEME } from './grid-theme.ts';
import { SelectPageHeader } from './select-page-header.tsx';
import { useGridSelection } from './use-grid-selection.ts';

registerGridModules();

/** Editing, pointer tools, keys and the preview: loaded after the first rows. */
const GridInteractions = createLazyComponent(async () => (await import('./grid-interactions.tsx')).GridInteractions);

interface RecordGridProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly savedWidths: { readonly [fieldName: string]: number };
  readonly selection: Selection;
  readonly density: Density;
  readonly onOpen: (id: string) => void;
  readonly onEdit: (id: string) => void;
  readonly onLoaded: (result: ListResult) => void;
  readonly onError: (error: ApiError) => void;
  readonly onLoading: () => void;
  /** Increases when rows must be loaded again. */
  readonly revision: number;
}

const SELECTION_COLUMN: SelectionColumnDef = {
  width: 42,
  minWidth: 42,
  maxWidth: 42,
  pinned: 'left',
  resizable: false,
  suppressMovable: true,
  headerComponent: SelectPageHeader,
  cellClass: 'mg-select-cell',
  headerClass: 'mg-select-header',
};
const DEFAULT_COLUMN = { resizable: true, sortingOrder: ['asc', 'desc'] as ('asc' | 'desc')[], suppressHeaderMenuButton: true };
const ROW_SELECTION = { mode: 'multiRow', checkboxes: true, headerCheckbox: false, enableClickSelection: false } as const;

/** Arrow keys move between cells; Tab leaves the table. */
const leaveGrid = () => false;

/** Loads the rows again, but not while one is edited. */
function useRowRefresh(api: RefObject<GridApi<RecordData> | undefined>) {
  const rows = useRef({ isBusy: false, isStale: false });
  const refresh = useCallback(() => {
    rows.current.isStale = rows.current.isBusy;
    if (!rows.current.isBusy && api.current?.isDestroyed() === false) api.current.refreshInfiniteCache();
  }, [api]);
  const onBusy = useCallback(
    (isBusy: boolean) => {
      rows.current.isBusy = isBusy;
      if (!isBusy && rows.current.isStale) refresh();
    },
    [refresh],
  );
  return { refresh, onBusy };
}

/** Keeps the state of the list in step with what the user does to the columns. */
function useColumnEvents(
  { columns, change, setWidth, showColumns }: ListHandle,
  setOwnOrder: ReturnType<typeof useGridOrder>['setOwnOrder'],
) {
  const onSortChanged = useCallback(
    ({ api: grid, source: by }: SortChangedEvent<RecordData>) => {
      const sorted = grid.getColumnState().find((column) => column.sort === 'asc' || column.sort === 'desc');
      if (by === 'gridOptionsChanged' || by === 'api' || sorted === undefined || (sorted.sort !== 'asc' && sorted.sort !== 'desc')) return;
      const nextOrder = { sortField: sorted.colId, sortOrder: sorted.sort };
      setOwnOrder(nextOrder);
      change(nextOrder);
    },
    [change],
  );
  const onColumnResized = useCallback(
    ({ finished, source: by, column }: ColumnResizedEvent<RecordData>) => {
      if (finished && by === 'uiColumnResized' && column) setWidth(column.getColId(), column.getActualWidth());
    },
    [setWidth],
  );
  const onColumnMoved = useCallback(
    ({ finished, source: by, api: grid }: ColumnMovedEvent<RecordData>) => {
      if (finished && by === 'uiColumnMoved')
        showColumns(() =>
          grid
            .getColumnState()
            .map((column) => column.colId)
            .filter((id) => columns.some((one) => one.item.fieldName === id)),
        );
    },
    [columns, showColumns],
  );
  return { onSortChanged, onColumnResized, onColumnMoved };
}

/** A table of records, paged on the server. Arrow keys move, Space selects; other interactions are loaded after the first rows. */
export function RecordGrid({
  module,
  list,
  savedWidths,
  selection,
  density,
  onOpen,
  onEdit,
  onLoaded,
  onError,
  onLoading,
  revision,
}: RecordGridProps) {
  const client = useListCache();
  const api = useRef<GridApi<RecordData> | undefined>(undefined);
  const { state, query, columns } = list;
  const { page, pageSize } = state;
  const { order, setOwnOrder } = useGridOrder(state, (next) =>
    api.current?.applyColumnState({ state: [{ colId: next.sortField, sort: next.sortOrder }], defaultState: { sort: null } }),
  );
  // A change of density mounts a new grid, which starts with the current order.
  const columnDefs = useMemo(() => gridColumns(module, columns, order.current, savedWidths), [module, columns, savedWidths, density]);
  const source = useMemo(
    () => createGridSource({ client, module, query, state: { page, pageSize }, onLoaded, onError, onLoading }),
    [client, module, query, page, pageSize, onLoaded, onError, onLoading, revision],
  );
  const context = useMemo<GridContext>(() => ({ module }), [module]);
  const { onModelUpdated, onSelectionChanged } = useGridSelection(api, selection);
  const [interactions, setWork] = useState<{ readonly api: GridApi<RecordData>; readonly grid: HTMLElement } | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const pendingKey = useRef<string | undefined>(undefined);
  const { refresh, onBusy } = useRowRefresh(api);
  useOnListInvalidated(module, refresh);
  useLiveList(module.name, query.searchTerms ?? {}, useRowFlash(box));

  const columnEvents = useColumnEvents(list, setOwnOrder);
  usePageShortcuts({
    j: () => {
      const [first] = api.current?.getAllDisplayedColumns() ?? [];
      if (first) api.current?.setFocusedCell(api.current.getFocusedCell()?.rowIndex ?? 0, first);
    },
  });

  return (
    <div className="mg-layout">
      <div
        ref={box}
        className="mg-grid"
        onKeyDownCapture={(event) => {
          moveByLetterKeys(event);
          storePendingKey(event, pendingKey);
        }}
        onMouseOver={(event) => showTruncatedText(event, '.ag-cell')}
      >
        <AgGridReact<RecordData>
          key={density}
          theme={GRID_THEME}
          rowModelType="infinite"
          datasource={source}
          cacheBlockSize={pageSize === 0 ? ENDLESS_BLOCK_SIZE : pageSize}
          maxBlocksInCache={MAX_BLOCKS}
          maxConcurrentDatasourceRequests={-1}
          infiniteInitialRowCount={pageSize === 0 ? 20 : Math.min(pageSize, 20)}
          columnDefs={columnDefs}
          defaultColDef={DEFAULT_COLUMN}
          selectionColumnDef={SELECTION_COLUMN}
          rowSelection={ROW_SELECTION}
          rowHeight={ROW_HEIGHTS[density]}
          headerHeight={32}
          context={context}
          getRowId={({ data }) => data._id}
          ensureDomOrder
          suppressCellFocus={false}
          tabToNextCell={leaveGrid}
          tabToNextHeader={leaveGrid}
          suppressDragLeaveHidesColumns
          animateRows={false}
          suppressMultiSort
          suppressNoRowsOverlay
          onGridReady={({ api: grid }) => {
            api.current = grid;
            grid.setGridAriaProperty('label', t('views.list.grid', { module: lowercaseLabel(module.label) }));
          }}
          onModelUpdated={onModelUpdated}
          onSelectionChanged={onSelectionChanged}
          {...columnEvents}
          onFirstDataRendered={({ api: grid }) => {
            if (box.current) setWork({ api: grid, grid: box.current });
          }}
          onGridPreDestroyed={() => {
            pendingKey.current = undefined;
            setWork(undefined);
          }}
        />
      </div>
      {interactions && (
        <LazyBoundary fallback={null}>
          <GridInteractions
            {...interactions}
            pendingKey={pendingKey}
            module={module}
            list={list}
            selection={selection}
            onOpen={onOpen}
            onEdit={onEdit}
            onBusy={onBusy}
          />
        </LazyBoundary>
      )}
    </div>
  );
}

type Order = Pick<ListState, 'sortField' | 'sortOrder'>;

const keyOf = ({ sortField, sortOrder }: Order): string => `${sortField} ${sortOrder}`;

interface GridOrder {
  /** The current order of the table, from the list or from its headers. */
  readonly order: RefObject<Order>;
  /** Stores an order that was set by the table's headers. */
  readonly setOwnOrder: (next: Order) => void;
}

/** Synchronizes the order of a table between its headers and its list: `applyOrder` applies the list's order to the table. */
function useGridOrder({ sortField, sortOrder }: Order, applyOrder: (order: Order) => void): GridOrder {
  const order = useRef<Order>({ sortField, sortOrder });
  const shown = useRef(keyOf(order.current));
  const own = useRef<readonly string[]>([]);
  // After every rendering: the list state follows asynchronously, and may skip some of several orders that were set quickly.
  useEffect(() => {
    const key = keyOf({ sortField, sortOrder });
    const place = own.current.lastIndexOf(key);
    own.current = own.current.slice(place + 1);
    if (shown.current === key) return;
    shown.current = key;
    // An order that the table set itself is not applied to it again: the user may have clicked another header meanwhile.
    if (place !== -1) return;
    own.current = [];
    order.current = { sortField, sortOrder };
    applyOrder(order.current);
  });
  const setOwnOrder = (next: Order) => {
    order.current = next;
    own.current = [...own.current, keyOf(next)];
  };
  return { order, setOwnOrder };
}

/** How long a row that another user changed is highlighted, in milliseconds. */
const FLASH_MS = 1_600;

/** Highlights a row of the grid for a moment, without moving anything. */
function useRowFlash(box: RefObject<HTMLElement | null>): (id: string) => void {
  return useCallback(
    (id) => {
      const rows = [...(box.current?.querySelectorAll(`[row-id="${CSS.escape(id)}"]`) ?? [])];
      for (const row of rows) row.classList.add('mg-flash');
      setTimeout(() => rows.forEach((row) => row.classList.remove('mg-flash')), FLASH_MS);
    },
    [box],
  );
}
