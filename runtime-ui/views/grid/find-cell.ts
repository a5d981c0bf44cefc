import type { GridApi } from 'ag-grid-community';

/** The element of a cell; undefined while its row or column is not rendered. */
export function findCell(grid: HTMLElement, rowId: string, colId: string): HTMLElement | undefined {
  return grid.querySelector<HTMLElement>(`.ag-row[row-id="${CSS.escape(rowId)}"] .ag-cell[col-id="${CSS.escape(colId)}"]`) ?? undefined;
}

/** Scrolls horizontally, as little as necessary, until a column is visible. The grid renders a distant column only then. */
export function scrollColumnIntoView(api: GridApi, grid: HTMLElement, colId: string): void {
  const viewport = grid.querySelector<HTMLElement>('.ag-grid-viewport');
  const column = api.getColumn(colId);
  const left = column?.getLeft();
  if (viewport === null || column === null || column.isPinned() || left === null || left === undefined) return;
  const right = left + column.getActualWidth();
  // Pinned columns cover the others at the left.
  const pinned = api.getAllDisplayedColumns().reduce((width, one) => width + (one.isPinned() ? one.getActualWidth() : 0), 0);
  const availableWidth = viewport.clientWidth - pinned;
  if (left < viewport.scrollLeft) viewport.scrollLeft = left;
  else if (right > viewport.scrollLeft + availableWidth) viewport.scrollLeft = right - availableWidth;
}

/** The row id and column id of a cell element. */
export function readCell(cell: HTMLElement): { readonly rowId: string; readonly colId: string } | undefined {
  const rowId = cell.closest('.ag-row')?.getAttribute('row-id');
  const colId = cell.getAttribute('col-id');
  return rowId === null || rowId === undefined || colId === null ? undefined : { rowId, colId };
}
