import {
  CellStyleModule, ColumnApiModule, EventApiModule, InfiniteRowModelModule, ModuleRegistry, RenderApiModule, RowApiModule, RowSelectionModule, RowStyleModule, ScrollApiModule, type Module,
} from 'ag-grid-community';

const NEEDED: Module[] = [CellStyleModule, ColumnApiModule, EventApiModule, InfiniteRowModelModule, RenderApiModule, RowApiModule, RowSelectionModule, RowStyleModule, ScrollApiModule];

let isRegistered = false;

/** Registers the few modules of the grid that are used, once. */
export function registerGridModules(): void {
  if (isRegistered) return;
  ModuleRegistry.registerModules(NEEDED);
  isRegistered = true;
}
