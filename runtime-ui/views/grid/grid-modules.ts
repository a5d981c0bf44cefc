import { CellStyleModule, ColumnApiModule, EventApiModule, InfiniteRowModelModule, ModuleRegistry, RowApiModule, RowSelectionModule, type Module } from 'ag-grid-community';

/** Class names of cells, column state, listeners, paged rows, walking rows, and their selection; all else is left out. */
const NEEDED: Module[] = [CellStyleModule, ColumnApiModule, EventApiModule, InfiniteRowModelModule, RowApiModule, RowSelectionModule];

let isRegistered = false;

/** Registers the few modules of the grid that are used, once. */
export function registerGridModules(): void {
  if (isRegistered) return;
  ModuleRegistry.registerModules(NEEDED);
  isRegistered = true;
}
