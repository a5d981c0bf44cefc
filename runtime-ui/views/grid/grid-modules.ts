import { CellStyleModule, ColumnApiModule, EventApiModule, InfiniteRowModelModule, ModuleRegistry, RenderApiModule, RowApiModule, RowSelectionModule, type Module } from 'ag-grid-community';

/** Class names of cells, column state, listeners, paged rows, the name of the table, walking rows, and their selection; all else is left out. */
const NEEDED: Module[] = [CellStyleModule, ColumnApiModule, EventApiModule, InfiniteRowModelModule, RenderApiModule, RowApiModule, RowSelectionModule];

let isRegistered = false;

/** Registers the few modules of the grid that are used, once. */
export function registerGridModules(): void {
  if (isRegistered) return;
  ModuleRegistry.registerModules(NEEDED);
  isRegistered = true;
}
