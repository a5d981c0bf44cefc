import {
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  InfiniteRowModelModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  type Module,
} from 'ag-grid-community';

/**
 * Cell class names, column state, events, infinite rows, ARIA label of the table, row access, and row selection; other modules are not
 * bundled.
 */
const NEEDED: Module[] = [
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  InfiniteRowModelModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
];

let isRegistered = false;

/** Registers the grid modules that are used, once. */
export function registerGridModules(): void {
  if (isRegistered) return;
  ModuleRegistry.registerModules(NEEDED);
  isRegistered = true;
}
