import { AgGridReact } from 'ag-grid-react';
import type { CellKeyDownEvent, ColumnMovedEvent, ColumnResizedEvent, GridApi, SelectionColumnDef, SortChangedEvent } from 'ag-grid-community';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { ModuleView } from '#engine/model';
import type { ApiError, RecordData } from '../../client/index.ts';
import { useListCache, useStaleList, type ListHandle, type Selection } from '../../headless/index.ts';
import { inSentence, t } from '../../kit/index.ts';
import { areKeysOn, useKeys } from '../use-keys.ts';
import { ROW_HEIGHTS, type Density } from './densities.ts';
import { gridColumns, type GridContext } from './grid-columns.tsx';
import { nameWhatIsCut, walkByLetters } from './grid-gestures.ts';
import { registerGridModules } from './grid-modules.ts';
import { createGridSource, ENDLESS_BLOCK, type ListAnswer } from './grid-source.ts';
import { GRID_THEME } from './grid-theme.ts';
import { SelectPageHeader } from './select-page-header.tsx';

registerGridModules();

export interface RecordGridProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly keptWidths: { readonly [fieldName: string]: number };
  readonly selection: Selection;
  readonly density: Density;
  readonly onOpen: (id: string) => void;
  readonly onEdit: (id: string) => void;
  readonly onAnswer: (answer: ListAnswer) => void;
  readonly onFailure: (error: ApiError) => void;
  readonly onAsk: () => void;
  /** Rises when rows must be read anew. */
  readonly revision: number;
}

const SELECTION_COLUMN: SelectionColumnDef = { width: 42, minWidth: 42, maxWidth: 42, pinned: 'left', resizable: false, suppressMovable: true, headerComponent: SelectPageHeader, cellClass: 'mg-select-cell', headerClass: 'mg-select-header' };
const DEFAULT_COLUMN = { resizable: true, sortingOrder: ['asc', 'desc'] as ('asc' | 'desc')[], suppressHeaderMenuButton: true };
const ROW_SELECTION = { mode: 'multiRow', checkboxes: true, headerCheckbox: false, enableClickSelection: false } as const;

/** Makes what the grid shows as chosen the same as what is chosen. */
function showSelection(api: GridApi<RecordData>, ids: ReadonlySet<string>): void {
  api.forEachNode((node) => {
    const id = node.data?._id;
    if (id !== undefined && (node.isSelected() === true) !== ids.has(id)) node.setSelected(ids.has(id), false, 'api');
  });
}

/** What is chosen after the grid was clicked: rows in sight by their boxes, others as they were. */
function readSelection(api: GridApi<RecordData>, before: ReadonlySet<string>): Set<string> {
  const next = new Set(before);
  api.forEachNode((node) => {
    if (node.data === undefined) return;
    if (node.isSelected() === true) next.add(node.data._id);
    else next.delete(node.data._id);
  });
  return next;
}

/** A table of records, paged on the server. Enter opens, Space selects, E edits; arrow keys move. */
export function RecordGrid({ module, list, keptWidths, selection, density, onOpen, onEdit, onAnswer, onFailure, onAsk, revision }: RecordGridProps) {
  const client = useListCache();
  const api = useRef<GridApi<RecordData> | undefined>(undefined);
  const { state, query, columns, change, setWidth, showColumns } = list;
  const { page, pageSize, sortField, sortOrder } = state;
  const columnDefs = useMemo(() => gridColumns(module, columns, state, keptWidths), [module, columns, sortField, sortOrder, keptWidths]);
  const source = useMemo(() => createGridSource({ client, module, query, state: { page, pageSize }, onAnswer, onFailure, onAsk }), [client, module, query, page, pageSize, onAnswer, onFailure, onAsk, revision]);
  const context = useMemo<GridContext>(() => ({ module }), [module]);
  const { ids, set } = selection;
  const show = useCallback(() => { if (api.current) showSelection(api.current, ids); }, [ids]);
  useEffect(show, [show]);
  useStaleList(module, () => { if (api.current?.isDestroyed() === false) api.current.refreshInfiniteCache(); });

  const onSortChanged = useCallback(({ api: grid, source: by }: SortChangedEvent<RecordData>) => {
    const sorted = grid.getColumnState().find((column) => column.sort === 'asc' || column.sort === 'desc');
    if (by === 'gridOptionsChanged' || by === 'api' || sorted === undefined || (sorted.sort !== 'asc' && sorted.sort !== 'desc')) return;
    change({ sortField: sorted.colId, sortOrder: sorted.sort });
  }, [change]);
  const onColumnResized = useCallback(({ finished, source: by, column }: ColumnResizedEvent<RecordData>) => {
    if (finished && by === 'uiColumnResized' && column) setWidth(column.getColId(), column.getActualWidth());
  }, [setWidth]);
  const onColumnMoved = useCallback(({ finished, source: by, api: grid }: ColumnMovedEvent<RecordData>) => {
    if (finished && by === 'uiColumnMoved') showColumns(grid.getColumnState().map((column) => column.colId).filter((id) => columns.some((one) => one.item.fieldName === id)));
  }, [columns, showColumns]);
  useKeys({ j: () => { const [first] = api.current?.getAllDisplayedColumns() ?? []; if (first) api.current?.setFocusedCell(0, first); } });
  const onKey = useCallback(({ data, event }: CellKeyDownEvent<RecordData>) => {
    if (!(event instanceof KeyboardEvent) || data === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') onOpen(data._id);
    if ((event.key === 'e' || event.key === 'E') && areKeysOn()) onEdit(data._id);
  }, [onOpen, onEdit]);

  return (
    <div className="mg-grid" onKeyDownCapture={walkByLetters} onMouseOver={nameWhatIsCut}>
      <AgGridReact<RecordData>
        key={density} theme={GRID_THEME} rowModelType="infinite" datasource={source} cacheBlockSize={pageSize === 0 ? ENDLESS_BLOCK : pageSize} maxBlocksInCache={20} infiniteInitialRowCount={pageSize === 0 ? 20 : Math.min(pageSize, 20)}
        columnDefs={columnDefs} defaultColDef={DEFAULT_COLUMN} selectionColumnDef={SELECTION_COLUMN} rowSelection={ROW_SELECTION} rowHeight={ROW_HEIGHTS[density]} headerHeight={32} context={context}
        getRowId={({ data }) => data._id} ensureDomOrder suppressCellFocus={false} suppressDragLeaveHidesColumns animateRows={false} suppressMultiSort suppressNoRowsOverlay
        onGridReady={({ api: grid }) => { api.current = grid; grid.setGridAriaProperty('label', t('views.list.grid', { module: inSentence(module.label) })); }}
        onModelUpdated={show} onSelectionChanged={({ api: grid, source: by }) => { if (by !== 'api' && by !== 'rowDataChanged') set(readSelection(grid, ids)); }}
        onSortChanged={onSortChanged} onColumnResized={onColumnResized} onColumnMoved={onColumnMoved} onCellKeyDown={onKey}
      />
    </div>
  );
}
